import { limits } from '../../contract/limits.ts'
import type { Config } from '../config.ts'
import { transaction } from '../db/transaction.ts'
import { batches } from '../lib/batches.ts'
import type { Services } from '../services.ts'
import {
  deleteAddresses,
  deleteDeliveries,
  deleteEvents,
  deleteMail,
  deleteVersions,
  listEvents,
  listMoments,
  listOldVersions,
  listPostIds,
  removeReadNotices,
} from './queries.ts'

const dayMs = 24 * 60 * 60_000
/** Days for which audit events keep their address; the database refuses fewer. */
const addressDays = 90
/** The database compares ages with its own clock. */
const clockMarginMs = 60 * 60_000

/** Rows of a statement: a few milliseconds. Versions are texts of up to 100,000 characters. */
const batch = { events: 500, notices: 500, deliveries: 500, mails: 100, posts: 200, versions: 10 }

/** A version's days begin when another one replaces it. */
export type Ages = Pick<Config, 'KEEP_AUDIT_DAYS' | 'KEEP_MAILS_DAYS' | 'KEEP_VERSIONS' | 'KEEP_VERSIONS_DAYS'>

/** Waits a moment, so that others are answered between two steps; false if the work has to end. */
type Pause = () => Promise<boolean>
type Context = Pick<Services, 'db' | 'now' | 'log'>

/** Numbers of rows, which the steps add to. */
const none = { events: 0, addresses: 0, notices: 0, mails: 0, versions: 0 }
type Removed = typeof none

/** Returns false if it was ended by `pause`. */
type Step = (context: Context, ages: Ages, removed: Removed, pause: Pause) => Promise<boolean>

const daysAgo = ({ now }: Context, days: number) => now() - days * dayMs - clockMarginMs

/** From the oldest event on, to those that are too young for both. */
const removeEvents: Step = async (context, { KEEP_AUDIT_DAYS }, removed, pause) => {
  const { db } = context
  const before = daysAgo(context, KEEP_AUDIT_DAYS)
  const addressBefore = daysAgo(context, addressDays)
  let after = ''
  do {
    const events = await listEvents(db, after, batch.events)
    const last = events.at(-1)?.id
    if (last === undefined || events.every(({ at }) => at >= addressBefore)) return true
    const range = { after, last }
    if (events.some(({ at }) => at < before)) removed.events += await deleteEvents(db, range, before)
    if (events.some(({ at, address }) => address !== null && at >= before && at < addressBefore))
      removed.addresses += await deleteAddresses(db, range, addressBefore)
    after = last
  } while (await pause())
  return false
}

/** Unread ones stay. */
const removeNotices: Step = async (context, _ages, removed, pause) => {
  const { db, now } = context
  const before = now() - limits.noticeRetentionMs
  let after = ''
  do {
    const notices = await listMoments(db, 'notices', after, batch.notices)
    const last = notices.at(-1)?.id
    if (last === undefined || notices.every(({ created_at }) => created_at >= before)) return true
    removed.notices += await removeReadNotices(db, { after, last }, before)
    after = last
  } while (await pause())
  return false
}

async function removeMail({ db }: Context, id: string, pause: Pause) {
  while ((await deleteDeliveries(db, id, batch.deliveries)) === batch.deliveries) if (!(await pause())) return false
  return transaction(db, (tx) => deleteMail(tx, id))
}

const removeMails: Step = async (context, { KEEP_MAILS_DAYS }, removed, pause) => {
  const before = daysAgo(context, KEEP_MAILS_DAYS)
  let after = ''
  for (;;) {
    const mails = await listMoments(context.db, 'mails', after, batch.mails)
    const old = mails.filter(({ created_at }) => created_at < before)
    for (const { id } of old) {
      if (await removeMail(context, id, pause)) removed.mails++
      if (!(await pause())) return false
    }
    const last = mails.at(-1)
    if (!last || old.length === 0) return true
    after = last.id
  }
}

const removeVersions: Step = async (context, { KEEP_VERSIONS, KEEP_VERSIONS_DAYS }, removed, pause) => {
  const { db } = context
  const before = daysAgo(context, KEEP_VERSIONS_DAYS)
  let after = ''
  do {
    const last = (await listPostIds(db, after, batch.posts)).at(-1)
    if (last === undefined) return true
    for (const versions of batches(await listOldVersions(db, { after, last }, KEEP_VERSIONS, before), batch.versions)) {
      await deleteVersions(db, versions)
      removed.versions += versions.length
      if (!(await pause())) return false
    }
    after = last
  } while (await pause())
  return false
}

/** Removes old rows in small steps. `isComplete`: to its end and without a failure, which is logged. */
export async function removeOld(context: Context, ages: Ages, pause: Pause) {
  const removed = { ...none }
  let isComplete = true
  for (const step of [removeEvents, removeNotices, removeMails, removeVersions])
    try {
      if (!(await step(context, ages, removed, pause))) return { removed, isComplete: false }
    } catch (err) {
      isComplete = false
      context.log.warn({ err }, 'old rows could not be removed')
    }
  return { removed, isComplete }
}
