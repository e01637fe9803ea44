import type { AuditAction } from '../../contract/audit.ts'
import type { SignedIn } from '../auth/sessions.ts'
import type { Db } from '../db/schema.ts'
import type { Services } from '../services.ts'
import { insertEvent } from './queries.ts'

/** Who acts: somebody signed in, a stranger at the door of whom only the address is known, or the operator. */
export type Actor = Pick<SignedIn, 'id' | 'name' | 'address'> | { address: string } | 'operator'

interface What {
  /** What it was done to, by its name or title. */
  target?: string | null
  /** More about it, for people to read. */
  detail?: string | null
}

/** Writes down that something was done; in the transaction that does it. */
export const record = (
  { now, newId }: Pick<Services, 'now' | 'newId'>,
  db: Db,
  by: Actor,
  action: AuditAction,
  { target = null, detail = null }: What = {},
) => {
  const person = by === 'operator' || !('id' in by) ? undefined : by
  return insertEvent(db, {
    id: newId(),
    at: now(),
    action,
    actor_id: person?.id ?? null,
    actor_name: person?.name ?? null,
    target,
    detail,
    address: by === 'operator' ? null : by.address,
  })
}

/** The same, where it was done to something that is somebody else's. */
export const recordIfForeign = async (
  services: Pick<Services, 'now' | 'newId'>,
  db: Db,
  by: SignedIn,
  authorId: string | null,
  action: AuditAction,
  what: What,
) => {
  if (authorId !== by.id) await record(services, db, by, action, what)
}
