// Mails in the queue (one for many recipients), their deliveries (one per recipient), and unsubscribe links.
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, Moment, pagesOf, schema } from './fields.ts'

/**
 * 'post_digest' is one mail about several posts. From those of 'security', 'invitation', 'password_link' and 'new_device'
 * nobody can unsubscribe.
 */
const mailKinds = [
  'new_post',
  'post_digest',
  'broadcast',
  'test',
  'security',
  'invitation',
  'password_link',
  'new_device',
] as const
export type MailKind = (typeof mailKinds)[number]

/** Deliveries by their state. */
const counts = {
  queued: z.int(),
  sent: z.int(),
  /** In a folder of the server, as there was no mail server (SMTP_URL). */
  saved: z.int(),
  failed: z.int(),
  skipped: z.int(),
}

export const Mail = schema('Mail', {
  id: Id,
  kind: z.enum(mailKinds),
  subject: z.string(),
  /** Current name of the person who caused it. */
  created_by: z.string(),
  created_at: Moment,
  ...counts,
})
export type Mail = z.output<typeof Mail>

/**
 * 'skipped': the account was deactivated, the person unsubscribed, or the post was withdrawn before the mail was sent.
 */
const deliveryStates = ['queued', 'sent', 'failed', 'skipped'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** As deliveries are counted: of the sent ones, those that were only saved are a number of their own. */
export const countedStates = ['queued', 'sent', 'saved', 'failed', 'skipped'] as const

export const Delivery = schema('Delivery', {
  id: Id,
  name: z.string(),
  email: z.string(),
  state: z.enum(deliveryStates),
  attempts: z.int(),
  /** Reason for 'failed' or 'skipped', of the last failed attempt, or for a 'sent' one that was only saved. */
  reason: z.nullable(z.string()),
  /** Null unless queued. */
  next_try_at: z.nullable(Moment),
  sent_at: z.nullable(Moment),
})
export type Delivery = z.output<typeof Delivery>

/**
 * Counts of all deliveries by state, and the reason for the queue's pause while the mail server refuses everything
 * (`held`).
 */
export const QueueStatus = schema('Outbox', {
  /** False without a mail server (SMTP_URL): mails are only saved. */
  is_set: z.boolean(),
  ...counts,
  held: z.nullable(z.object({ reason: z.string(), since: Moment, next_try_at: Moment })),
})
export type QueueStatus = z.output<typeof QueueStatus>

/** `token` contains a person and a preference, signed by this server. */
const ByToken = z.object({ token: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,200}$/)) })

export const mail = {
  unsubscribePage: endpoint('GET', '/notifications/unsubscribe/:token', 'public', {
    summary: 'Page of a mail’s unsubscribe link, with the button; changes nothing',
    params: ByToken,
    html: true,
  }),
  unsubscribe: endpoint('POST', '/notifications/unsubscribe/:token', 'public', {
    summary: 'Turn off one kind of mail (RFC 8058); `undo` in the form turns it on again',
    params: ByToken,
    html: true,
  }),
  sendTest: endpoint('GET', '/notifications/test/new-post', 'admin', {
    summary: 'Mail an example of a new post to the caller only',
    hasEffect: true,
    response: z.object({ success: z.literal(true), message: z.string() }),
  }),
  queueStatus: endpoint('GET', '/notifications/admin/outbox', 'admin', {
    summary: 'Mail queue: counts of queued, sent, saved, failed and skipped deliveries, and the reason for a pause',
    response: QueueStatus,
  }),
  retryQueued: endpoint('POST', '/notifications/admin/outbox/retry', 'admin', {
    summary: 'Retry all queued deliveries now',
    response: QueueStatus,
    cost: 5,
  }),
  list: endpoint('GET', '/notifications/admin/mails', 'admin', {
    summary: 'Mails, newest first',
    ...pagesOf(Mail),
    cost: 5,
  }),
  deliveries: endpoint('GET', '/notifications/admin/mails/:id/deliveries', 'admin', {
    summary: 'Deliveries of a mail: failed, queued, skipped, then sent ones, each by name',
    ...pagesOf(Delivery),
    cost: 5,
  }),
  retryFailed: endpoint('POST', '/notifications/admin/mails/:id/retry', 'admin', {
    summary: 'Requeue the failed deliveries of a mail',
    response: Mail,
  }),
}
