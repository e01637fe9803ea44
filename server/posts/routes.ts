import * as z from 'zod/mini'
import { Id } from '../../contract/fields.ts'
import { api } from '../../contract/index.ts'
import type { Budgets } from '../http/budgets.ts'
import { IdCursor, readCursor } from '../http/paging.ts'
import type { Serve } from '../http/serve.ts'
import type { SignedIn } from '../http/signed-in.ts'
import { postsWith } from '../search/conditions.ts'
import type { Services } from '../services.ts'
import { listPosts } from './queries/list.ts'
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
import { serializeListedPosts } from './serialize.ts'

const ByPublication = z.tuple([z.int(), Id])
const ByVersion = z.tuple([z.int()])

interface ListQuery {
  limit: number
  view?: 'summary' | undefined
  category_id?: string | null | undefined
  q?: string | undefined
  cursor?: string | undefined
}

export function postRoutes(serve: Serve, services: Services, budgets: Budgets) {
  const { db, readDb } = services
  const dbFor = ({ q }: ListQuery) => (q ? readDb : db)
  const listOptions = async ({ limit, view, category_id, q }: ListQuery) => ({
    limit,
    search: await postsWith(db, q),
    withContent: view !== 'summary',
    categoryId: category_id,
  })

  const listPublished = async (user: SignedIn, query: ListQuery) => {
    const after = readCursor(ByPublication, query.cursor)
    return serializeListedPosts(
      services,
      user,
      await listPosts(dbFor(query), { published: true }, { ...(await listOptions(query)), after }),
    )
  }

  serve(api.posts.list, ({ user, query }) => listPublished(user, query))
  serve(api.posts.listAll, async ({ user, query }) => {
    if (!query.include_unpublished) return listPublished(user, query)
    const after = readCursor(IdCursor, query.cursor)
    const visible = { published: true, draftsOf: user.role === 'admin' ? 'all' : user.id }
    return serializeListedPosts(
      services,
      user,
      await listPosts(dbFor(query), visible, { ...(await listOptions(query)), after }),
    )
  })
  serve(api.posts.drafts, async ({ user, query }) => {
    const after = readCursor(IdCursor, query.cursor)
    return serializeListedPosts(
      services,
      user,
      await listPosts(dbFor(query), { published: false, draftsOf: user.id }, { ...(await listOptions(query)), after }),
    )
  })
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
