// Who did what: sign-ins, and what administrators did. Only ever added to.
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, Moment, Paging, Search } from './fields.ts'

/** Signing in and out, then what admins do to accounts, to others' writing, to the house. */
export const auditActions = [
  'sign_in',
  'sign_in_failed',
  'sign_out',
  'session_ended',
  'password_changed',
  'user_created',
  'user_updated',
  'user_activated',
  'user_deactivated',
  'user_deleted',
  'category_created',
  'category_updated',
  'category_deleted',
  'categories_initialized',
  'news_initialized',
  'preferences_updated',
  'broadcast_sent',
  'test_mail_sent',
  'mails_retried',
  'post_changed',
  'post_deleted',
  'comment_changed',
  'comment_deleted',
  'news_changed',
  'news_deleted',
  'file_deleted',
] as const
export type AuditAction = (typeof auditActions)[number]

/** Those of the first are everybody's, the others are what admins did, to others' things at that. */
export const signInActions = ['sign_in', 'sign_in_failed', 'sign_out', 'session_ended', 'password_changed'] as const

/** What admins did, by what they did it to. */
export const adminActions = {
  accounts: ['user_created', 'user_updated', 'user_activated', 'user_deactivated', 'user_deleted'],
  categories: ['category_created', 'category_updated', 'category_deleted', 'categories_initialized'],
  content: [
    ...['post_changed', 'post_deleted', 'comment_changed', 'comment_deleted'],
    ...['news_changed', 'news_deleted', 'news_initialized', 'file_deleted'],
  ],
  mail: ['preferences_updated', 'broadcast_sent', 'test_mail_sent', 'mails_retried'],
} as const satisfies Record<string, AuditAction[]>

/** Everything that admins did is `admin`, of which those after it are parts. */
export const auditKinds = ['sign_in', 'admin', 'accounts', 'categories', 'content', 'mail'] as const
export type AuditKind = (typeof auditKinds)[number]

export const AuditEvent = z
  .object({
    id: Id,
    at: Moment,
    action: z.enum(auditActions),
    /** Who did it, by the name of then; null for the operator at the machine and for strangers. */
    actor_id: z.nullable(Id),
    actor_name: z.nullable(z.string()),
    /** What it was done to, by the name of then. */
    target: z.nullable(z.string()),
    /** More about it, such as which fields were changed. */
    detail: z.nullable(z.string()),
    /** Where it came from; null for the operator at the machine. */
    address: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: 'AuditEvent' })
export type AuditEvent = z.output<typeof AuditEvent>

export const audit = {
  list: endpoint({
    method: 'GET',
    path: '/audit',
    access: 'admin',
    summary: 'What admins did and who signed in, newest first',
    /** `q`: beginnings of words of who did it or of what it was done to. */
    query: z.extend(Paging, {
      kind: z.optional(z.enum(auditKinds, { error: `Tiene que ser ${auditKinds.join(', ')}` })),
      q: Search,
    }),
    response: z.array(AuditEvent),
    paged: true,
  }),
}
