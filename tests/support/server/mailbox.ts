/** Communities with a mail server of their own, users without passwords, and the state of deliveries. */
import { afterAll, afterEach, vi } from 'vitest'
import { deleteLease } from '../../../server/db/leases.ts'
import type { Db } from '../../../server/db/schema.ts'
import { openSmtpTransport } from '../../../server/mail/transports/smtp.ts'
import type { MailTransport } from '../../../server/mail/transports/transport.ts'
import { createMailOutbox } from '../../../server/mail/worker/outbox.ts'
import { type Community, expectDone, inTurn, passwordOf, startCommunity } from './community.ts'
import { insertRows, newUser } from './database/rows.ts'
import { signedInAs } from './person.ts'
import { openSmtpServer } from './smtp-server.ts'

/** A community with a mail server for a whole file: each test begins at the same moment, with Hipatia alone and no mail. */
export async function mailCommunityOfThisFile() {
  const server = await openSmtpServer()
  const from = { name: 'Alejandría', address: 'no-reply@alejandria.example' }
  const openTransport = () => openSmtpTransport({ url: server.url }, { host: 'alejandria.example', from })
  let transport = openTransport()
  const community = await startCommunity({
    mailTransport: { send: (email) => transport.send(email), close: () => transport.close() },
  })
  const { db, clock, hipatia, tryToSignIn } = community
  const startsAt = clock.now
  const accounts = new Map<string, Promise<unknown>>()
  afterEach(async () => {
    transport.close()
    transport = openTransport()
    for (const table of ['leases', 'mail_holds', 'digest_posts', 'deliveries', 'mails', 'posts'] as const)
      await db.deleteFrom(table).execute()
    await db.deleteFrom('users').where('id', '<>', hipatia.id).execute()
    accounts.clear()
    clock.now = startsAt
    for (const emails of [server.accepted, server.received]) emails.length = 0
    Object.assign(server.answers, { connect: undefined, sender: undefined, recipient: undefined, content: undefined })
  })
  afterAll(async () => {
    await community.close()
    await server.close()
  })

  /** Signs somebody in, after creating their account if this test hasn't yet. */
  async function signIn(name: string) {
    if (!accounts.has(name)) accounts.set(name, hipatia.createsAccount(name))
    await accounts.get(name)
    return signedInAs(community.origin, expectDone(await tryToSignIn(name)), passwordOf(name))
  }
  return { ...community, signIn, signInAll: inTurn(signIn), server }
}

/** Accepts an email and never answers. */
export function createHangingTransport() {
  const { promise: sentTo, resolve } = Promise.withResolvers<string>()
  const mailTransport: MailTransport = {
    send: ({ to }) => {
      resolve(to.address)
      return new Promise(() => {})
    },
    close() {},
  }
  return { mailTransport, sentTo }
}

/** Takes the first due delivery as a process that is killed while sending it; returns the recipient. */
export async function crashWhileSending(community: Community) {
  const { mailTransport, sentTo } = createHangingTransport()
  // a dead process renews nothing
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  void createMailOutbox({ ...community.services, mailTransport }).deliver()
  const address = await sentTo
  vi.useRealTimers()
  await deleteLease(community.db, 'mail')
  return address
}

export const addressesOf = (names: string[]) => names.map((name) => `${name.toLowerCase()}@alejandria.example`)

/** The account of somebody with a password, as far as mails look at it. */
export const withPassword = ({ id }: { id: string }) => ({ id, password_hash: '$argon2id$' })

export const sendBroadcast = (community: Community, more: object = {}) =>
  community.hipatia.post<{ sent_count: number }>('/notifications/admin/broadcast', {
    subject: 'Asamblea',
    message: 'El jueves.\n\nA las siete.',
    ...more,
  })

/** Inserts accounts that nobody signs in to, named `name 1`, `name 2` … */
export async function insertUsers(db: Db, name: string, count: number) {
  const people = Array.from({ length: count }, (_, index) => {
    const email = `${name} ${index + 1}@alejandria.example`.replaceAll(' ', '.').toLowerCase()
    return newUser(`${name} ${index + 1}`, { email, email_key: email, password_hash: 'x' })
  })
  await insertRows(db, 'users', people)
  return people
}

/** Every delivery with its recipient's address, in the order of sending. */
export const listDeliveries = (db: Db) =>
  db
    .selectFrom('deliveries')
    .innerJoin('users', 'users.id', 'deliveries.user_id')
    .select(['deliveries.id', 'users.email', 'state', 'attempts', 'reason', 'due_at', 'sent_at'])
    .orderBy('deliveries.id')
    .execute()

/** Deliveries by state. */
export async function countStates(db: Db) {
  const states = (await listDeliveries(db)).map(({ state }) => state)
  const count = (wanted: string) => states.filter((state) => state === wanted).length
  return { queued: count('queued'), sent: count('sent'), failed: count('failed'), skipped: count('skipped') }
}

export const listReasons = async ({ db }: Community) => (await listDeliveries(db)).map(({ reason }) => reason)
