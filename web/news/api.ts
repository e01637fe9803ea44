import {
  infiniteQueryOptions,
  useInfiniteQuery,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { BodyOf } from '../../contract/endpoint.ts'
import { type NewsItem, news } from '../../contract/news.ts'
import { call, callNext, isStatus, type Page } from '../api/call.ts'
import { bringFirstPage } from '../sections/first-page.ts'
import { type Loaded, withChanged, withNew, without } from './loaded.ts'

const perPage = '30'
const listKey = ['news', 'list']

export type NewsBody = BodyOf<typeof news.create>

const listQuery = infiniteQueryOptions({
  queryKey: listKey,
  queryFn: ({ pageParam, signal }) =>
    pageParam ? callNext(news.list, pageParam, signal) : call(news.list, { query: { limit: perPage }, signal }),
  initialPageParam: '',
  getNextPageParam: (page: Page<NewsItem>) => page.next,
  // it doesn't move by itself: what others added is said above it (033)
  refetchOnWindowFocus: false,
})

/** Shared links, newest first, as far as they were asked for. */
export const useNews = () => useInfiniteQuery(listQuery)

export function useBringNews() {
  const client = useQueryClient()
  return () => bringFirstPage(client, listQuery)
}

/** Links by themselves: those that a page shows and its list doesn't. */
export const useItems = (ids: string[]) =>
  useQueries({
    queries: ids.map((id) => ({
      queryKey: ['news', 'one', id],
      queryFn: ({ signal }: { signal: AbortSignal }) => call(news.read, { params: { id }, signal }),
    })),
  })

/** Who shared an address last, but for one item; asked only for one that can be shared. */
export const useShared = (url: string | undefined, except: string | undefined) =>
  useQuery({
    queryKey: ['news', 'shared', url, except],
    enabled: url !== undefined,
    queryFn: ({ signal }) => call(news.shared, { query: { url: url ?? '', except }, signal }),
  })

/** Asks another site, through our server, how its page is called. */
export const useTitle = () => useMutation({ mutationFn: (url: string) => call(news.title, { body: { url } }) })

/**
 * A change: seen at once, then fetched, for what others did meanwhile. `onDone` is told also when the page was left
 * before the answer came.
 */
function useChange<Given, Result>(
  change: (given: Given) => Promise<Result>,
  show: (loaded: Loaded, result: Result, given: Given) => Loaded,
  onDone?: () => void,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (result, given) => {
      onDone?.()
      client.setQueryData<Loaded>(listKey, (loaded) => loaded && show(loaded, result, given))
      void client.invalidateQueries({ queryKey: ['news'] })
    },
    onError: (error) => {
      // somebody else changed or deleted it: that is shown
      if (isStatus(error, 404) || isStatus(error, 412)) void client.invalidateQueries({ queryKey: ['news'] })
    },
  })
}

export const useCreateNews = (onDone: () => void) =>
  useChange((body: NewsBody) => call(news.create, { body }), withNew, onDone)

export const useUpdateNews = (id: string, onDone: () => void) =>
  useChange(
    ({ body, over }: { body: NewsBody; over: string }) =>
      call(news.update, { params: { id }, body, ifMatch: `"${Date.parse(over)}"` }),
    withChanged,
    onDone,
  )

export const useDeleteNews = () =>
  useChange(
    (id: string) => call(news.remove, { params: { id } }),
    (loaded, _nothing, id) => without(loaded, id),
  )

export const useInitializeNews = () =>
  useChange(
    () => call(news.initialize, {}),
    (loaded) => loaded,
  )
