import { createHash, randomBytes } from 'node:crypto'
import type { Role } from '../../contract/users.ts'
import type { Db } from '../db/schema.ts'
import { transaction } from '../db/transaction.ts'
import type { Services } from '../services.ts'
import { deleteSession, findSession, insertSession, touchSession } from './queries.ts'

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

/** Opens a session and gives its token, which is kept nowhere. */
export async function openSession(services: Services, tx: Db, userId: string, { agent, address }: From) {
  const token = randomBytes(32).toString('base64url')
  const now = services.now()
  await insertSession(tx, {
    id: services.newId(),
    token_hash: hashToken(token),
    user_id: userId,
    created_at: now,
    last_seen_at: now,
    expires_at: now + services.settings.sessionDays * day,
    heartbeat_at: null,
    agent: agent?.slice(0, longestAgent) ?? null,
    address,
  })
  return token
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
export const logOut = ({ db, bus }: Services, user: SignedIn) =>
  transaction(db, async (tx) => {
    await deleteSession(tx, user.session_id)
    await bus.send(tx, { kind: 'account', id: user.id })
  })
