/** Communities with a mail server of their own, users without passwords, and the state of deliveries. */
import { afterEach } from 'vitest'
import type { Db } from '../../../server/db/schema.ts'
import { newId } from '../../../server/ids.ts'
import { openSmtpTransport } from '../../../server/mail/transports/smtp.ts'
import type { MailTransport } from '../../../server/mail/transports/transport.ts'
import { deliverDue } from '../../../server/mail/worker/deliver.ts'
import { createLease } from '../../../server/mail/worker/lease.ts'
import { type Community, startCommunity } from './community.ts'
import { openSmtpServer } from './smtp-server.ts'

/** Communities are closed after each test of the file. */
export function mailCommunitiesOfThisFile() {
  const closing: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close()
  })

  async function startMailCommunity() {
    const server = await openSmtpServer()
    const from = { name: 'Alejandría', address: 'no-reply@alejandria.example' }
    const community = await startCommunity({
      mailTransport: openSmtpTransport({ url: server.url }, { host: 'alejandria.example', from }),
    })
    closing.push(server.close, community.close)
    return { ...community, server }
  }
  return { startMailCommunity, closing }
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
  const lease = createLease(community.services)
  void deliverDue({ ...community.services, mailTransport }, lease)
  const address = await sentTo
  await lease.close()
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
    const key = `${name} ${index + 1}`.toLowerCase()
    return { id: newId(), name: `${name} ${index + 1}`, key, email: `${key.replaceAll(' ', '.')}@alejandria.example` }
  })
  const rows = people.map(({ id, name: called, key, email }) => ({
    ...{ id, name: called, name_key: key, email, email_key: email, role: 'normal' as const, avatar: null, phone: null },
    ...{ password_hash: 'x', created_at: 0, deactivated_at: null, deleted_at: null },
  }))
  await db.insertInto('users').values(rows).execute()
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
