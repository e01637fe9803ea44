import type { OwnUser } from '../../../contract/auth.ts'
import { serializeUser } from '../../accounts/serialize.ts'
import type { Db, UserRow } from '../../db/schema.ts'
import { toIso } from '../../lib/time.ts'
import type { Services } from '../../services.ts'
import { findDemandedFrom } from './queries.ts'

interface Demanded {
  second_factor_at: number | null
  demanded_from: number | null
}

/** True for somebody who can do nothing but add a second factor. */
export const mustAddFactor = ({ now }: Pick<Services, 'now'>, { second_factor_at, demanded_from }: Demanded) =>
  second_factor_at === null && demanded_from !== null && demanded_from <= now()

/** The own account of a session's person. */
export async function serializeOwnUser(
  services: Services,
  db: Db,
  session: { session_id: string },
  row: UserRow,
): Promise<OwnUser> {
  const demanded_from = await findDemandedFrom(db, row.id)
  const must_add_factor = mustAddFactor(services, { ...row, demanded_from })
  const isComing = row.second_factor_at === null && demanded_from !== null && !must_add_factor
  return {
    ...(await serializeUser(services, db, session, row)),
    must_add_factor,
    factor_demanded_from: isComing ? toIso(demanded_from) : null,
  }
}
