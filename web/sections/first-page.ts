import type { InfiniteData, InfiniteQueryExecuteOptions, QueryClient, QueryKey } from '@tanstack/react-query'
import type { Page } from '../api/call.ts'

type Loaded<T> = InfiniteData<Page<T>>
type List<T, Key extends QueryKey> = InfiniteQueryExecuteOptions<Page<T>, Error, Loaded<T>, Key, string>

/**
 * Fetches the first page of a list, and lets go of those after it: they would be fetched one after the other. When that
 * fails the list stays as it is.
 */
export async function bringFirstPage<T, Key extends QueryKey>(client: QueryClient, list: List<T, Key>) {
  try {
    // one more page that is just being fetched is none of it
    await client.cancelQueries({ queryKey: list.queryKey, exact: true })
    const getNextPageParam = (page: Page<T>) => page.next
    await client.infiniteQuery({ ...list, staleTime: 0, pages: 1, getNextPageParam })
    return { isError: false }
  } catch {
    return { isError: true }
  }
}
