// Paged lists of the API: the query, and pure changes of the loaded pages.
import {
  type InfiniteData,
  type QueryClient,
  type QueryFunctionContext,
  type QueryKey,
  type UseInfiniteQueryOptions,
  useInfiniteQuery,
} from '@tanstack/react-query'
import type { Endpoint } from '../../contract/endpoint.ts'
import { type Answer, type Call, call, callNext, type Page } from './call.ts'

export type PagedData<T> = InfiniteData<Page<T>, string>

type PagedEndpoint = Endpoint & { paged: true }
type ItemOf<E extends Endpoint> = Answer<E> extends Page<infer T> ? T : never
type QueryOptions<T> = UseInfiniteQueryOptions<Page<T>, Error, PagedData<T>, QueryKey, string>
export type ListOptions<T> = Partial<
  Omit<QueryOptions<T>, 'queryKey' | 'queryFn' | 'initialPageParam' | 'getNextPageParam'>
>

interface PagedQuery<T> {
  queryKey: QueryKey
  queryFn: (context: QueryFunctionContext<QueryKey, string>) => Promise<Page<T>>
  initialPageParam: string
  getNextPageParam: (page: Page<T>) => string | null
}

export const pagedQuery = <E extends PagedEndpoint>(
  row: E,
  queryKey: QueryKey,
  request: Omit<Call<E>, 'signal'>,
): PagedQuery<ItemOf<E>> => ({
  queryKey,
  queryFn: ({ pageParam, signal }) =>
    (pageParam ? callNext(row, pageParam, signal) : call(row, { ...(request as Call<E>), signal })) as Promise<
      Page<ItemOf<E>>
    >,
  initialPageParam: '',
  getNextPageParam: (page) => page.next,
})

export const usePagedQuery = <T>(query: PagedQuery<T>, options: ListOptions<T> = {}) =>
  useInfiniteQuery<Page<T>, Error, PagedData<T>, QueryKey, string>({ ...query, ...options })

export const usePaged = <E extends PagedEndpoint>(
  row: E,
  key: QueryKey,
  request: Omit<Call<E>, 'signal'>,
  options: ListOptions<ItemOf<E>> = {},
) => usePagedQuery(pagedQuery(row, key, request), options)

interface Item {
  id: string
}

/** Items without an id, such as versions, are identified by the object itself. */
const identityOf = (item: object) => ('id' in item && item.id) || item

/** All loaded items, each id once: an item that moves during fetching can be on two pages. */
export const itemsOf = <T extends object>(data: PagedData<T>): T[] => [
  ...new Map(data.pages.flatMap(({ items }) => items).map((item) => [identityOf(item), item])).values(),
]

/** Length of the whole list, from the last fetched page. */
export const totalOf = (data: PagedData<unknown> | undefined) => data?.pages.at(-1)?.total ?? 0

export const isComplete = (data: PagedData<unknown>) => !data.pages.at(-1)?.next

const has = (data: PagedData<Item>, id: string) => data.pages.some(({ items }) => items.some((item) => item.id === id))

const mapPages = <T>(data: PagedData<T>, change: (items: T[], index: number) => T[], added = 0): PagedData<T> => ({
  ...data,
  pages: data.pages.map((page, index) => ({
    ...page,
    items: change(page.items, index),
    total: page.total + added,
  })),
})

export const mapItems = <T>(data: PagedData<T>, change: (item: T) => T) => mapPages(data, (items) => items.map(change))

export const replace = <T extends Item>(data: PagedData<T>, changed: T) =>
  mapItems(data, (item) => (item.id === changed.id ? changed : item))

export const prepend = <T extends Item>(data: PagedData<T>, item: T) =>
  has(data, item.id) ? data : mapPages(data, (items, index) => (index === 0 ? [item, ...items] : items), 1)

/** Appends the item if the last page is loaded; otherwise it comes with that page. */
export const append = <T extends Item>(data: PagedData<T>, item: T) => {
  const last = data.pages.length - 1
  if (has(data, item.id) || !isComplete(data)) return data
  return mapPages(data, (items, index) => (index === last ? [...items, item] : items), 1)
}

/** For an item that is in the list. */
export const filterItems = <T>(data: PagedData<T>, keeps: (item: T) => boolean) =>
  mapPages(data, (items) => items.filter(keeps), -1)

export const without = <T extends Item>(data: PagedData<T>, id: string) =>
  has(data, id) ? filterItems(data, (item) => item.id !== id) : data

/** Fetches the first page and drops the others; after a failure the list is unchanged. */
export async function refreshFirstPage<T>(client: QueryClient, query: PagedQuery<T>) {
  try {
    // a fetch of the next page may be in progress
    await client.cancelQueries({ queryKey: query.queryKey, exact: true })
    await client.infiniteQuery({ ...query, staleTime: 0, pages: 1 })
    return { isError: false }
  } catch {
    return { isError: true }
  }
}
