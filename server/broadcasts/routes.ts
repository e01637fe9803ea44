import { api } from '../../contract/index.ts'
import type { Budgets } from '../http/budgets.ts'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { readRecipients, sendBroadcast } from './rules.ts'

export function broadcastRoutes(serve: Serve, services: Services, budgets: Budgets) {
  serve(api.broadcasts.recipients, ({ query }) => readRecipients(services.db, query.include_unsubscribed))
  serve(api.broadcasts.send, ({ user, body }) => sendBroadcast(services, user, body, () => budgets.takeMail(user.id)))
}
