import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { ById, Id } from './fields.ts'
import { Role } from './users.ts'

/** Kinds of mail that a member can turn off (SPEC §3, "E-mail preferences"). */
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

/** At least one of the four. */
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
    /** Inactive accounts get no mail, whatever their preferences. */
    is_active: z.boolean(),
    preferences: EmailPreferences,
  })
  .register(z.globalRegistry, { id: 'UserPreferences' })
export type UserPreferences = z.output<typeof UserPreferences>

const noUser = 'Selecciona al menos un usuario'
/** Unknown ids are 422 and change nothing; repeated ones count once. */
export const BulkUpdate = z
  .object({
    user_ids: z.array(Id, { error: noUser }).check(z.minLength(1, noUser), z.maxLength(10_000, 'Son demasiados')),
    preferences: PreferenceChanges,
  })
  .register(z.globalRegistry, { id: 'BulkUpdate' })
export type BulkUpdate = z.output<typeof BulkUpdate>

export const preferences = {
  read: endpoint({
    method: 'GET',
    path: '/notifications/preferences',
    access: 'member',
    summary: 'Mail preferences of the caller',
    response: EmailPreferences,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/notifications/preferences',
    access: 'member',
    summary: 'Change the caller’s mail preferences; absent fields stay',
    body: PreferenceChanges,
    response: EmailPreferences,
  }),
  listAll: endpoint({
    method: 'GET',
    path: '/notifications/admin/users/preferences',
    access: 'admin',
    summary: 'Mail preferences of all accounts, by name',
    response: z.object({ users: z.array(UserPreferences) }),
  }),
  updateOfUser: endpoint({
    method: 'PUT',
    path: '/notifications/admin/users/:id/preferences',
    access: 'admin',
    summary: 'Change the mail preferences of an account',
    params: ById,
    body: PreferenceChanges,
    response: z.object({ user_name: z.string(), preferences: EmailPreferences }),
  }),
  bulkUpdate: endpoint({
    method: 'POST',
    path: '/notifications/admin/preferences/bulk-update',
    access: 'admin',
    summary: 'Change the mail preferences of several accounts',
    body: BulkUpdate,
    response: z.object({ updated_count: z.int() }),
    maxBytes: 512 * 1024,
  }),
}
