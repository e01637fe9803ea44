import { hashCost } from '../../../server/auth/password-hash.ts'
import { keyCost } from '../../../server/backups/store/keys.ts'

const real = { hash: { ...hashCost }, key: { ...keyCost } }

/** The least that argon2 takes, and hardly any scrypt, as passwords of tests protect nobody. */
export function cheapenHashes() {
  Object.assign(hashCost, { memory: 8, passes: 1 })
  keyCost.logN = 4
}

/** In a file whose subject is the hash, or the time that it takes. */
export function restoreHashes() {
  Object.assign(hashCost, real.hash)
  Object.assign(keyCost, real.key)
}
