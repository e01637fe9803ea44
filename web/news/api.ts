import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BodyOf } from '../../contract/endpoint.ts'
import { type NewsItem, news } from '../../contract/news.ts'
import { call, versionOf } from '../api/call.ts'
import { createOnce, type DraftId } from '../api/drafts.ts'
import { newsKeys } from '../api/keys.ts'
import { type PagedData, pagedQuery, prepend, refreshFirstPage, replace, usePagedQuery, without } from '../api/paged.ts'
import { readQuery } from '../api/read-query.ts'
import { useListChange } from '../api/use-change.ts'

const perPage = '30'

type NewsBody = BodyOf<typeof news.update>

export const newsQuery = pagedQuery(news.list, newsKeys.list, { query: { limit: perPage } })

/** News items, newest first. Not refetched automatically: `WhatsNewBar` offers new items (033). */
export const useNews = () => usePagedQuery(newsQuery, { refetchOnWindowFocus: false })

export function useRefreshNews() {
  const client = useQueryClient()
  return () => refreshFirstPage(client, newsQuery)
}

/** Single items that are missing from the list. */
export const useNewsItems = (ids: string[]) =>
  useQueries({
    queries: ids.map((id) => readQuery(news.read, newsKeys.one(id), { params: { id } })),
  })

/** The last item with this address, other than `except`; not fetched for an address that can't be shared. */
export const useLastShared = (url: string | undefined, except: string | undefined) =>
  useQuery({
    ...readQuery(news.shared, newsKeys.shared(url, except), { query: { url: url ?? '', except } }),
    enabled: url !== undefined,
  })

export const useTitle = () => useMutation({ mutationFn: (url: string) => call(news.title, { body: { url } }) })

const useNewsChange = <Given, Result>(
  change: (given: Given) => Promise<Result>,
  show: (items: PagedData<NewsItem>, result: Result, given: Given) => PagedData<NewsItem>,
  onDone?: () => void,
) => useListChange({ list: newsKeys.list, stale: [newsKeys.all], change, show, onDone })

export const useCreateNews = (id: DraftId, onDone: () => void) =>
  useNewsChange(
    (body: NewsBody) =>
      createOnce(id, {
        create: (client_id) => call(news.create, { body: { ...body, client_id } }),
        isSame: ({ title, url, comment }) =>
          title === body.title && url === body.url && comment === (body.comment ?? null),
        correct: (stored) =>
          call(news.update, { params: { id: stored.id }, body, ifMatch: versionOf(stored.created_at) }),
      }),
    prepend,
    onDone,
  )

export const useUpdateNews = (id: string, onDone: () => void) =>
  useNewsChange(
    ({ body, over }: { body: NewsBody; over: string }) =>
      call(news.update, { params: { id }, body, ifMatch: versionOf(over) }),
    replace,
    onDone,
  )

export const useDeleteNews = () =>
  useNewsChange(
    (id: string) => call(news.remove, { params: { id } }),
    (items, _nothing, id) => without(items, id),
  )

export const useInitializeNews = () =>
  useNewsChange(
    () => call(news.initialize, {}),
    (items) => items,
  )
