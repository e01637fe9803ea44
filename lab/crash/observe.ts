/** Reads from the database what the model knows by key. */
import { verifyPassword } from '../../server/auth/password-hash.ts'
import type { Db } from '../../server/db/schema.ts'
import type { Found } from './model.ts'
import { hash, passwordOf, type Writer } from './writer.ts'

const markerOf = (text: string | null) => /^w\d+-\d+/.exec(text ?? '')?.[0]

/** Ids of the last messages and mails that are verified: they never change, and are read again at a complete check. */
export interface Marks {
  message: number
  mail: string
}
export const fromTheBeginning: Marks = { message: 0, mail: '' }

/** Numbers of the passwords whose hashes were verified. */
const numberOfHash = new Map<string, number>()

export async function observe(db: Db, writers: Writer[], from: Marks): Promise<{ found: Found; marks: Marks }> {
  const found: Found = new Map()
  const add = (kind: string, name: string | undefined, state: string) => {
    if (name === undefined) return
    const key = `${kind} ${name}`
    found.set(key, [...(found.get(key) ?? []), state])
  }
  for (const row of await db.selectFrom('posts').select(['title', 'content', 'published_at']).execute())
    add('post', markerOf(row.title), `${row.title}|${hash(row.content)}|${row.published_at !== null}`)
  for (const { content } of await db.selectFrom('comments').select('content').execute())
    add('comment', markerOf(content), hash(content))
  for (const { title, url, comment } of await db.selectFrom('news').select(['title', 'url', 'comment']).execute())
    add('news', markerOf(title), `${title}|${url}|${comment}`)
  for (const row of await db.selectFrom('files').selectAll().execute())
    if (row.original_url === null) add('file', markerOf(row.original_name), `${row.file_size}|${row.sha256}`)
    else add('file', /w\d+-\d+/.exec(row.original_url)?.[0], row.original_url)
  for (const { name, deactivated_at } of await db.selectFrom('categories').selectAll().execute())
    add('category', markerOf(name), `${name}|${deactivated_at === null ? 'active' : 'inactive'}`)
  const marks = await addFinal(db, from, add)
  await addAccounts(db, writers, add)
  return { found, marks }
}

type Add = (kind: string, name: string | undefined, state: string) => void

async function addFinal(db: Db, from: Marks, add: Add): Promise<Marks> {
  const messages = await db
    .selectFrom('chat_messages')
    .select(['seq', 'client_id', 'message'])
    .where('seq', '>', from.message)
    .orderBy('seq')
    .execute()
  for (const { client_id, message } of messages) add('message', client_id ?? undefined, hash(message))
  const mails = await db
    .selectFrom('mails')
    .select(['id', 'client_id', 'subject', 'body'])
    .select((mail) =>
      mail
        .selectFrom('deliveries')
        .whereRef('mail_id', '=', 'mails.id')
        .select((delivery) => delivery.fn.countAll().as('count'))
        .as('recipients'),
    )
    .where('kind', '=', 'broadcast')
    .where('id', '>', from.mail)
    .orderBy('id')
    .execute()
  for (const { client_id, subject, body, recipients } of mails)
    add('broadcast', client_id ?? undefined, `${subject}|${hash(body)}|${recipients}`)
  return { message: messages.at(-1)?.seq ?? from.message, mail: mails.at(-1)?.id ?? from.mail }
}

async function addAccounts(db: Db, writers: Writer[], add: Add) {
  const byName = new Map(writers.map((writer) => [writer.name, writer]))
  for (const user of await db.selectFrom('users').selectAll().where('deleted_at', 'is', null).execute()) {
    add('user', markerOf(user.email), `${user.name}|${user.deactivated_at === null ? 'active' : 'inactive'}`)
    const writer = byName.get(user.name)
    if (!writer) continue
    add('preferences', user.name, `${user.comment_replies === 1}|${user.weekly_digest === 1}`)
    add('password', user.name, `${await passwordNumber(writer, user.password_hash)}`)
  }
  // of a sign-in that a kill interrupted nobody knows the token
  const known = new Set(writers.flatMap(({ sessionKeys }) => [...sessionKeys]))
  for (const { token_hash } of await db.selectFrom('sessions').select('token_hash').execute())
    if (known.has(token_hash)) add('session', token_hash, 'open')
}

/** Number of the password that fits to a hash: the writer's last one or the next. The writer goes on with it. */
async function passwordNumber(writer: Writer, passwordHash: string) {
  const verified = numberOfHash.get(passwordHash)
  if (verified !== undefined) return verified
  for (const number of [writer.account.passwordNumber, writer.account.passwordNumber + 1])
    if (await verifyPassword(passwordOf(writer.name, number), passwordHash)) {
      numberOfHash.set(passwordHash, number)
      writer.account.passwordNumber = number
      return number
    }
  return 'unknown'
}
