import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, schema, TrueOrFalse } from './fields.ts'
import { Role } from './users.ts'

/** Kinds of mail that a member can turn off (SPEC §3, "E-mail preferences"). */
export const EmailPreferences = schema('EmailPreferences', {
  new_posts: TrueOrFalse,
  admin_notifications: TrueOrFalse,
  comment_replies: TrueOrFalse,
  weekly_digest: TrueOrFalse,
})
export type EmailPreferences = z.output<typeof EmailPreferences>
export type PreferenceName = keyof EmailPreferences
export const preferenceNames = Object.keys(EmailPreferences.shape) as PreferenceName[]

const noneChosen = 'Selecciona al menos una preferencia para actualizar'

/** At least one of the four. */
export const PreferenceChanges = z
  .object(z.partial(EmailPreferences).shape, { error: noneChosen })
  .check(z.refine((changes) => Object.values(changes).some((value) => value !== undefined), { error: noneChosen }))
  .register(z.globalRegistry, { id: 'PreferenceChanges' })
export type PreferenceChanges = z.output<typeof PreferenceChanges>

export const UserPreferences = schema('UserPreferences', {
  id: Id,
  name: z.string(),
  email: z.string(),
  role: Role,
  /** Inactive accounts get no mail, whatever their preferences. */
  is_active: z.boolean(),
  preferences: EmailPreferences,
})
export type UserPreferences = z.output<typeof UserPreferences>

const noUser = 'Selecciona al menos un usuario'
/** Unknown ids are 422 and change nothing; repeated ones count once. */
export const BulkUpdate = schema('BulkUpdate', {
  user_ids: z.array(Id, { error: noUser }).check(z.minLength(1, noUser), z.maxLength(10_000, 'Son demasiados')),
  preferences: PreferenceChanges,
})
export type BulkUpdate = z.output<typeof BulkUpdate>

export const preferences = {
  read: endpoint('GET', '/notifications/preferences', 'member', {
    summary: 'Mail preferences of the caller',
    response: EmailPreferences,
  }),
  update: endpoint('PUT', '/notifications/preferences', 'member', {
    summary: 'Change the caller’s mail preferences; absent fields stay',
    body: PreferenceChanges,
    response: EmailPreferences,
  }),
  listAll: endpoint('GET', '/notifications/admin/users/preferences', 'admin', {
    summary: 'Mail preferences of all accounts, by name',
    response: z.object({ users: z.array(UserPreferences) }),
  }),
  updateOfUser: endpoint('PUT', '/notifications/admin/users/:id/preferences', 'admin', {
    summary: 'Change the mail preferences of an account',
    body: PreferenceChanges,
    response: z.object({ user_name: z.string(), preferences: EmailPreferences }),
  }),
  bulkUpdate: endpoint('POST', '/notifications/admin/preferences/bulk-update', 'admin', {
    summary: 'Change the mail preferences of several accounts',
    body: BulkUpdate,
    response: z.object({ updated_count: z.int() }),
    maxBytes: 512 * 1024,
  }),
}
