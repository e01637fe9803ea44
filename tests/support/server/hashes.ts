import { hashCost } from '../../../server/auth/hash-cost.ts'

const realCost = { ...hashCost }

/** The least that argon2 takes, as passwords of tests protect nobody. */
export const cheapenHashes = () => void Object.assign(hashCost, { memory: 8, passes: 1 })

/** In a file whose subject is the hash, or the time that it takes. */
export const restoreHashes = () => void Object.assign(hashCost, realCost)
