import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { ById, ClientId, Flag, Id, line, Moment, Paging, text } from './fields.ts'
import { limits } from './limits.ts'
import { Role } from './users.ts'

/** The kinds of mail that one may do without (SPEC §3, "E-mail preferences"). */
export const preferenceNames = ['new_posts', 'admin_notifications', 'comment_replies', 'weekly_digest'] as const
export type PreferenceName = (typeof preferenceNames)[number]

export const EmailPreferences = z
  .object({
    new_posts: z.boolean(),
    admin_notifications: z.boolean(),
    comment_replies: z.boolean(),
    weekly_digest: z.boolean(),
  })
  .register(z.globalRegistry, { id: 'EmailPreferences' })
export type EmailPreferences = z.output<typeof EmailPreferences>

const noneChosen = 'Selecciona al menos una preferencia para actualizar'
const Switch = z.optional(z.boolean({ error: 'Tiene que ser true o false' }))

/** One or more of the four. */
export const PreferenceChanges = z
  .object(
    {
      new_posts: Switch,
      admin_notifications: Switch,
      comment_replies: Switch,
      weekly_digest: Switch,
    },
    { error: noneChosen },
  )
  .check(z.refine((changes) => Object.values(changes).some((value) => value !== undefined), { error: noneChosen }))
  .register(z.globalRegistry, { id: 'PreferenceChanges' })
export type PreferenceChanges = z.output<typeof PreferenceChanges>

export const UserPreferences = z
  .object({
    id: Id,
    name: z.string(),
    email: z.string(),
    role: Role,
    /** Whoever isn't active gets no mail, whatever they prefer. */
    is_active: z.boolean(),
    preferences: EmailPreferences,
  })
  .register(z.globalRegistry, { id: 'UserPreferences' })
export type UserPreferences = z.output<typeof UserPreferences>

const noUser = 'Selecciona al menos un usuario'
/** Unknown ids are 422 and change nothing; a repeated one counts once. */
export const BulkUpdate = z
  .object({
    user_ids: z.array(Id, { error: noUser }).check(z.minLength(1, noUser), z.maxLength(10_000, 'Son demasiados')),
    preferences: PreferenceChanges,
  })
  .register(z.globalRegistry, { id: 'BulkUpdate' })
export type BulkUpdate = z.output<typeof BulkUpdate>

export const Recipient = z
  .object({ id: Id, name: z.string(), email: z.string(), subscribed: z.boolean() })
  .register(z.globalRegistry, { id: 'Recipient' })
export type Recipient = z.output<typeof Recipient>

const Included = z._default(Flag, false)
const bothRequired = 'Por favor, completa tanto el asunto como el mensaje'

export const Broadcast = z
  .object({
    subject: line({ what: 'El asunto', max: limits.broadcastSubject, required: bothRequired }),
    message: text({ what: 'El mensaje', max: limits.broadcastMessage, required: bothRequired }),
    include_unsubscribed: z._default(z.boolean({ error: 'Tiene que ser true o false' }), false),
    /** One for each broadcast of an admin: sent again it is the same one, and goes out once. */
    client_id: z.nullish(ClientId),
  })
  .register(z.globalRegistry, { id: 'Broadcast' })
export type Broadcast = z.output<typeof Broadcast>

/** What a mail is about; of those without a preference nobody can unsubscribe. */
export const mailKinds = ['new_post', 'broadcast', 'test', 'security'] as const
export type MailKind = (typeof mailKinds)[number]

/** Something that was mailed, to however many. */
export const Mail = z
  .object({
    id: Id,
    kind: z.enum(mailKinds),
    subject: z.string(),
    /** Who caused it, by the current name. */
    created_by: z.string(),
    created_at: Moment,
    /** Recipients by the state of theirs. */
    queued: z.int(),
    sent: z.int(),
    failed: z.int(),
    skipped: z.int(),
  })
  .register(z.globalRegistry, { id: 'Mail' })
export type Mail = z.output<typeof Mail>

/**
 * It waits, it went out, it failed and somebody should see why, or it wasn't to go out any more: the account isn't
 * active, its owner unsubscribed, or the post isn't published.
 */
export const deliveryStates = ['queued', 'sent', 'failed', 'skipped'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** A mail to one recipient. */
export const Delivery = z
  .object({
    id: Id,
    name: z.string(),
    email: z.string(),
    state: z.enum(deliveryStates),
    attempts: z.int(),
    /** Why it failed or was skipped, or why the last attempt failed. */
    reason: z.nullable(z.string()),
    /** When it is tried next; null unless queued. */
    next_try_at: z.nullable(Moment),
    sent_at: z.nullable(Moment),
  })
  .register(z.globalRegistry, { id: 'Delivery' })
export type Delivery = z.output<typeof Delivery>

/** How the post goes: what waits, and why nothing goes out, where the mail server says no to everything. */
export const Outbox = z
  .object({
    queued: z.int(),
    sent: z.int(),
    failed: z.int(),
    skipped: z.int(),
    held: z.nullable(z.object({ reason: z.string(), since: Moment, next_try_at: Moment })),
  })
  .register(z.globalRegistry, { id: 'Outbox' })
export type Outbox = z.output<typeof Outbox>

/** `token` says whose preference of which kind of mail it turns off; only this server can make one. */
const ByToken = z.object({ token: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,200}$/)) })

export const notifications = {
  preferences: endpoint({
    method: 'GET',
    path: '/notifications/preferences',
    access: 'member',
    summary: 'Which mails one wants',
    response: EmailPreferences,
  }),
  updatePreferences: endpoint({
    method: 'PUT',
    path: '/notifications/preferences',
    access: 'member',
    summary: 'Choose which mails one wants; fields that are left out stay',
    body: PreferenceChanges,
    response: EmailPreferences,
  }),
  unsubscribePage: endpoint({
    method: 'GET',
    path: '/notifications/unsubscribe/:token',
    access: 'public',
    summary: 'The page behind a mail’s link to unsubscribe, with the button; changes nothing',
    params: ByToken,
    html: true,
  }),
  unsubscribe: endpoint({
    method: 'POST',
    path: '/notifications/unsubscribe/:token',
    access: 'public',
    summary: 'Turn off one kind of mail (RFC 8058); with `undo` in the form, on again',
    params: ByToken,
    html: true,
  }),
  recipients: endpoint({
    method: 'GET',
    path: '/notifications/admin/recipients',
    access: 'admin',
    summary: 'Who would get a broadcast, by name',
    query: z.object({ include_unsubscribed: Included }),
    response: z.object({ subscribed_count: z.int(), total_users: z.int(), users: z.array(Recipient) }),
  }),
  broadcast: endpoint({
    method: 'POST',
    path: '/notifications/admin/broadcast',
    access: 'admin',
    summary: 'Mail something to everybody who wants it; `sent_count` is how many were queued',
    body: Broadcast,
    response: z.object({ success: z.literal(true), sent_count: z.int(), message: z.string() }),
  }),
  testNewPost: endpoint({
    method: 'GET',
    path: '/notifications/test/new-post',
    access: 'admin',
    summary: 'Mail the caller, and nobody else, what a new post looks like',
    hasEffect: true,
    response: z.object({ success: z.literal(true), message: z.string() }),
  }),
  allPreferences: endpoint({
    method: 'GET',
    path: '/notifications/admin/users/preferences',
    access: 'admin',
    summary: 'Which mails everybody wants, by name',
    response: z.object({ users: z.array(UserPreferences) }),
  }),
  updateUserPreferences: endpoint({
    method: 'PUT',
    path: '/notifications/admin/users/:id/preferences',
    access: 'admin',
    summary: 'Choose for somebody which mails they get',
    params: ById,
    body: PreferenceChanges,
    response: z.object({ user_name: z.string(), preferences: EmailPreferences }),
  }),
  bulkUpdate: endpoint({
    method: 'POST',
    path: '/notifications/admin/preferences/bulk-update',
    access: 'admin',
    summary: 'The same for several at once',
    body: BulkUpdate,
    response: z.object({ updated_count: z.int() }),
    maxBytes: 512 * 1024,
  }),
  outbox: endpoint({
    method: 'GET',
    path: '/notifications/admin/outbox',
    access: 'admin',
    summary: 'How the post goes: how many mails wait, went out, failed or were skipped, and whether all are held',
    response: Outbox,
  }),
  tryAgain: endpoint({
    method: 'POST',
    path: '/notifications/admin/outbox/retry',
    access: 'admin',
    summary: 'Try at once what waits, whatever it waits for',
    response: Outbox,
  }),
  mails: endpoint({
    method: 'GET',
    path: '/notifications/admin/mails',
    access: 'admin',
    summary: 'What was mailed, newest first',
    query: Paging,
    response: z.array(Mail),
    paged: true,
  }),
  deliveries: endpoint({
    method: 'GET',
    path: '/notifications/admin/mails/:id/deliveries',
    access: 'admin',
    summary:
      'To whom a mail went, those that failed first, then those that wait, those that were skipped, and the others, each by name',
    params: ById,
    query: Paging,
    response: z.array(Delivery),
    paged: true,
  }),
  retryFailed: endpoint({
    method: 'POST',
    path: '/notifications/admin/mails/:id/retry',
    access: 'admin',
    summary: 'Queue again what failed of a mail',
    params: ById,
    response: Mail,
  }),
}
