import * as z from 'zod/mini'
import { api } from '../../contract/index.ts'
import { mapPage } from '../db/page.ts'
import type { Budgets } from '../http/budgets.ts'
import { readCursor } from '../http/paging.ts'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { listMails } from './queries.ts'
import { readDeliveries, readQueueStatus, retryFailed, retryQueued, sendTestMail, serializeMail } from './rules.ts'

const MailCursor = z.tuple([z.string()])
const DeliveryCursor = z.tuple([z.number(), z.string(), z.string()])

export function mailRoutes(serve: Serve, services: Services, budgets: Budgets) {
  const { readDb } = services
  serve(api.mail.sendTest, ({ user }) => {
    budgets.takeMail(user.id)
    return sendTestMail(services, user)
  })
  serve(api.mail.queueStatus, () => readQueueStatus(services))
  serve(api.mail.retryQueued, ({ user }) => retryQueued(services, user))
  serve(api.mail.list, async ({ query }) => {
    const [before] = readCursor(MailCursor, query.cursor) ?? []
    return mapPage(await listMails(readDb, query.limit, before), serializeMail)
  })
  serve(api.mail.deliveries, ({ params, query }) =>
    readDeliveries(readDb, params.id, query.limit, readCursor(DeliveryCursor, query.cursor)),
  )
  serve(api.mail.retryFailed, ({ user, params }) => retryFailed(services, user, params.id))
}
