import { api } from '../../contract/index.ts'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { endVisit, markConversationSeen, markSeen, readVisit, readWhatsNew } from './rules.ts'

export function whatsNewRoutes(serve: Serve, services: Services) {
  serve(api.whatsNew.read, ({ user }) => readWhatsNew(services.db, user.id))
  serve(api.whatsNew.markSeen, ({ user, params, body }) =>
    markSeen(services, user, params.section, Date.parse(body.until)),
  )
  serve(api.whatsNew.visit, ({ user }) => readVisit(services, user))
  serve(api.whatsNew.endVisit, ({ user, body }) => endVisit(services, user, Date.parse(body.until)))
  serve(api.whatsNew.markConversationSeen, ({ user, params, body }) =>
    markConversationSeen(services, user, params.id, Date.parse(body.until)),
  )
}
