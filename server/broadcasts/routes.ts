import { api } from '../../contract/index.ts'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { readRecipients, sendBroadcast } from './rules.ts'

export function broadcastRoutes(serve: Serve, services: Services, takeMail: (userId: string) => void) {
  serve(api.broadcasts.recipients, ({ query }) => readRecipients(services.db, query.include_unsubscribed))
  serve(api.broadcasts.send, ({ user, body }) => sendBroadcast(services, user, body, () => takeMail(user.id)))
}
