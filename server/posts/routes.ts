import * as z from 'zod/mini'
import type { ParsedOf } from '../../contract/endpoint.ts'
import { Id } from '../../contract/fields.ts'
import { api } from '../../contract/index.ts'
import { cached } from '../db/cached.ts'
import type { Cursor } from '../db/page.ts'
import type { Budgets } from '../http/budgets.ts'
import { IdCursor, readCursor } from '../http/paging.ts'
import type { Serve, SignedIn } from '../http/serve.ts'
import { postsWith } from '../search/conditions.ts'
import type { Services } from '../services.ts'
import type { Visible } from './queries.ts'
import {
  createPost,
  deleteEarlierVersion,
  deletePost,
  publishPost,
  readPost,
  readVersion,
  readVersions,
  updatePost,
} from './rules.ts'
import { readListedPosts, withCovers } from './serialize.ts'

const ByPublication = z.tuple([z.int(), Id])
const ByVersion = z.tuple([z.int()])

type ListQuery = ParsedOf<typeof api.posts.list>['query']

const readSummaries = cached(readListedPosts)

export function postRoutes(serve: Serve, services: Services, budgets: Budgets) {
  const { db, readDb } = services

  async function list(user: SignedIn, query: ListQuery, visible: Visible, after: Cursor | undefined) {
    const { limit, view, category_id, q } = query
    const withContent = view !== 'summary'
    const options = { limit, withContent, categoryId: category_id, after }
    const page = q
      ? await readListedPosts(db, visible, { ...options, search: await postsWith(db, q) }, readDb)
      : await (withContent ? readListedPosts : readSummaries)(db, visible, options)
    return withCovers(services, user, page)
  }

  const listPublished = (user: SignedIn, query: ListQuery) =>
    list(user, query, { published: true }, readCursor(ByPublication, query.cursor))

  serve(api.posts.list, ({ user, query }) => listPublished(user, query))
  serve(api.posts.listAll, ({ user, query }) => {
    if (!query.include_unpublished) return listPublished(user, query)
    const draftsOf = user.role === 'admin' ? 'all' : user.id
    return list(user, query, { published: true, draftsOf }, readCursor(IdCursor, query.cursor))
  })
  serve(api.posts.drafts, ({ user, query }) =>
    list(user, query, { published: false, draftsOf: user.id }, readCursor(IdCursor, query.cursor)),
  )
  serve(api.posts.read, ({ user, params }) => readPost(services, user, params.id))
  serve(api.posts.create, ({ user, body }) => {
    budgets.takeNames(user.id, body.content)
    return createPost(services, user, body)
  })
  serve(api.posts.update, ({ user, params, body, ifMatch }) => {
    budgets.takeNames(user.id, body.content)
    return updatePost(services, user, params.id, body, ifMatch)
  })
  serve(api.posts.publish, ({ user, params, body, ifMatch }) =>
    publishPost(services, user, params.id, body.is_published, ifMatch),
  )
  serve(api.posts.versions, ({ user, params, query: { limit, cursor } }) =>
    readVersions(services, user, params.id, { limit, after: readCursor(ByVersion, cursor) }),
  )
  serve(api.posts.version, ({ user, params }) => readVersion(services, user, params.id, params.version))
  serve(api.posts.removeVersion, ({ user, params }) => deleteEarlierVersion(services, user, params.id, params.version))
  serve(api.posts.remove, ({ user, params }) => deletePost(services, user, params.id))
}
