import { hash, randomBytes } from 'node:crypto'
import { limits } from '../../contract/limits.ts'
import type { Db } from '../db/schema.ts'
import { afterCommit } from '../db/transaction.ts'
import { fail } from '../http/fail.ts'
import { withTimeout } from '../lib/with-timeout.ts'
import { moveSubscription } from '../push/queries.ts'
import type { Services } from '../services.ts'
import { mustAddFactor } from './demand/must-add.ts'
import {
  confirmSessionRow,
  deleteLeastUsedSessions,
  deleteSessionsOf,
  findSession,
  findSessionRow,
  insertSession,
  touchSession,
} from './queries.ts'
import type { ClientInfo, SignedIn } from './signed-in.ts'

const dayMs = 24 * 60 * 60_000
/** Minimum interval between two writes of a session's end. */
const touchIntervalMs = 60_000
/** A request waits no longer for that write. */
const maxTouchMs = 200
const maxAgentLength = 400

const hashToken = (token: string) => hash('sha256', token, 'base64url')
const createToken = () => randomBytes(32).toString('base64url')

/** The end of a session without further use: after the idle time, and 30 days after the sign-in at the latest. */
const endOf = ({ now, settings }: Services, createdAt: number) =>
  Math.min(now() + settings.sessionDays * dayMs, createdAt + limits.sessions.maxAgeMs)

/** Inserts a session; beyond the maximum the least recently used one ends. Only a hash of its token is stored. */
export async function openSession(
  services: Services,
  tx: Db,
  userId: string,
  { agent, address }: Pick<ClientInfo, 'agent' | 'address'>,
  device_since = services.now(),
) {
  const token = createToken()
  const id = services.newId()
  const now = services.now()
  await insertSession(tx, {
    id,
    token_hash: hashToken(token),
    user_id: userId,
    created_at: now,
    last_seen_at: now,
    expires_at: endOf(services, now),
    heartbeat_at: null,
    agent: agent?.slice(0, maxAgentLength) ?? null,
    address,
    confirmed_at: now,
    device_since,
  })
  const ended = await deleteLeastUsedSessions(tx, userId, limits.sessions.maxPerPerson)
  if (ended > 0) await services.bus.send(tx, { kind: 'account', id: userId })
  return { token, session_id: id }
}

/**
 * After a change of a password or a factor: ends all sessions of the person and continues the own one, with its push messages,
 * under a new token, which `serve` sends in a header; the row needs `renewsToken`. It ends 30 days after the sign-in all the
 * same. Returns the person with the new session.
 */
export async function renewSession(services: Services, tx: Db, user: SignedIn): Promise<SignedIn> {
  const before = (await findSessionRow(tx, user.session_id)) ?? fail('unauthenticated')
  const token = createToken()
  const id = services.newId()
  const now = services.now()
  await insertSession(tx, {
    ...before,
    id,
    token_hash: hashToken(token),
    last_seen_at: now,
    expires_at: endOf(services, before.created_at),
  })
  await moveSubscription(tx, before.id, id)
  await deleteSessionsOf(tx, user.id, id)
  await services.bus.send(tx, { kind: 'account', id: user.id })
  afterCommit(tx, () => Object.assign(user, { session_id: id, renewed_token: token }))
  return { ...user, session_id: id }
}

/**
 * After the person gave a password or a passkey again: dangerous calls are allowed for a while. The session goes on under
 * a new token, the one before ends; its sockets and signed URLs stay. Of two at once one succeeds.
 */
export async function confirmSession(services: Services, tx: Db, user: SignedIn) {
  const token = createToken()
  const confirmed = { token_hash: hashToken(token), confirmed_at: services.now() }
  if (!(await confirmSessionRow(tx, user.session_id, user.confirmed_at ?? null, confirmed))) fail('unauthenticated')
  afterCommit(tx, () => Object.assign(user, { renewed_token: token }))
}

/** Stores the use of a session. A database that can't be written to now delays no read for longer than `maxTouchMs`. */
async function extendSession(services: Services, session: { session_id: string; created_at: number }, address: string) {
  const { db, now, log } = services
  const seen = { last_seen_at: now(), expires_at: endOf(services, session.created_at), address }
  const stored = touchSession(db, session.session_id, seen).then(
    () => {},
    (err) => log.warn({ err }, 'the use of a session could not be stored'),
  )
  await withTimeout(stored, maxTouchMs, () => {})
}

interface Use {
  address: string
  /** False for requests that a page sends by itself. */
  isByPerson: boolean
}

/** Person of a token, if the session is valid and the account active. Each use by the person extends the session. */
export async function findSignedIn(
  services: Services,
  token: string,
  { address, isByPerson }: Use,
): Promise<SignedIn | undefined> {
  const now = services.now()
  const found = await findSession(services.db, { token_hash: hashToken(token) })
  if (!found || found.expires_at <= now) return undefined
  if (isByPerson && now - found.last_seen_at >= touchIntervalMs) await extendSession(services, found, address)
  const { id, name, role, session_id, confirmed_at } = found
  const must_add_factor = mustAddFactor(services, found)
  return { id, name, role, session_id, address, confirmed_at, must_add_factor }
}
