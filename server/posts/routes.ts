import * as z from 'zod/mini'
import { Id } from '../../contract/fields.ts'
import { api } from '../../contract/index.ts'
import { mapPage } from '../db/page.ts'
import { readCursor } from '../http/paging.ts'
import type { Serve } from '../http/serve.ts'
import { postsLinkingTo } from '../links/rules.ts'
import { searchWords } from '../search/words.ts'
import type { Services } from '../services.ts'
import { listPosts } from './queries.ts'
import { createPost, deletePost, publishPost, readPost, readVersion, readVersions, updatePost } from './rules.ts'
import { toListedPost } from './wire.ts'

const ByPublication = z.tuple([z.int(), Id])
const ByCreation = z.tuple([Id])
const ByVersion = z.tuple([z.int()])

interface Asked {
  limit: number
  view?: 'summary' | undefined
  category_id?: string | undefined
  q?: string | undefined
  cursor?: string | undefined
}

const wanted = ({ limit, view, category_id, q }: Asked) => ({
  limit,
  words: searchWords(q),
  withContent: view !== 'summary',
  categoryId: category_id === 'none' ? null : category_id,
})

export function postRoutes(serve: Serve, services: Services) {
  const { db } = services

  const listPublished = async (query: Asked) => {
    const after = readCursor(ByPublication, query.cursor)
    return mapPage(await listPosts(db, { published: true }, { ...wanted(query), after }), toListedPost)
  }

  serve(api.posts.list, ({ query }) => listPublished(query))
  serve(api.posts.listAll, async ({ user, query }) => {
    if (!query.include_unpublished) return listPublished(query)
    const after = readCursor(ByCreation, query.cursor)
    const visible = { published: true, draftsOf: user.role === 'admin' ? 'all' : user.id }
    return mapPage(await listPosts(db, visible, { ...wanted(query), after }), toListedPost)
  })
  serve(api.posts.drafts, async ({ user, query }) => {
    const after = readCursor(ByCreation, query.cursor)
    return mapPage(
      await listPosts(db, { published: false, draftsOf: user.id }, { ...wanted(query), after }),
      toListedPost,
    )
  })
  serve(api.posts.read, ({ user, params }) => readPost(services, user, params.id))
  serve(api.posts.create, ({ user, body }) => createPost(services, user, body))
  serve(api.posts.update, ({ user, params, body, ifMatch }) => updatePost(services, user, params.id, body, ifMatch))
  serve(api.posts.publish, ({ user, params, body, ifMatch }) =>
    publishPost(services, user, params.id, body.is_published, ifMatch),
  )
  serve(api.posts.linkedFrom, ({ user, params }) => postsLinkingTo(services, user, params.id))
  serve(api.posts.versions, ({ user, params, query: { limit, cursor } }) =>
    readVersions(services, user, params.id, { limit, after: readCursor(ByVersion, cursor) }),
  )
  serve(api.posts.version, ({ user, params }) => readVersion(services, user, params.id, params.version))
  serve(api.posts.remove, ({ user, params }) => deletePost(services, user, params.id))
}
