/** The work of reading the key of a store with its passphrase: 2^18 steps of scrypt, about a second. Only tests lower it. */
export const keyCost = { logN: 18 }
