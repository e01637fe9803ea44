import { setTimeout as pause } from 'node:timers/promises'
import { isOutOfReach, isStorageFull } from '../db/faults.ts'
import type { Db } from '../db/schema.ts'
import { transaction } from '../db/transaction.ts'
import type { Services } from '../services.ts'
import type { Lease } from './lease.ts'
import { letterOf } from './letter.ts'
import { MailRefused } from './mailer.ts'
import {
  countAttempt,
  type DueRow,
  deleteHold,
  findDue,
  findHold,
  giveUp,
  holdAll,
  keepLease,
  markSent,
  putOff,
  takeAttemptBack,
} from './queries.ts'
import { reasons } from './reasons.ts'
import { rememberSent } from './restored.ts'

const minute = 60_000
/** Minutes until a letter is tried again: two days in all. */
const letterAgain = [1, 5, 15, 60, 240, 480, 720, 1440]
/** The same for everything, where the server says no to everything; the last one holds on. */
const allAgain = [1, 2, 5, 15, 30, 60]
/** Attempts that count even though nobody heard how they ended: a letter must not kill one process after the other. */
const mostAttempts = 20
/** What has waited longer isn't news any more, as in a backup that was put back. */
const stale = 3 * 24 * 60 * minute
/** Milliseconds between two tries to write down how it went, and how many there are. */
const insistEvery = 1000
const insistAtMost = 300

/** Why it isn't to go out any more, which is nobody's fault; looked at when it would. */
function needless(due: DueRow) {
  if (due.deleted_at !== null || due.deactivated_at !== null) return reasons.inactive
  if (due.preference && !due[due.preference]) return reasons.unsubscribed
  if (due.kind === 'new_post' && due.published_at === null) return reasons.withdrawn
  return undefined
}

/** Why it can't go out by itself any more. */
function hopeless(due: DueRow, now: number) {
  if (now - Number(due.due_at) > stale) return reasons.tooOld
  if (due.attempts >= mostAttempts) return reasons.gaveUp
  return undefined
}

/** How it went with one: there may be more, there is none due, all are held, somebody else sends, or it was ended. */
export type Outcome = 'more' | 'none' | 'held' | 'lost' | 'stopped'

/** Takes what is due first, which counts as an attempt from then on, whatever becomes of this process. */
const takeDue = (services: Services, { holder, inHandUntil }: Lease) =>
  transaction(services.db, async (tx): Promise<DueRow | Outcome> => {
    // whoever takes the lease over waits for this
    if (!(await keepLease(tx, holder))) return 'lost'
    const now = services.now()
    const due = await findDue(tx, now)
    if (!due) return 'none'
    const skipped = needless(due)
    const reason = skipped ?? hopeless(due, now)
    if (reason) await giveUp(tx, due.id, skipped ? 'skipped' : 'failed', reason)
    else await countAttempt(tx, due.id, inHandUntil())
    return reason ? 'more' : due
  })

/** This one later again, or never where there was no end to it. */
function putOffOrFail(db: Db, due: DueRow, { message, isFinal }: MailRefused, now: number, notBefore = now) {
  const wait = letterAgain[due.attempts]
  return isFinal || wait === undefined
    ? giveUp(db, due.id, 'failed', message)
    : putOff(db, due.id, Math.max(notBefore, now + wait * minute), message)
}

/**
 * No letter would be taken: all wait, and this one's attempt doesn't count; but where it may be this one's after all, it
 * does, and the next time begins with somebody else.
 */
const holdPost = ({ db, now }: Services, due: DueRow, refused: MailRefused) =>
  transaction(db, async (tx) => {
    const failures = ((await findHold(tx))?.failures ?? 0) + 1
    const next_try_at = now() + (allAgain[failures - 1] ?? allAgain.at(-1) ?? 0) * minute
    if (refused.sawRecipient) await putOffOrFail(tx, due, refused, now(), next_try_at)
    else await takeAttemptBack(tx, due.id, Number(due.due_at))
    await holdAll(tx, { reason: refused.message, since: now(), failures, next_try_at })
  })

/** Writes down how it went. */
async function settle(services: Services, due: DueRow, refused: MailRefused | undefined) {
  const { db, now } = services
  if (!refused) return markSent(db, due.id, now())
  if (refused.isOurs) return takeAttemptBack(db, due.id, Number(due.due_at))
  return refused.all ? holdPost(services, due, refused) : putOffOrFail(db, due, refused, now())
}

/** What has gone out must not be forgotten: as long as the database is out of reach it is tried again. */
async function insist({ log }: Services, work: () => Promise<unknown>) {
  for (let attempt = 1; ; attempt++)
    try {
      return await work()
    } catch (err) {
      if (attempt === insistAtMost || !(isOutOfReach(err) || isStorageFull(err))) throw err
      log.warn({ err }, 'how a mail went could not be written down yet')
      await pause(insistEvery)
    }
}

async function send(services: Services, due: DueRow) {
  try {
    await services.mailer.send(letterOf(services, due))
    return undefined
  } catch (cause) {
    return cause instanceof MailRefused ? cause : new MailRefused(reasons.unfit, { all: false, isFinal: false, cause })
  }
}

/** Whether there is something to do, for which the right to send is needed. */
export async function hasWork({ db, now }: Pick<Services, 'db' | 'now'>) {
  const hold = await findHold(db)
  if (hold && Number(hold.next_try_at) > now()) return false
  return (await findDue(db, now())) !== undefined
}

/** Sends what is due first. */
export async function deliverNext(services: Services, lease: Lease): Promise<Outcome> {
  const { db, now, log } = services
  if (!(await lease.hold())) return 'lost'
  const hold = await findHold(db)
  if (hold && Number(hold.next_try_at) > now()) return 'held'
  const due = await takeDue(services, lease)
  if (typeof due === 'string') return due
  const refused = await lease.whileInHand(due.id, async () => {
    const refused = await send(services, due)
    if (refused) log.warn({ delivery: due.id, all: refused.all, err: refused.cause }, 'a mail was refused')
    await insist(services, () => settle(services, due, refused))
    if (!refused) await rememberSent(services, due.id)
    return refused
  })
  if (refused?.isOurs) return 'stopped'
  if (refused?.all) return 'held'
  if (hold) await deleteHold(db)
  return 'more'
}

/** Sends all that is due, as long as it goes; what it ended with. */
export async function deliverDue(services: Services, lease: Lease, isOver = () => false) {
  let outcome: Outcome = 'more'
  while (outcome === 'more' && !isOver()) outcome = await deliverNext(services, lease)
  return outcome
}
