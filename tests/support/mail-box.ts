/** Communities with a mail server of their own, people without the work of a password, and how their mails went. */
import { afterEach } from 'vitest'
import type { Db } from '../../server/db/schema.ts'
import { newId } from '../../server/ids.ts'
import { deliverDue } from '../../server/mail/deliver.ts'
import { openLease } from '../../server/mail/lease.ts'
import type { Mailer } from '../../server/mail/mailer.ts'
import { openSmtp } from '../../server/mail/smtp.ts'
import { type Community, foundCommunity } from './community.ts'
import { openSmtpServer } from './smtp.ts'

/** What the tests of a file open is closed after each of them. */
export function mailedCommunities() {
  const closing: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close()
  })

  /** A community with a mail server of its own. */
  async function found() {
    const server = await openSmtpServer()
    const from = { name: 'Alejandría', address: 'no-reply@alejandria.example' }
    const community = await foundCommunity({
      mailer: openSmtp({ url: server.url }, { host: 'alejandria.example', from }),
    })
    closing.push(server.close, community.close)
    return { ...community, server }
  }
  return { found, closing }
}

/** Gets a letter and never says what became of it. */
export function silent() {
  const { promise: given, resolve } = Promise.withResolvers<string>()
  const mailer: Mailer = {
    send: ({ to }) => {
      resolve(to.address)
      return new Promise(() => {})
    },
    close() {},
  }
  return { mailer, given }
}

/** A process that takes what is due first and is killed with it; to whom it was. */
export async function dies(community: Community) {
  const { mailer, given } = silent()
  const lease = openLease(community.services)
  void deliverDue({ ...community.services, mailer }, lease)
  const address = await given
  await lease.close()
  return address
}

export const people = (names: string[]) => names.map((name) => `${name.toLowerCase()}@alejandria.example`)

export const broadcast = (community: Community, more: object = {}) =>
  community.hipatia.post<{ sent_count: number }>('/notifications/admin/broadcast', {
    subject: 'Asamblea',
    message: 'El jueves.\n\nA las siete.',
    ...more,
  })

/** Makes accounts that nobody signs in with; their names are `name 1`, `name 2` … */
export async function admitMany(db: Db, name: string, count: number) {
  const people = Array.from({ length: count }, (_, index) => {
    const key = `${name} ${index + 1}`.toLowerCase()
    return { id: newId(), name: `${name} ${index + 1}`, key, email: `${key.replaceAll(' ', '.')}@alejandria.example` }
  })
  const rows = people.map(({ id, name: called, key, email }) => ({
    ...{ id, name: called, name_key: key, email, email_key: email, role: 'normal' as const, avatar: null, phone: null },
    ...{ password_hash: '', created_at: 0, deactivated_at: null, deleted_at: null },
  }))
  await db.insertInto('users').values(rows).execute()
  return people
}

/** Every delivery with its person's address, in the order in which they go out. */
export const deliveriesOf = (db: Db) =>
  db
    .selectFrom('deliveries')
    .innerJoin('users', 'users.id', 'deliveries.user_id')
    .select(['deliveries.id', 'users.email', 'state', 'attempts', 'reason', 'due_at', 'sent_at'])
    .orderBy('deliveries.id')
    .execute()

/** How many there are in each state. */
export async function countStates(db: Db) {
  const states = (await deliveriesOf(db)).map(({ state }) => state)
  const count = (wanted: string) => states.filter((state) => state === wanted).length
  return { queued: count('queued'), sent: count('sent'), failed: count('failed'), skipped: count('skipped') }
}

export const reasonsOf = async ({ db }: Community) => (await deliveriesOf(db)).map(({ reason }) => reason)
