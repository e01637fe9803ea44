import { createHmac, timingSafeEqual } from 'node:crypto'
import { files, type Rendition } from '../../contract/files.ts'
import { users } from '../../contract/users.ts'
import { isActiveSession } from '../auth/queries.ts'
import { fail } from '../http/fail.ts'
import type { Services } from '../services.ts'

/** Permission to read one rendition of one file, or a copy of an avatar, in one session. */
interface Grant<R extends string = string> {
  id: string
  rendition: R
  session_id: string
}

/**
 * URLs expire at the second full quarter of a day from now: after six to twelve hours. Equal grants have equal URLs
 * within a quarter, so that browsers can cache.
 */
const quarterDayMs = 6 * 60 * 60_000

const hmacOf = ({ urlSigningKey }: Services, { id, rendition, session_id }: Grant, expires: number) =>
  createHmac('sha256', urlSigningKey).update(`${id} ${rendition} ${session_id} ${expires}`).digest('base64url')

function signPath(services: Services, path: string, grant: Grant) {
  const expires = (Math.floor(services.now() / quarterDayMs) + 2) * quarterDayMs
  const signature = [grant.rendition, expires, grant.session_id, hmacOf(services, grant, expires)].join('.')
  return `/api${path.replace(':id', grant.id).replace(':signature', signature)}`
}

/** URL of a file's bytes on this server, for anybody who has it, while the session lasts. */
export const signUrl = (services: Services, grant: Grant<Rendition>) => signPath(services, files.content.path, grant)

/** The same for the copy of an avatar; `id` is its key in the storage. */
export const signAvatarUrl = (services: Services, { id, session_id }: Omit<Grant, 'rendition'>) =>
  signPath(services, users.avatar.path, { id, rendition: 'avatar', session_id })

const signaturePattern = /^([a-z]+)\.(\d{13,16})\.([0-9a-f]{32})\.([\w-]{43})$/

/** Returns the rendition and the session. 403 if the signature is wrong, expired or for another id, or the session has ended. */
export async function verifySignature<R extends string>(
  services: Services,
  { id, signature }: { id: string; signature: string },
  allowed: readonly R[],
): Promise<{ rendition: R; session_id: string }> {
  const [, name, expires = '', session_id = '', hmac = ''] = signaturePattern.exec(signature) ?? []
  const rendition = allowed.find((known) => known === name)
  if (!rendition) return fail('address_expired')
  const expected = hmacOf(services, { id, rendition, session_id }, Number(expires))
  if (!timingSafeEqual(Buffer.from(hmac), Buffer.from(expected)) || Number(expires) <= services.now())
    fail('address_expired')
  if (!(await isActiveSession(services.db, session_id, services.now()))) fail('address_expired')
  return { rendition, session_id }
}
