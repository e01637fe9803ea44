// `password_hash` has how a person signs in: a hash, or one of these values, which no password matches.
import type { UserRow } from '../db/schema.ts'

type Account = Pick<UserRow, 'password_hash'>

/** In place of the hash of somebody who hasn't accepted the invitation yet. */
export const invited = ''

/** In place of the hash of somebody who accepted the invitation with a passkey. */
export const onlyPasskeys = 'passkeys'

export const isInvited = ({ password_hash }: Account) => password_hash === invited
export const hasOnlyPasskeys = ({ password_hash }: Account) => password_hash === onlyPasskeys
export const hasPassword = (account: Account) => !isInvited(account) && !hasOnlyPasskeys(account)
