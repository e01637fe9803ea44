import { isPasswordHash } from '../../accounts/no-password.ts'
import { record } from '../../audit/rules.ts'
import type { Db, UserRow } from '../../db/schema.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import { mailFactorChange } from '../../mail/factor-change.ts'
import type { QueueServices } from '../../mail/queue.ts'
import { makeLink } from '../../one-time-links/make.ts'
import { deleteSessionsOf } from '../queries.ts'
import { deleteFactorsOf } from './queries.ts'

/**
 * Takes all factors from a locked account, and ends its sessions; recorded and mailed. For somebody who had only passkeys
 * returns a link to choose a password, to be handed over: nothing else would open the account. A deactivated account gets
 * none, as it would end before the account can be used: one is made once it is active again.
 */
export async function takeFactorsOf(services: QueueServices, tx: Db, by: SignedIn | 'operator', user: UserRow) {
  const hasPassword = isPasswordHash(user.password_hash)
  await deleteFactorsOf(tx, user.id)
  await deleteSessionsOf(tx, user.id)
  await record(services, tx, by, 'factors_taken', { target: user.name })
  await mailFactorChange(services, tx, user, hasPassword ? 'factors_taken' : 'only_passkeys_taken')
  if (hasPassword || user.deactivated_at !== null) return undefined
  const created_by = by === 'operator' ? null : by.id
  const link = await makeLink(services, tx, { user_id: user.id, purpose: 'reset', created_by })
  await record(services, tx, by, 'password_link_created', { target: user.name })
  return link
}
