import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { PageName } from '../contract/pages.ts'
import type { PagedQuery } from './api/paged.ts'
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
  /** The page asks again although it has an answer. */
  isAlwaysFresh: boolean
  fetch: (client: QueryClient) => Promise<unknown>
}

const single = (query: { queryKey: QueryKey; refetchOnMount?: unknown }): PageQuery => ({
  queryKey: query.queryKey,
  isAlwaysFresh: query.refetchOnMount === 'always',
  fetch: (client) => client.query(query as Parameters<QueryClient['query']>[0]),
})

const paged = <T>(query: PagedQuery<T>): PageQuery => ({
  queryKey: query.queryKey,
  isAlwaysFresh: false,
  fetch: (client) => client.infiniteQuery(query),
})

interface Opened {
  id: string
  search: URLSearchParams
}

/** The first queries of pages: the ones whose answers are the page's content. */
const queries: Partial<Record<PageName, (opened: Opened) => PageQuery>> = {
  blog: ({ search }) => paged(postsQuery(categoryIn(search))),
  drafts: () => paged(draftsQuery),
  post: ({ id }) => single(postQuery(id)),
  editPost: ({ id }) => single(postQuery(id, { isEdited: true })),
  files: () => single(sectionsQuery),
  viewFile: ({ id }) => single(fileQuery(id)),
  news: () => paged(newsQuery),
  notices: () => paged(noticesQuery),
  admin: ({ search }) => paged(usersQuery(readFilter(search))),
  adminCategories: () => single(allCategoriesQuery),
  adminNotifications: () => single(recipientsQuery),
  adminUserPreferences: () => single(allPreferencesQuery),
  adminState: () => single(stateQuery),
  emailPreferences: () => single(preferencesQuery),
  account: () => single(preferencesQuery),
}

export const pageQuery = (name: PageName, opened: Opened) => queries[name]?.(opened)
