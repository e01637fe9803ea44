import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { BodyOf, QueryOf } from '../../contract/endpoint.ts'
import { type ArchiveFile, files } from '../../contract/files.ts'
import { call, withoutNulls } from '../api/call.ts'
import { createOnce, type DraftId } from '../api/drafts.ts'
import { fileKeys, linkKeys, postKeys } from '../api/keys.ts'
import { type ListOptions, usePaged } from '../api/paged.ts'
import { readQuery } from '../api/read-query.ts'
import { useChange } from '../api/use-change.ts'

/** A category's id, 'none', or undefined for all files. */
export type CategoryFilter = string | undefined

/** Newest first. */
export const useFiles = (filter: QueryOf<typeof files.list>, options: ListOptions<ArchiveFile>) =>
  usePaged(files.list, fileKeys.list(filter), { query: filter }, options)

/** Not refetched automatically: `WhatsNewBar` offers new files above the list (decision 033). */
export const offersNew = { refetchOnWindowFocus: false }

export const sectionsQuery = readQuery(files.sections, fileKeys.sections, {})

export const useSections = () => useQuery({ ...sectionsQuery, ...offersNew })

export const fileQuery = (id: string) => readQuery(files.read, fileKeys.one(id), { params: { id } })

export const useFile = (id: string) => useQuery(fileQuery(id))

/** Loads a file's record again, as its signed URLs expire within hours. */
export function useRefetchFile() {
  const client = useQueryClient()
  return (id: string): Promise<ArchiveFile> => client.fetchQuery({ ...fileQuery(id), staleTime: 0 })
}

/** Keys of what shows or counts files. */
const outdated = [fileKeys.all, linkKeys.all]

export function useInvalidateFiles() {
  const client = useQueryClient()
  return () => {
    for (const queryKey of outdated) void client.invalidateQueries({ queryKey })
  }
}

/** `onDone` also runs if the form was unmounted before the response. */
export const useAddLink = (id: DraftId, onDone: () => void) =>
  useChange(
    (link: BodyOf<typeof files.addLink>) =>
      createOnce(id, {
        create: (client_id) => call(files.addLink, { body: withoutNulls({ ...link, client_id }) }),
        isSame: ({ original_url, description, category_id }) =>
          original_url === link.url &&
          description === (link.description ?? null) &&
          category_id === (link.category_id ?? null),
      }),
    outdated,
    onDone,
  )

export const useDeleteFile = () => useChange((id: string) => call(files.remove, { params: { id } }), outdated)

/** Posts that use a file. */
export const fetchFileUses = (id: string, signal: AbortSignal) => call(files.usedIn, { params: { id }, signal })

export const useFileUses = (id: string) =>
  useQuery({ queryKey: postKeys.usingFile(id), queryFn: ({ signal }) => fetchFileUses(id, signal) })

/** Time of the newest upload, or null. The sections don't know it: they load their files when scrolled near. */
const findNewest = async (signal?: AbortSignal) =>
  (await call(files.list, { query: { limit: '1' }, signal })).items[0]?.uploaded_at ?? null

/** The newest upload that the page shows, and `update`, which reloads the page's data. */
export function useNewestUpload() {
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: fileKeys.newest,
    queryFn: ({ signal }) => findNewest(signal),
    ...offersNew,
  })

  async function update() {
    try {
      // before the rest, so that an upload in between counts as new
      const newest = await findNewest()
      const isOther = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[1] !== fileKeys.newest[1]
      await client.invalidateQueries({ queryKey: fileKeys.all, predicate: isOther }, { throwOnError: true })
      client.setQueryData(fileKeys.newest, newest)
      return { isError: false }
    } catch {
      return { isError: true }
    }
  }
  return { newest: data, update }
}
