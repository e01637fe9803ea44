import { fail } from '../http/fail.ts'
import type { SignedIn } from '../http/signed-in.ts'
import { readGrant } from '../http/signed-urls.ts'
import type { Services } from '../services.ts'
import { findActiveSession } from './queries.ts'

/** Returns the rendition and the session's person. 403 as `readGrant`, and if the session has ended. */
export async function verifySignature<R extends string>(
  services: Services,
  params: { id: string; signature: string },
  allowed: readonly R[],
): Promise<{ rendition: R; user: Omit<SignedIn, 'address'> }> {
  const { rendition, session_id } = readGrant(services, params, allowed)
  const user = (await findActiveSession(services.db, session_id, services.now())) ?? fail('address_expired')
  return { rendition, user }
}
