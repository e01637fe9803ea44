import { createHash, randomBytes } from 'node:crypto'
import type { Session } from '../../contract/auth.ts'
import type { Role } from '../../contract/users.ts'
import { record } from '../audit/record.ts'
import type { Db } from '../db/schema.ts'
import { transaction } from '../db/transaction.ts'
import { fail } from '../http/fail.ts'
import type { Services } from '../services.ts'
import { lockUser } from '../users/queries.ts'
import { deviceOf } from './device.ts'
import { deleteSession, findSession, insertSession, listSessionsOf, touchSession } from './queries.ts'

/** The person behind a request, as the database knows them at that moment. */
export interface SignedIn {
  id: string
  name: string
  role: Role
  session_id: string
  /** Where the request comes from; null for who works at the machine itself. */
  address: string | null
}

/** What a browser says it is, and where it comes from. */
export interface From {
  agent: string | null
  address: string
}

const day = 24 * 60 * 60_000
/** How long a session is used before its new end is written down. */
const touchEvery = 60_000

/** Characters that are kept of what a browser says it is. */
const longestAgent = 400

const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url')

/** Opens a session and gives its id and its token, which is kept nowhere. */
export async function openSession(services: Services, tx: Db, userId: string, { agent, address }: From) {
  const token = randomBytes(32).toString('base64url')
  const id = services.newId()
  const now = services.now()
  await insertSession(tx, {
    id,
    token_hash: hashToken(token),
    user_id: userId,
    created_at: now,
    last_seen_at: now,
    expires_at: now + services.settings.sessionDays * day,
    heartbeat_at: null,
    agent: agent?.slice(0, longestAgent) ?? null,
    address,
  })
  return { token, session_id: id }
}

/** Who a token belongs to, if its session lives and its account is active. Use moves the session's end. */
export async function findSignedIn(services: Services, token: string, address: string): Promise<SignedIn | undefined> {
  const now = services.now()
  const found = await findSession(services.db, hashToken(token), now)
  if (!found) return undefined
  if (now - found.last_seen_at >= touchEvery)
    await touchSession(services.db, found.session_id, {
      last_seen_at: now,
      expires_at: now + services.settings.sessionDays * day,
      address,
    })
  const { last_seen_at, ...signedIn } = found
  return { ...signedIn, address }
}

/** Ends the session, its sockets in all processes included. */
export const logOut = (services: Services, user: SignedIn) =>
  transaction(services.db, async (tx) => {
    if (!(await deleteSession(tx, user.session_id))) return
    await services.bus.send(tx, { kind: 'account', id: user.id })
    await record(services, tx, user, 'sign_out')
  })

/** Where the person is signed in. */
export async function readSessions({ db, now }: Services, user: SignedIn): Promise<Session[]> {
  const rows = await listSessionsOf(db, user.id, now())
  return rows.map(({ id, agent, address, created_at, last_seen_at }) => ({
    id,
    device: deviceOf(agent),
    address,
    created_at: new Date(created_at).toISOString(),
    last_seen_at: new Date(last_seen_at).toISOString(),
    is_current: id === user.session_id,
  }))
}

/** Ends those of one's sessions that are wanted, alone with the account, so that none is opened meanwhile. */
const endSessions = (services: Services, user: SignedIn, isWanted: (id: string) => boolean) =>
  transaction(services.db, async (tx) => {
    await lockUser(tx, user.id)
    let ended = 0
    for (const { id, agent } of await listSessionsOf(tx, user.id, services.now())) {
      if (!isWanted(id) || !(await deleteSession(tx, id))) continue
      await record(services, tx, user, 'session_ended', { detail: deviceOf(agent) })
      ended++
    }
    if (ended > 0) await services.bus.send(tx, { kind: 'account', id: user.id })
    return ended
  })

/** Signs out one of one's own sessions; 404 for whatever else the id may be of. The one that asks logs out. */
export async function endSession(services: Services, user: SignedIn, id: string) {
  if (id === user.session_id) return logOut(services, user)
  if ((await endSessions(services, user, (own) => own === id)) === 0) fail('not_found')
}

/** Signs out all of one's sessions but the one that asks, and says how many there were. */
export const endOtherSessions = (services: Services, user: SignedIn) =>
  endSessions(services, user, (id) => id !== user.session_id)
