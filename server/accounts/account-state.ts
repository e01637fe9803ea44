// How the person of an account signs in stands in its `password_hash`. In place of a hash no password is right.
import type { UserRow } from '../db/schema.ts'

type Account = Pick<UserRow, 'password_hash'>

/** In place of the hash of somebody who hasn't accepted the invitation yet. */
export const invited = ''

/** In place of the hash of somebody who accepted the invitation with a passkey. */
export const onlyPasskeys = 'passkeys'

export const isInvited = ({ password_hash }: Account) => password_hash === invited
export const hasOnlyPasskeys = ({ password_hash }: Account) => password_hash === onlyPasskeys
export const hasPassword = (account: Account) => !isInvited(account) && !hasOnlyPasskeys(account)
