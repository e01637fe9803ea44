import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { type Access, activityHeader, newTokenHeader } from '../../contract/endpoint.ts'
import { limits } from '../../contract/limits.ts'
import type { Db } from '../db/schema.ts'
import type { Budgets } from '../http/budgets.ts'
import { fail } from '../http/fail.ts'
import { Answer } from '../http/reply.ts'
import type { ClientInfo, Guard, SignedIn } from '../http/serve.ts'
import { readGrant } from '../http/signed-urls.ts'
import { maxSkewMs } from '../lib/time.ts'
import { withTimeout } from '../lib/with-timeout.ts'
import { deleteSubscriptionOfSession } from '../push/queries.ts'
import type { Services } from '../services.ts'
import {
  confirmSessionRow,
  deleteLeastUsedSessions,
  deleteSessionsOf,
  findActiveSession,
  findSession,
  findSessionRow,
  insertSession,
  touchSession,
} from './queries.ts'

const dayMs = 24 * 60 * 60_000
/** Minimum interval between two writes of a session's end. */
const touchIntervalMs = 60_000
/** A request waits no longer for that write. */
const maxTouchMs = 200
const maxAgentLength = 400

const hashToken = (token: string) => hash('sha256', token, 'base64url')
const createToken = () => randomBytes(32).toString('base64url')

/** The end of a session without further use (DECISIONS §2, "Auth"): after the idle time, or at its highest age. */
function endOf({ now, settings }: Services, { created_at, kept }: { created_at: number; kept: number }) {
  const kinds = { idleMs: settings.sessionDays * dayMs, maxAgeMs: limits.sessions.maxAgeMs }
  const { idleMs, maxAgeMs } = kept === 1 ? kinds : limits.sessions.unkept
  return Math.min(now() + idleMs, created_at + maxAgeMs)
}

/** Inserts a session; beyond the maximum the least recently used one ends. Only a hash of its token is stored. */
export async function openSession(
  services: Services,
  tx: Db,
  userId: string,
  { agent, address, keeps }: Pick<ClientInfo, 'agent' | 'address' | 'keeps'>,
  device_since = services.now(),
) {
  const token = createToken()
  const id = services.newId()
  const now = services.now()
  const kept = keeps ? 1 : 0
  await insertSession(tx, {
    id,
    token_hash: hashToken(token),
    user_id: userId,
    created_at: now,
    last_seen_at: now,
    expires_at: endOf(services, { created_at: now, kept }),
    kept,
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

/** The answer of a call that renewed the token, for a row with `renewsToken`. */
export const withNewToken = <T>(body: T, token: string | undefined) =>
  new Answer(body, token === undefined ? {} : { 'x-access-token': token })

/**
 * After a change of a password or a factor: ends all sessions of the person but the own one. For a client that takes a
 * new token that one goes on as another row under it. It ends as late after the sign-in as before. Its push messages end,
 * as whoever had the old token may have asked for them: the page asks for its own again. Returns the new token, if any.
 */
export async function renewSession(services: Services, tx: Db, user: SignedIn): Promise<string | undefined> {
  const before = (await findSessionRow(tx, user.session_id)) ?? fail('unauthenticated')
  const token = createToken()
  const id = user.takes_new_token ? services.newId() : before.id
  if (user.takes_new_token) {
    const last_seen_at = services.now()
    const renewed = { token_hash: hashToken(token), last_seen_at, expires_at: endOf(services, before) }
    await insertSession(tx, { ...before, id, ...renewed })
  }
  await deleteSessionsOf(tx, user.id, id)
  await services.bus.send(tx, { kind: 'account', id: user.id })
  return user.takes_new_token ? token : undefined
}

/** 403 if the last sign-in or confirmation of this session is too old for a dangerous call; one of the future is none. */
function requireConfirmed({ now }: Pick<Services, 'now'>, { confirmed_at }: SignedIn) {
  const sinceMs = now() - (confirmed_at ?? Number.NEGATIVE_INFINITY)
  if (sinceMs < -maxSkewMs || sinceMs > limits.sessions.confirmedForMs) fail('not_confirmed')
}

/**
 * After the person gave a password or a passkey again: dangerous calls are allowed for a while. For a client that takes a
 * new token the session goes on under it, without the push messages that whoever had the one before may have asked for; its
 * sockets and signed URLs stay. Of two at once one succeeds. Returns the new token, if any.
 */
export async function confirmSession(services: Services, tx: Db, user: SignedIn): Promise<string | undefined> {
  const token = createToken()
  const confirmed = {
    confirmed_at: services.now(),
    ...(user.takes_new_token && { token_hash: hashToken(token) }),
  }
  if (!(await confirmSessionRow(tx, user.session_id, user.confirmed_at ?? null, confirmed))) fail('unauthenticated')
  if (!user.takes_new_token) return undefined
  await deleteSubscriptionOfSession(tx, user.session_id)
  return token
}

/** Stores the use of a session. A database that can't be written to now delays no read for longer than `maxTouchMs`. */
async function extendSession(
  services: Services,
  session: { session_id: string; created_at: number; kept: number },
  address: string,
) {
  const { db, now, log } = services
  const seen = { last_seen_at: now(), expires_at: endOf(services, session), address }
  const stored = touchSession(db, session.session_id, seen).then(
    () => {},
    (err) => log.warn({ err }, 'the use of a session could not be stored'),
  )
  await withTimeout(stored, maxTouchMs, () => {})
}

/** True for somebody who can do nothing but add a second factor. */
export const mustAddFactor = (
  { now }: Pick<Services, 'now'>,
  { second_factor_at, demanded_from }: Record<'second_factor_at' | 'demanded_from', number | null>,
) => second_factor_at === null && demanded_from !== null && demanded_from <= now()

/**
 * Person of a token, if the session is valid and the account active. Each use by the person extends the session, but not
 * requests that a page sends by itself.
 */
export async function findSignedIn(
  services: Services,
  token: string,
  { address, isByPerson }: { address: string; isByPerson: boolean },
): Promise<SignedIn | undefined> {
  const now = services.now()
  const found = await findSession(services.db, { token_hash: hashToken(token) })
  if (!found || found.expires_at <= now) return undefined
  // also a use of a time when the clock was wrong, whose end is too late
  if (isByPerson && Math.abs(now - found.last_seen_at) >= touchIntervalMs) await extendSession(services, found, address)
  const { id, name, role, session_id, confirmed_at } = found
  const must_add_factor = mustAddFactor(services, found)
  return { id, name, role, session_id, address, confirmed_at, must_add_factor }
}

const bearer = /^Bearer ([A-Za-z0-9_-]{43})$/i

/** Person of the token, read again at each request; undefined for public rows. 401 and 403 by `access`. */
async function authenticate(
  services: Services,
  request: FastifyRequest,
  access: Access,
  isOpenWithoutFactor: boolean,
): Promise<SignedIn | undefined> {
  if (access === 'public') return undefined
  const { headers, clientAddress } = request
  const token = bearer.exec(headers.authorization ?? '')?.[1]
  const use = { address: clientAddress, isByPerson: headers[activityHeader] !== undefined }
  const user = token ? await findSignedIn(services, token, use) : undefined
  if (!user) return fail('unauthenticated')
  if (user.must_add_factor && !isOpenWithoutFactor) return fail('second_factor_demanded')
  if (access === 'admin' && user.role !== 'admin') return fail('admin_only')
  return { ...user, takes_new_token: headers[newTokenHeader] === '1' }
}

const sha256 = (text: string) => hash('sha256', text, 'buffer')

const isMonitor = ({ headers: { authorization = '' } }: FastifyRequest, { stateToken }: Services['settings']) =>
  stateToken !== undefined && timingSafeEqual(sha256(authorization), sha256(`Bearer ${stateToken}`))

/** Authenticates requests before their body is read, and takes them from the person's budgets. */
export const createGuard =
  (services: Services, { takeRequest }: Budgets): Guard =>
  (access, { isForMonitors = false, confirms = false, isOpenWithoutFactor = false } = {}) =>
  async (request) => {
    if (isForMonitors && isMonitor(request, services.settings)) return takeRequest('monitor', request)
    request.user = await authenticate(services, request, access, isOpenWithoutFactor)
    if (!request.user) return
    takeRequest(request.user.id, request)
    if (confirms) requireConfirmed(services, request.user)
  }

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
