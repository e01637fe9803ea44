import { onTestFinished } from 'vitest'
import { queueHash } from '../../../server/auth/password-hash.ts'

/** Lets no password be hashed until the returned function is called. */
export function holdHashes() {
  const released = Promise.withResolvers<void>()
  const held = [queueHash(() => released.promise), queueHash(() => released.promise)]
  onTestFinished(() => released.resolve())
  return async () => {
    released.resolve()
    await Promise.all(held)
  }
}
