import { hash, randomBytes } from 'node:crypto'
import type { Db } from '../db/schema.ts'
import { withTimeout } from '../lib/with-timeout.ts'
import type { Services } from '../services.ts'
import { findSession, insertSession, touchSession } from './queries.ts'
import type { ClientInfo, SignedIn } from './signed-in.ts'

const dayMs = 24 * 60 * 60_000
/** Minimum interval between two writes of a session's end. */
const touchIntervalMs = 60_000
/** A request waits no longer for that write. */
const maxTouchMs = 200
const maxAgentLength = 400

const hashToken = (token: string) => hash('sha256', token, 'base64url')

/** Inserts a session. Only a hash of its token is stored. */
export async function openSession(services: Services, tx: Db, userId: string, { agent, address }: ClientInfo) {
  const token = randomBytes(32).toString('base64url')
  const id = services.newId()
  const now = services.now()
  await insertSession(tx, {
    id,
    token_hash: hashToken(token),
    user_id: userId,
    created_at: now,
    last_seen_at: now,
    expires_at: now + services.settings.sessionDays * dayMs,
    heartbeat_at: null,
    agent: agent?.slice(0, maxAgentLength) ?? null,
    address,
  })
  return { token, session_id: id }
}

/** Stores the use of a session. A database that can't be written to now delays no read for longer than `maxTouchMs`. */
async function extendSession({ db, log, settings }: Services, id: string, address: string, now: number) {
  const storing = touchSession(db, id, { last_seen_at: now, expires_at: now + settings.sessionDays * dayMs, address })
  const stored = storing.then(
    () => {},
    (err) => log.warn({ err }, 'the use of a session could not be stored'),
  )
  await withTimeout(stored, maxTouchMs, () => {})
}

/** Person of a token, if the session is valid and the account active. Each use extends the session. */
export async function findSignedIn(services: Services, token: string, address: string): Promise<SignedIn | undefined> {
  const now = services.now()
  const found = await findSession(services.db, { token_hash: hashToken(token) })
  if (!found || found.expires_at <= now) return undefined
  if (now - found.last_seen_at >= touchIntervalMs) await extendSession(services, found.session_id, address, now)
  const { id, name, role, session_id } = found
  return { id, name, role, session_id, address }
}
