import type { User } from '../../contract/users.ts'
import type { UserRow } from '../db/schema.ts'

/** An account as it is answered: to admins, and to the person. */
export const toUser = (row: UserRow): User => ({
  id: row.id,
  name: row.name,
  email: row.email,
  role: row.role,
  avatar: row.avatar,
  phone: row.phone,
  is_active: row.deactivated_at === null,
  created_at: new Date(row.created_at).toISOString(),
})
