import { transaction } from '../db/transaction.ts'
import { batches } from '../lib/batches.ts'
import { findLastSent } from '../mail/worker/queries.ts'
import type { Services } from '../services.ts'
import {
  deleteAddresses,
  deleteDeliveries,
  deleteEvents,
  deleteMail,
  deleteVersions,
  listEvents,
  listMails,
  listOldVersions,
  listPostIds,
} from './queries.ts'

const dayMs = 24 * 60 * 60_000
/** Days for which audit events keep their address; the database refuses fewer. */
const addressDays = 90
/** The database compares ages with its own clock. */
const clockMarginMs = 60 * 60_000

/** Rows of a statement: a few milliseconds. Versions are texts of up to 100,000 characters. */
const batch = { events: 500, deliveries: 500, mails: 100, posts: 200, versions: 10 }

export interface Ages {
  auditDays: number
  mailDays: number
  /** Newest versions of a post. */
  versions: number
  /** From the moment when another version replaced it. */
  versionDays: number
}

/** Waits a moment, so that others are answered between two steps; false if the work has to end. */
type Pause = () => Promise<boolean>
type Context = Pick<Services, 'db' | 'now'>

const daysAgo = ({ now }: Context, days: number) => now() - days * dayMs - clockMarginMs

/** From the oldest event on, to those that are too young for both. */
async function removeEvents(context: Context, auditDays: number, pause: Pause) {
  const { db } = context
  const before = daysAgo(context, auditDays)
  const addressBefore = daysAgo(context, addressDays)
  const removed = { events: 0, addresses: 0 }
  let after = ''
  do {
    const events = await listEvents(db, after, batch.events)
    const last = events.at(-1)?.id
    if (last === undefined || events.every(({ at }) => at >= addressBefore)) break
    const range = { after, last }
    if (events.some(({ at }) => at < before)) removed.events += await deleteEvents(db, range, before)
    if (events.some(({ at, address }) => address !== null && at >= before && at < addressBefore))
      removed.addresses += await deleteAddresses(db, range, addressBefore)
    after = last
  } while (await pause())
  return removed
}

async function removeMail({ db }: Context, id: string, lastSentId: string | undefined, pause: Pause) {
  while ((await deleteDeliveries(db, id, lastSentId, batch.deliveries)) === batch.deliveries)
    if (!(await pause())) return false
  return transaction(db, (tx) => deleteMail(tx, id))
}

/** The last delivery stays: without it the database would be taken for a restored one (`failQueueAfterRestore`). */
async function removeMails(context: Context, mailDays: number, pause: Pause) {
  const before = daysAgo(context, mailDays)
  const lastSentId = await findLastSent(context.db)
  let removed = 0
  let after = ''
  for (;;) {
    const mails = await listMails(context.db, after, batch.mails)
    const old = mails.filter(({ created_at }) => created_at < before)
    for (const { id } of old) {
      if (await removeMail(context, id, lastSentId, pause)) removed++
      if (!(await pause())) return removed
    }
    const last = mails.at(-1)
    if (!last || old.length === 0) return removed
    after = last.id
  }
}

async function removeVersions(context: Context, { versions: keep, versionDays }: Ages, pause: Pause) {
  const { db } = context
  const before = daysAgo(context, versionDays)
  let removed = 0
  let after = ''
  do {
    const last = (await listPostIds(db, after, batch.posts)).at(-1)
    if (last === undefined) break
    for (const versions of batches(await listOldVersions(db, { after, last }, keep, before), batch.versions)) {
      await deleteVersions(db, versions)
      removed += versions.length
      if (!(await pause())) return removed
    }
    after = last
  } while (await pause())
  return removed
}

/** Removes what is over its age, in small steps; returns how much. */
export async function removeOld(context: Context, ages: Ages, pause: Pause) {
  const events = await removeEvents(context, ages.auditDays, pause)
  const mails = await removeMails(context, ages.mailDays, pause)
  const versions = await removeVersions(context, ages, pause)
  return { ...events, mails, versions }
}
