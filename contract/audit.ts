// Audit events: sign-ins, and actions of administrators. Append-only.
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, Moment, pagesOf, Search, schema, searchCost } from './fields.ts'

/**
 * Sign-in events concern any member; nearly all other actions are admin actions on things they don't own. People's own
 * among them: deletions of earlier versions of posts, the ZIP, and the use of links to choose a password.
 */
export const signInActions = [
  ...(['sign_in', 'sign_in_failed', 'sign_out', 'session_ended', 'password_changed'] as const),
  ...(['password_added', 'sign_in_disowned', 'passkey_cloned'] as const),
  ...(['factor_added', 'factor_removed', 'recovery_codes_made', 'recovery_code_used'] as const),
]

export const adminActions = {
  accounts: [
    ...['user_created', 'user_updated', 'user_activated', 'user_deactivated', 'user_deleted'],
    ...['user_invited', 'invitation_renewed', 'invitation_withdrawn', 'password_link_created'],
    ...['factors_taken', 'factor_demand_changed'],
    // by their own person
    ...['account_exported', 'invitation_accepted', 'password_link_requested', 'password_reset'],
    // they end all sessions
    'database_restored',
    'keys_renewed',
  ],
  categories: ['category_created', 'category_updated', 'category_deleted', 'categories_initialized'],
  content: [
    ...['post_changed', 'post_deleted', 'post_version_deleted'],
    ...['comment_changed', 'comment_deleted', 'message_deleted'],
    ...['news_changed', 'news_deleted', 'news_initialized', 'file_deleted'],
    // by the operator
    ...['content_imported', 'import_undone', 'import_assigned'],
  ],
  mail: ['preferences_updated', 'broadcast_sent', 'test_mail_sent', 'mails_retried'],
  server: ['snapshot_requested', 'first_step_set_aside', 'first_step_taken_back'],
} as const

/** Each is of one kind. */
export const auditActions = [...signInActions, ...Object.values(adminActions).flat()]
export type AuditAction = (typeof auditActions)[number]

/** `admin` is every admin action; the kinds after it are parts of it. */
export const auditKinds = ['sign_in', 'admin', 'accounts', 'categories', 'content', 'mail', 'server'] as const
export type AuditKind = (typeof auditKinds)[number]

export const AuditEvent = schema('AuditEvent', {
  id: Id,
  at: Moment,
  action: z.enum(auditActions),
  /** Actor, with the name of that time; null for the operator and for clients without a session. */
  actor_id: z.nullable(Id),
  actor_name: z.nullable(z.string()),
  /** Name or title of the changed thing, at that time. */
  target: z.nullable(z.string()),
  /** For example the changed fields. */
  detail: z.nullable(z.string()),
  /** Address of the client, or its network after 90 days, such as 192.0.2.0/24; null for the operator. */
  address: z.nullable(z.string()),
})
export type AuditEvent = z.output<typeof AuditEvent>

export const audit = {
  list: endpoint('GET', '/audit', 'admin', {
    summary: 'Audit events: actions of admins and sign-ins, newest first',
    /** `q` matches beginnings of words of actor or target. */
    ...pagesOf(AuditEvent, {
      kind: z.optional(z.enum(auditKinds, { error: `Tiene que ser ${auditKinds.join(', ')}` })),
      q: Search,
    }),
    cost: (query) => 4 + searchCost(query),
  }),
}
