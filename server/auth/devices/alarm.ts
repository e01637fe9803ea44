import { randomBytes } from 'node:crypto'
import { record } from '../../audit/rules.ts'
import { transaction } from '../../db/transaction.ts'
import { mailSignInDisowned } from '../../mail/security-mails.ts'
import type { Services } from '../../services.ts'
import { lockUser, setPasswordHash } from '../../users/queries.ts'
import { deleteFactorsSince } from '../factors/queries.ts'
import { makeLink } from '../links/make.ts'
import { deleteLink, deleteLinksOf } from '../links/queries.ts'
import { failEnded, readLink } from '../links/rules.ts'
import { linkPath } from '../links/token.ts'
import { hashPassword } from '../password-hash.ts'
import { deleteSessionsOf } from '../queries.ts'
import { deleteDevicesOf } from './queries.ts'

/**
 * For somebody who says that a sign-in wasn't theirs: ends the person's sessions and links, forgets their devices and makes
 * the password unusable. Second factors and passkeys that were added since the mail go, and older ones stay. Returns the page
 * on which another password is chosen. Of two at once one succeeds.
 */
export async function disownSignIn(services: Services, token: string, address: string) {
  const { db, bus, passwordLinkKey } = services
  await readLink(services, db, 'alarm', token)
  // of a password that nobody knows: as slow to refuse as any other
  const hash = await hashPassword(randomBytes(32).toString('base64url'))
  return transaction(db, async (tx) => {
    const link = await readLink(services, tx, 'alarm', token)
    const user = await lockUser(tx, link.user_id)
    // whatever ends a link does so under the same lock
    if (!user || !(await deleteLink(tx, link.id))) return failEnded('alarm')
    await setPasswordHash(tx, user.id, hash)
    await deleteLinksOf(tx, user.id)
    await deleteSessionsOf(tx, user.id)
    await deleteDevicesOf(tx, user.id)
    await deleteFactorsSince(tx, user.id, link.created_at)
    await bus.send(tx, { kind: 'account', id: user.id })
    await record(services, tx, { ...user, address }, 'sign_in_disowned')
    await mailSignInDisowned(services, tx, user)
    const reset = await makeLink(services, tx, { user_id: user.id, purpose: 'reset', created_by: null })
    return { path: linkPath(passwordLinkKey, reset) }
  })
}
