import { randomBytes } from 'node:crypto'
import { decodeClientDataJSON } from '@simplewebauthn/server/helpers'
import type { CreationOptions, RequestOptions } from '../../../contract/auth/passkeys.ts'
import { limits } from '../../../contract/limits.ts'
import type { PasskeyRow, Schema } from '../../db/schema.ts'
import { fail } from '../../http/fail.ts'
import { maxSkewMs } from '../../lib/time.ts'
import type { Services } from '../../services.ts'
import { deleteChallenge, deleteExpiredChallenges, insertChallenge } from './queries.ts'

const { challengeMs } = limits.passkeys

/** The site for which passkeys are made, and the origins of its pages. */
export interface Party {
  id: string
  origins: string[]
}

/**
 * Party of the public address, or else of the host that the browser asked. A browser signs for the site that it shows, so
 * a forged Host header yields no usable assertion.
 */
export function partyOf(publicUrl: string | undefined, host: string): Party {
  const origins = publicUrl === undefined ? [`https://${host}`, `http://${host}`] : [new URL(publicUrl).origin]
  return { id: URL.parse(origins[0] ?? '')?.hostname ?? fail('unreadable'), origins }
}

/** Purpose of a challenge: an answer for another one is refused. */
export type Purpose = Pick<Schema['passkey_challenges'], 'kind' | 'bound_to'>

async function createChallenge({ db, now }: Services, purpose: Purpose) {
  const challenge = randomBytes(32).toString('base64url')
  await deleteExpiredChallenges(db, now())
  await insertChallenge(db, { challenge, ...purpose, expires_at: now() + challengeMs })
  return challenge
}

function challengeIn(clientDataJSON: string) {
  try {
    return decodeClientDataJSON(clientDataJSON).challenge
  } catch {
    return undefined // not JSON
  }
}

/** The challenge of an answer, which is used up by it, right or wrong. */
export async function takeChallenge({ db, now }: Services, purpose: Purpose, clientDataJSON: string) {
  const challenge = challengeIn(clientDataJSON)
  const expiresAt = typeof challenge === 'string' && (await deleteChallenge(db, { challenge, ...purpose }))
  const remainingMs = expiresAt ? expiresAt - now() : 0
  const isOpen = remainingMs > 0 && remainingMs <= challengeMs + maxSkewMs
  return challenge !== undefined && isOpen ? challenge : fail('passkey_expired')
}

const known = ({ credential_id, transports }: PasskeyRow) => ({
  id: credential_id,
  type: 'public-key' as const,
  transports: transports === '' ? [] : transports.split(','),
})

// EdDSA, ES256, RS256
export const algorithms = [-8, -7, -257]
export const userHandleOf = (userId: string) => Buffer.from(userId, 'hex').toString('base64url')

/** For a new passkey, which the device finds without a name later, and which asks for a finger, a face or a PIN. */
export async function creationOptions(
  services: Services,
  party: Party,
  purpose: Purpose,
  user: { id: string; name: string },
  existing: PasskeyRow[],
): Promise<CreationOptions> {
  return {
    challenge: await createChallenge(services, purpose),
    rp: { id: party.id, name: 'Alejandría' },
    user: { id: userHandleOf(user.id), name: user.name, displayName: user.name },
    pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' })),
    timeout: challengeMs,
    attestation: 'none',
    excludeCredentials: existing.map(known),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  }
}

export const requestOptions = async (
  services: Services,
  party: Party,
  purpose: Purpose,
  allowed: PasskeyRow[],
): Promise<RequestOptions> => ({
  challenge: await createChallenge(services, purpose),
  rpId: party.id,
  timeout: challengeMs,
  userVerification: 'required',
  allowCredentials: allowed.map(known),
})
