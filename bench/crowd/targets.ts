import { io } from 'socket.io-client'
import { formatMention } from '../../contract/markdown/mentions.ts'
import { hashPassword } from '../../server/auth/password-hash.ts'
import { type DatabaseLocation, openDatabase } from '../../server/db/db.ts'
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

/** Writes, over the API, what the attacks are about, and opens a page for each of the first twenty others. */
export async function createTargets(port: number, attacker: string, others: string[]) {
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
    ...{ postId: post.id, mailId: mail.id, commentId: comment.id, messageId: message.id },
    mentions: people.map(formatMention).join(' '),
  } satisfies Omit<Targets, 'credentials'>
}
