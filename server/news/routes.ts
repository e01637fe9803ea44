import { api } from '../../contract/index.ts'
import { fail } from '../http/fail.ts'
import { IdCursor, readCursor } from '../http/paging.ts'
import type { Serve } from '../http/serve.ts'
import { createTokenBuckets } from '../lib/token-buckets.ts'
import type { Services } from '../services.ts'
import { deleteNews, findShared, initializeNews, readNews, readNewsItem, shareNews, updateNews } from './rules.ts'

const titleBurst = 6
const titleIntervalSeconds = 5

export function newsRoutes(serve: Serve, services: Services) {
  const takeTitle = createTokenBuckets({ burst: titleBurst, perSecond: 1 / titleIntervalSeconds }, services.now)

  serve(api.news.list, ({ query: { limit, cursor } }) =>
    readNews(services, { limit, after: readCursor(IdCursor, cursor) }),
  )
  serve(api.news.shared, ({ query }) => findShared(services, query.url, query.except))
  serve(api.news.read, ({ user, params }) => readNewsItem(services, user, params.id))
  serve(api.news.create, ({ user, body }) => shareNews(services, user, body))
  serve(api.news.title, async ({ user, body }) => {
    if (!takeTitle(user.id)) fail('too_often', { retryAfterSeconds: titleIntervalSeconds })
    return { title: await services.outbound.readTitle(body.url) }
  })
  serve(api.news.initialize, ({ user }) => initializeNews(services, user))
  serve(api.news.update, ({ user, params, body, ifMatch }) => updateNews(services, user, params.id, body, ifMatch))
  serve(api.news.remove, ({ user, params }) => deleteNews(services, user, params.id))
}
