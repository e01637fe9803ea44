// Mails in the queue (one for many recipients), their deliveries (one per recipient), and unsubscribe links.
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { ById, Id, Moment, Paging } from './fields.ts'

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

export const Mail = z
  .object({
    id: Id,
    kind: z.enum(mailKinds),
    subject: z.string(),
    /** Current name of the person who caused it. */
    created_by: z.string(),
    created_at: Moment,
    queued: z.int(),
    sent: z.int(),
    /** In a folder of the server, as there was no mail server (SMTP_URL). */
    saved: z.int(),
    failed: z.int(),
    skipped: z.int(),
  })
  .register(z.globalRegistry, { id: 'Mail' })
export type Mail = z.output<typeof Mail>

/**
 * 'skipped': the account was deactivated, the person unsubscribed, or the post was withdrawn before the mail was sent.
 */
const deliveryStates = ['queued', 'sent', 'failed', 'skipped'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** As deliveries are counted: of the sent ones, those that were only saved are a number of their own. */
export const countedStates = ['queued', 'sent', 'saved', 'failed', 'skipped'] as const

export const Delivery = z
  .object({
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
  .register(z.globalRegistry, { id: 'Delivery' })
export type Delivery = z.output<typeof Delivery>

/**
 * Counts of all deliveries by state, and the reason for the queue's pause while the mail server refuses everything
 * (`held`).
 */
export const QueueStatus = z
  .object({
    /** False without a mail server (SMTP_URL): mails are only saved. */
    is_set: z.boolean(),
    queued: z.int(),
    sent: z.int(),
    saved: z.int(),
    failed: z.int(),
    skipped: z.int(),
    held: z.nullable(z.object({ reason: z.string(), since: Moment, next_try_at: Moment })),
  })
  .register(z.globalRegistry, { id: 'Outbox' })
export type QueueStatus = z.output<typeof QueueStatus>

/** `token` contains a person and a preference, signed by this server. */
const ByToken = z.object({ token: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,200}$/)) })

export const mail = {
  unsubscribePage: endpoint({
    method: 'GET',
    path: '/notifications/unsubscribe/:token',
    access: 'public',
    summary: 'Page of a mail’s unsubscribe link, with the button; changes nothing',
    params: ByToken,
    html: true,
  }),
  unsubscribe: endpoint({
    method: 'POST',
    path: '/notifications/unsubscribe/:token',
    access: 'public',
    summary: 'Turn off one kind of mail (RFC 8058); `undo` in the form turns it on again',
    params: ByToken,
    html: true,
  }),
  sendTest: endpoint({
    method: 'GET',
    path: '/notifications/test/new-post',
    access: 'admin',
    summary: 'Mail an example of a new post to the caller only',
    hasEffect: true,
    response: z.object({ success: z.literal(true), message: z.string() }),
  }),
  queueStatus: endpoint({
    method: 'GET',
    path: '/notifications/admin/outbox',
    access: 'admin',
    summary: 'Mail queue: counts of queued, sent, saved, failed and skipped deliveries, and the reason for a pause',
    response: QueueStatus,
  }),
  retryQueued: endpoint({
    method: 'POST',
    path: '/notifications/admin/outbox/retry',
    access: 'admin',
    summary: 'Retry all queued deliveries now',
    response: QueueStatus,
    cost: 5,
  }),
  list: endpoint({
    method: 'GET',
    path: '/notifications/admin/mails',
    access: 'admin',
    summary: 'Mails, newest first',
    query: Paging,
    response: z.array(Mail),
    paged: true,
    cost: 5,
  }),
  deliveries: endpoint({
    method: 'GET',
    path: '/notifications/admin/mails/:id/deliveries',
    access: 'admin',
    summary: 'Deliveries of a mail: failed, queued, skipped, then sent ones, each by name',
    params: ById,
    query: Paging,
    response: z.array(Delivery),
    paged: true,
    cost: 5,
  }),
  retryFailed: endpoint({
    method: 'POST',
    path: '/notifications/admin/mails/:id/retry',
    access: 'admin',
    summary: 'Requeue the failed deliveries of a mail',
    params: ById,
    response: Mail,
  }),
}
