// Push messages: to the browsers of a person, by the push services of these browsers.
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Id, Moment, schema } from '../fields.ts'
import { limits } from '../limits.ts'

const notReadable = 'La suscripción del navegador no se entiende'
const key = (length: number) =>
  z.string({ error: notReadable }).check(z.regex(new RegExp(`^[\\w-]{${length}}={0,2}$`), notReadable))

/** A browser that gets push messages. */
export const PushDevice = schema('PushDevice', {
  id: Id,
  /** For example 'Firefox en Android'; null if unknown. */
  device: z.nullable(z.string()),
  created_at: Moment,
  pushed_at: z.nullable(Moment),
  /** Its messages say only that there is something. */
  hides_content: z.boolean(),
  /** That of the session that asks. */
  is_current: z.boolean(),
})
export type PushDevice = z.output<typeof PushDevice>

/** As the browser's PushSubscriptionJSON. */
export const NewPushDevice = z
  .object(
    {
      endpoint: z
        .string({ error: notReadable })
        .check(z.regex(/^https:\/\/[\x21-\x7e]+$/, notReadable), z.maxLength(limits.push.endpoint, notReadable)),
      // a point of P-256, and 16 bytes
      keys: z.object({ p256dh: key(87), auth: key(22) }, notReadable),
    },
    notReadable,
  )
  .register(z.globalRegistry, { id: 'NewPushDevice' })
export type NewPushDevice = z.output<typeof NewPushDevice>

const PushDeviceChanges = schema('PushDeviceChanges', {
  hides_content: z.boolean({ error: 'Tiene que ser verdadero o falso' }),
})

/**
 * Content of a push message, as JSON: the thread's message, or that there is none any more. `device` is
 * the one that it is for, `unread` the count of its person's unread notices.
 */
export type PushMessage = { id: string; device: string; thread: string; unread: number } & (
  | { title: string; body: string; path: string }
  | { is_withdrawn: true }
)

export const push = {
  key: endpoint('GET', '/push/key', 'member', {
    summary: 'Public key (VAPID) with which browsers subscribe to push messages',
    response: z.object({ key: z.string() }),
  }),
  list: endpoint('GET', '/push/subscriptions', 'member', {
    summary: 'Browsers of the caller that get push messages, the newest first',
    response: z.array(PushDevice),
  }),
  subscribe: endpoint('POST', '/push/subscriptions', 'member', {
    summary: 'Send push messages to the browser of this session, until the session ends; may be repeated',
    body: NewPushDevice,
    response: PushDevice,
  }),
  update: endpoint('PUT', '/push/subscriptions/:id', 'member', {
    summary: 'Show or hide the content of push messages to one of the caller’s browsers',
    body: PushDeviceChanges,
    response: PushDevice,
  }),
  remove: endpoint('DELETE', '/push/subscriptions/:id', 'member', {
    summary: 'Send no more push messages to one of the caller’s browsers',
  }),
  test: endpoint('POST', '/push/subscriptions/:id/test', 'member', {
    summary: 'Queue a test message to one of the caller’s browsers',
  }),
}
