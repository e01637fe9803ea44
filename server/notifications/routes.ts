import * as z from 'zod/mini'
import { api } from '../../contract/index.ts'
import { limits } from '../../contract/limits.ts'
import { buckets } from '../buckets.ts'
import { fail } from '../http/fail.ts'
import { readCursor } from '../http/paging.ts'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { readRecipients, sendBroadcast, sendTest } from './broadcast.ts'
import { readDeliveries, readMails, readOutbox, sendFailed, sendWaiting } from './post-office.ts'
import {
  readAllPreferences,
  readPreferences,
  updatePreferences,
  updatePreferencesOf,
  updateUserPreferences,
} from './preferences.ts'

const Place = z.tuple([z.string()])
const DeliveryPlace = z.tuple([z.number(), z.string(), z.string()])

export function notificationRoutes(serve: Serve, services: Services) {
  const { db, now } = services
  const takeMail = buckets(limits.mailsOfAdmin, now)
  /** Takes one mail from an admin's bucket, or refuses with the seconds to wait. */
  function limited(userId: string) {
    if (!takeMail(userId)) fail('too_often', { retryAfter: Math.ceil(1 / limits.mailsOfAdmin.perSecond) })
  }

  serve(api.notifications.preferences, ({ user }) => readPreferences(db, user.id))
  serve(api.notifications.updatePreferences, ({ user, body }) => updatePreferences(services, user, body))
  serve(api.notifications.allPreferences, () => readAllPreferences(db))
  serve(api.notifications.updateUserPreferences, ({ user, params, body }) =>
    updateUserPreferences(services, user, params.id, body),
  )
  serve(api.notifications.bulkUpdate, ({ user, body }) => updatePreferencesOf(services, user, body))

  serve(api.notifications.recipients, ({ query }) => readRecipients(db, query.include_unsubscribed))
  serve(api.notifications.broadcast, ({ user, body }) => sendBroadcast(services, user, body, () => limited(user.id)))
  serve(api.notifications.testNewPost, ({ user }) => {
    limited(user.id)
    return sendTest(services, user)
  })

  serve(api.notifications.outbox, () => readOutbox(db))
  serve(api.notifications.tryAgain, ({ user }) => sendWaiting(services, user))
  serve(api.notifications.mails, ({ query }) => {
    const [before] = readCursor(Place, query.cursor) ?? []
    return readMails(db, query.limit, before)
  })
  serve(api.notifications.deliveries, ({ params, query }) =>
    readDeliveries(db, params.id, query.limit, readCursor(DeliveryPlace, query.cursor)),
  )
  serve(api.notifications.retryFailed, ({ user, params }) => sendFailed(services, user, params.id))
}
