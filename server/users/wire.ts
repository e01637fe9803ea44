import type { User } from '../../contract/users.ts'
import type { Db, UserRow } from '../db/schema.ts'
import { addressOf } from '../files/addresses.ts'
import type { Services } from '../services.ts'
import { findPictures } from './queries.ts'

/** Whose session the addresses in an answer are for; nobody's in what the operator does. */
export type Reader = { session_id: string } | undefined

/** The id of the file that an avatar is, if it is one of the archive. */
export const fileOf = (avatar: string | null | undefined) => /^file:([0-9a-f]{32})$/.exec(avatar ?? '')?.[1]

/** Accounts as they are answered: to admins, and to the person. Nothing foreign is loaded for an avatar. */
export async function toUsers(services: Services, db: Db, reader: Reader, rows: UserRow[]): Promise<User[]> {
  const files = rows.map(({ avatar }) => fileOf(avatar)).filter((id) => id !== undefined)
  const pictures = new Set(await findPictures(db, files))
  const addressFor = (avatar: string | null) => {
    const id = fileOf(avatar)
    return reader && id && pictures.has(id)
      ? addressOf(services, { id, rendition: 'thumb', session_id: reader.session_id })
      : null
  }
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    avatar: row.avatar,
    avatar_url: addressFor(row.avatar),
    phone: row.phone,
    is_active: row.deactivated_at === null,
    created_at: new Date(row.created_at).toISOString(),
  }))
}

export async function toUser(services: Services, db: Db, reader: Reader, row: UserRow): Promise<User> {
  const [user] = await toUsers(services, db, reader, [row])
  return user as User
}
