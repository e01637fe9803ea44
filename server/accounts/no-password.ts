// Values in place of a hash in `users.password_hash`, for accounts without a password: no password is right.

/** Value for a person who hasn't chosen one yet. */
export const noPassword = ''

/** Value for somebody who accepted the invitation with a passkey. */
export const onlyPasskeys = 'passkeys'

export const isPasswordHash = (hash: string) => hash !== noPassword && hash !== onlyPasskeys
