import { createECDH, randomBytes } from 'node:crypto'
import { io } from 'socket.io-client'
import { limits } from '../../contract/limits.ts'
import { formatMention } from '../../contract/markdown/mentions.ts'
import { hashPassword } from '../../server/auth/password-hash.ts'
import { openSession } from '../../server/auth/session-tokens.ts'
import { type DatabaseLocation, openDatabase } from '../../server/db/db.ts'
import { newId } from '../../server/ids.ts'
import type { Services } from '../../server/services.ts'
import type { Targets } from './attack.ts'

const password = 'una clave de prueba'

/** Gives the administrator, who attacks, a password, before a server is started. */
export async function givePassword(location: DatabaseLocation) {
  const { db, close } = await openDatabase(location)
  const { name } = await db
    .updateTable('users')
    .set({ password_hash: await hashPassword(password) })
    .where('role', '=', 'admin')
    .returning('name')
    .executeTakeFirstOrThrow()
  await close()
  return { name, password }
}

/** Opens sessions for all devices of the people who are named, before a server is started, and returns their tokens. */
export async function openDevices(location: DatabaseLocation, people: number) {
  const { db, close } = await openDatabase(location)
  const services = { db, newId, now: Date.now, settings: { sessionDays: 7 } } as unknown as Services
  const members = await db.selectFrom('users').select('id').orderBy('name').offset(1).limit(people).execute()
  const tokens = await db.transaction().execute(async (tx) => {
    const opened: string[] = []
    for (const { id } of members)
      for (let count = 0; count < limits.push.maxDevices; count++)
        opened.push((await openSession(services, tx, id, { agent: null, keeps: true, address: '127.0.0.1' })).token)
    return opened
  })
  await close()
  return tokens
}

/** Body with which a browser subscribes to push messages. */
function makeSubscription(pushPort: number) {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  return {
    endpoint: `https://127.0.0.1:${pushPort}/${randomBytes(16).toString('hex')}`,
    keys: { p256dh: ecdh.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') },
  }
}

/**
 * Writes, over the API, what the attacks are about, subscribes the devices and one of the attacker to push messages, and
 * opens a page for each of the first twenty others.
 */
export async function createTargets(
  port: number,
  pushPort: number,
  attacker: string,
  others: string[],
  devices: string[],
) {
  const origin = `http://127.0.0.1:${port}`
  async function call<T>(token: string, path: string, body?: unknown) {
    const response = await fetch(`${origin}/api${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}`)
    return (await response.json()) as T
  }
  type Made = { id: string }
  const [post] = await call<[Made]>(attacker, '/posts?view=summary&limit=1')
  const [mail] = await call<[Made]>(attacker, '/notifications/admin/mails?limit=1')
  const people = await Promise.all(others.map((token) => call<{ id: string; name: string }>(token, '/auth/me')))
  const subscribe = (token: string) => call<Made>(token, '/push/subscriptions', makeSubscription(pushPort))
  for (const token of devices) await subscribe(token)
  const device = await subscribe(attacker)
  const comment = await call<Made>(attacker, `/comments/post/${post.id}`, { content: 'Nadie' })
  const message = await call<Made>(attacker, '/chat/messages', { message: 'Preguntas', message_type: 'text' })
  const answer = { message: 'Una respuesta. '.repeat(260), message_type: 'text', reply_to: message.id }
  await Promise.all(
    others.slice(0, 20).map(async (token) => {
      for (let count = 0; count < 25; count++) await call(token, '/chat/messages', answer)
      const socket = io(origin, { auth: { token }, forceNew: true, transports: ['websocket'] })
      await new Promise((resolve) => socket.once('connect', () => resolve(undefined)))
    }),
  )
  return {
    postId: post.id,
    mailId: mail.id,
    commentId: comment.id,
    messageId: message.id,
    deviceId: device.id,
    mentions: people.map(formatMention).join(' '),
  } satisfies Omit<Targets, 'credentials'>
}
