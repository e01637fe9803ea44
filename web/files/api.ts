import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BodyOf } from '../../contract/endpoint.ts'
import { type ArchiveFile, files } from '../../contract/files.ts'
import { call, callNext } from '../api/call.ts'

/** An id, 'none' for files without a category, undefined for all. */
export type CategoryFilter = string | undefined

/** Whatever shows files or counts them. */
export const filesKey = ['files']

interface Wanted {
  category_id: CategoryFilter
  kind?: 'image' | 'audio'
  limit?: number
  enabled?: boolean
}

/** Files, newest first, as far as they were asked for. Nothing moves by itself: what is new is said above it (033). */
export const useFiles = ({ category_id, kind, limit = 24, enabled = true }: Wanted) =>
  useInfiniteQuery({
    queryKey: [...filesKey, 'list', category_id ?? 'all', kind ?? 'all'],
    enabled,
    queryFn: ({ pageParam, signal }) =>
      pageParam
        ? callNext(files.list, pageParam, signal)
        : call(files.list, { query: { category_id, kind, limit: String(limit) }, signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    refetchOnWindowFocus: false,
  })

/** Categories that have files, with how many. */
export const useSections = () =>
  useQuery({
    queryKey: [...filesKey, 'sections'],
    queryFn: ({ signal }) => call(files.sections, { signal }),
    refetchOnWindowFocus: false,
  })

const fileQuery = (id: string) => ({
  queryKey: [...filesKey, 'one', id],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(files.read, { params: { id }, signal }),
})

export const useFile = (id: string) => useQuery(fileQuery(id))

/** Asks for a file's record anew: the addresses in it end within hours. */
export function useFreshFile() {
  const client = useQueryClient()
  return (id: string): Promise<ArchiveFile> => client.fetchQuery({ ...fileQuery(id), staleTime: 0 })
}

export function useForgetFiles() {
  const client = useQueryClient()
  return () => {
    void client.invalidateQueries({ queryKey: filesKey })
    void client.invalidateQueries({ queryKey: ['links'] })
  }
}

/** `onDone` is told also when the form was left before the answer came. */
export function useAddLink(onDone: () => void) {
  const forget = useForgetFiles()
  return useMutation({
    mutationFn: (body: BodyOf<typeof files.addLink>) => call(files.addLink, { body }),
    onSuccess: () => {
      onDone()
      forget()
    },
  })
}

export function useDeleteFile() {
  const forget = useForgetFiles()
  return useMutation({ mutationFn: (id: string) => call(files.remove, { params: { id } }), onSuccess: forget })
}
