import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { PageName } from '../contract/pages.ts'
import { recipientsQuery } from './broadcasts/api.ts'
import { allCategoriesQuery } from './categories/api.ts'
import { fileQuery, sectionsQuery } from './files/api.ts'
import { newsQuery } from './news/api.ts'
import { noticesQuery } from './notices/api.ts'
import { categoryIn, draftsQuery, postQuery, postsQuery } from './posts/api.ts'
import { allPreferencesQuery } from './preferences/all-users/api.ts'
import { preferencesQuery } from './preferences/api.ts'
import { stateQuery } from './state/api.ts'
import { usersQuery } from './users/api.ts'
import { readFilter } from './users/use-user-filter.ts'

/** A query of a page, to be asked before the page is shown. */
interface PageQuery {
  queryKey: QueryKey
  /** 'always' if the page asks again although it has an answer. */
  refetchOnMount?: unknown
}

interface Opened {
  id: string
  search: URLSearchParams
}

/** The first queries of pages: the ones whose answers are the page's content. */
const queries: Partial<Record<PageName, (opened: Opened) => PageQuery>> = {
  blog: ({ search }) => postsQuery(categoryIn(search)),
  drafts: () => draftsQuery,
  post: ({ id }) => postQuery(id),
  editPost: ({ id }) => postQuery(id, { isEdited: true }),
  files: () => sectionsQuery,
  viewFile: ({ id }) => fileQuery(id),
  news: () => newsQuery,
  notices: () => noticesQuery,
  admin: ({ search }) => usersQuery(readFilter(search)),
  adminCategories: () => allCategoriesQuery,
  adminNotifications: () => recipientsQuery,
  adminUserPreferences: () => allPreferencesQuery,
  adminState: () => stateQuery,
  emailPreferences: () => preferencesQuery,
  account: () => preferencesQuery,
}

export const pageQuery = (name: PageName, opened: Opened) => queries[name]?.(opened)

/** A list comes in pages, anything else at once. */
export const askPageQuery = (client: QueryClient, query: PageQuery): Promise<unknown> =>
  'initialPageParam' in query
    ? client.infiniteQuery(query as Parameters<QueryClient['infiniteQuery']>[0])
    : client.query(query as Parameters<QueryClient['query']>[0])
