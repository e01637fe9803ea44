import * as z from 'zod/mini'
import { Id } from '../../contract/fields.ts'
import { api } from '../../contract/index.ts'
import { buckets } from '../buckets.ts'
import { fail } from '../http/fail.ts'
import { readCursor } from '../http/paging.ts'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { deleteNews, findShared, initializeNews, readNews, readNewsItem, shareNews, updateNews } from './rules.ts'

const ById = z.tuple([Id])
/** Titles that one person may ask other sites for: so many at once, then one every so many seconds. */
const titles = { burst: 6, every: 5 }

export function newsRoutes(serve: Serve, services: Services) {
  const mayAsk = buckets({ burst: titles.burst, perSecond: 1 / titles.every }, services.now)

  serve(api.news.list, ({ query: { limit, cursor } }) => readNews(services, { limit, after: readCursor(ById, cursor) }))
  serve(api.news.shared, ({ query }) => findShared(services, query.url, query.except))
  serve(api.news.read, ({ user, params }) => readNewsItem(services, user, params.id))
  serve(api.news.create, ({ user, body }) => shareNews(services, user, body))
  serve(api.news.title, async ({ user, body }) => {
    if (!mayAsk(user.id)) fail('too_often', { retryAfter: titles.every })
    return { title: await services.outside.readTitle(body.url) }
  })
  serve(api.news.initialize, ({ user }) => initializeNews(services, user))
  serve(api.news.update, ({ user, params, body, ifMatch }) => updateNews(services, user, params.id, body, ifMatch))
  serve(api.news.remove, ({ user, params }) => deleteNews(services, user, params.id))
}
