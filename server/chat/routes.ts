import { api } from '../../contract/index.ts'
import type { Budgets } from '../http/budgets.ts'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { createMessage, deleteMessage, editMessage, markRead, readChanges, readMessages, readReading } from './rules.ts'

export function chatRoutes(serve: Serve, services: Services, budgets: Budgets) {
  serve(api.chat.list, ({ query }) => readMessages(services.db, query))
  serve(api.chat.create, ({ user, body }) => {
    budgets.takeMessage(user.id, body.message, body.client_id)
    return createMessage(services, user, body, 'rest')
  })
  serve(api.chat.update, ({ user, params, body, ifMatch }) => {
    budgets.takeMessage(user.id, body.message)
    return editMessage(services, user, params.id, body.message, ifMatch)
  })
  serve(api.chat.remove, ({ user, params }) => {
    budgets.takeMessage(user.id)
    return deleteMessage(services, user, params.id)
  })
  serve(api.chat.changes, ({ query }) => readChanges(services.db, query.after))
  serve(api.chat.reading, ({ user }) => readReading(services.db, user.id))
  serve(api.chat.read, ({ user, body }) => markRead(services, user, body.seq))
}
