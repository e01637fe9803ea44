import { api } from '../../contract/index.ts'
import type { Budgets } from '../http/budgets.ts'
import { IdCursor, readCursor } from '../http/paging.ts'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { deleteNews, findShared, initializeNews, readNews, readNewsItem, shareNews, updateNews } from './rules.ts'

export function newsRoutes(serve: Serve, services: Services, budgets: Budgets) {
  serve(api.news.list, ({ query: { limit, cursor } }) =>
    readNews(services, { limit, after: readCursor(IdCursor, cursor) }),
  )
  serve(api.news.shared, ({ query }) => findShared(services, query.url, query.except))
  serve(api.news.read, ({ user, params }) => readNewsItem(services, user, params.id))
  serve(api.news.create, ({ user, body }) => shareNews(services, user, body))
  serve(api.news.title, async ({ user, body }) => {
    budgets.takeTitle(user.id)
    return { title: await services.outbound.readTitle(body.url) }
  })
  serve(api.news.initialize, ({ user }) => initializeNews(services, user))
  serve(api.news.update, ({ user, params, body, ifMatch }) => updateNews(services, user, params.id, body, ifMatch))
  serve(api.news.remove, ({ user, params }) => deleteNews(services, user, params.id))
}
