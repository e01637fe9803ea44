import { randomBytes } from 'node:crypto'
import type { Disowning } from '../../../contract/auth/devices.ts'
import { hasOnlyPasskeys } from '../../accounts/account-state.ts'
import { updateUserRow } from '../../accounts/queries.ts'
import { record } from '../../audit/rules.ts'
import { toNameKey } from '../../db/name-key.ts'
import { transaction } from '../../db/transaction.ts'
import { failField } from '../../http/fail.ts'
import { mailSignInDisowned } from '../../mail/security-mails.ts'
import { makeLink } from '../../one-time-links/make.ts'
import { linkPath } from '../../one-time-links/token.ts'
import type { Services } from '../../services.ts'
import { deleteFactorsSince } from '../factors/queries.ts'
import { readLink, takeLink } from '../links/rules.ts'
import { hashPassword } from '../password-hash.ts'
import { forgetDevicesOf } from './queries.ts'

/**
 * For somebody who says that a sign-in wasn't theirs, and types the name of the account, which no mail scanner does: ends
 * the person's sessions and links, forgets their devices, makes the password unusable and deletes the factors that may be a
 * thief's (`deleteFactorsSince`). Returns the page on which another password is chosen. Of two at once one succeeds.
 */
export async function disownSignIn(services: Services, { token, name }: Disowning, address: string) {
  const { db, passwordLinkKey } = services
  const typed = await readLink(services, db, 'alarm', token)
  if (toNameKey(name) !== toNameKey(typed.name))
    failField('name', 'Ese no es el nombre de esta cuenta. Escríbelo como aparece arriba.')
  // of a password that nobody knows: as slow to refuse as any other
  const hash = await hashPassword(randomBytes(32).toString('base64url'))
  return transaction(db, async (tx) => {
    const { user, created_at } = await takeLink(services, tx, 'alarm', token)
    // without a password there is none to end, and its person can still choose a first one
    if (!hasOnlyPasskeys(user)) await updateUserRow(tx, user.id, { password_hash: hash })
    await forgetDevicesOf(tx, user.id)
    await deleteFactorsSince(tx, user.id, created_at)
    await record(services, tx, { ...user, address }, 'sign_in_disowned')
    await mailSignInDisowned(services, tx, user)
    const reset = await makeLink(services, tx, { user_id: user.id, purpose: 'reset', created_by: null })
    return { path: linkPath(passwordLinkKey, reset) }
  })
}
