import { type EmailPreferences, type PreferenceName, preferenceNames } from '../../contract/preferences.ts'
import type { Account } from '../../contract/users.ts'
import type { Db, UserRow } from '../db/schema.ts'
import { listPictureIds } from '../files/queries.ts'
import { signAvatarUrl, signUrl } from '../http/signed-urls.ts'
import { toIso } from '../lib/time.ts'
import type { Services } from '../services.ts'
import { isInvited } from './account-state.ts'

/** Session for signed URLs. */
type Reader = { session_id: string }

/** File id of an avatar from the archive. */
export const fileIdOf = (avatar: string | null | undefined) => /^file:([0-9a-f]{32})$/.exec(avatar ?? '')?.[1]

export async function serializeUsers(
  services: Services,
  db: Db,
  { session_id }: Reader,
  rows: UserRow[],
): Promise<Account[]> {
  const files = rows.map(({ avatar }) => fileIdOf(avatar)).filter((id) => id !== undefined)
  const pictures = new Set(await listPictureIds(db, files))
  function avatarUrl({ avatar, avatar_key }: UserRow) {
    if (avatar_key) return signAvatarUrl(services, { id: avatar_key, session_id })
    const id = fileIdOf(avatar)
    return id && pictures.has(id) ? signUrl(services, { id, rendition: 'thumb', session_id }) : null
  }
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    avatar: row.avatar,
    avatar_url: avatarUrl(row),
    phone: row.phone,
    is_active: row.deactivated_at === null,
    created_at: toIso(row.created_at),
    has_second_factor: isInvited(row) ? null : row.second_factor_at !== null,
  }))
}

export async function serializeUser(services: Services, db: Db, reader: Reader, row: UserRow): Promise<Account> {
  const [user] = await serializeUsers(services, db, reader, [row])
  return user as Account
}

export const serializePreferences = (row: Pick<UserRow, PreferenceName>) =>
  Object.fromEntries(preferenceNames.map((name) => [name, row[name] === 1])) as EmailPreferences
