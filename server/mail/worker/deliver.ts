import { isClockDoubted } from '../../clock/rules.ts'
import { isStorageFull, isUnreachable } from '../../db/errors.ts'
import { lockLease } from '../../db/leases.ts'
import type { Db } from '../../db/schema.ts'
import { transaction } from '../../db/transaction.ts'
import { retry } from '../../lib/retry.ts'
import type { Services } from '../../services.ts'
import { deleteHold, findHold, upsertHold } from '../queries.ts'
import { reasons } from '../reasons.ts'
import { renderEmail } from '../templates/render.ts'
import { MailRefused } from '../transports/transport.ts'
import { recordLastSent } from './fail-after-restore.ts'
import type { Lease } from './lease.ts'
import {
  abandonDelivery,
  countAttempt,
  type DueRow,
  findDue,
  findDueId,
  markSent,
  purposeOf,
  rescheduleDelivery,
  uncountAttempt,
} from './queries.ts'

const minuteMs = 60_000
/** Minutes before each retry of a delivery: two days in all. */
const backoffMinutes = [1, 5, 15, 60, 240, 480, 720, 1440]
/** The same for the whole queue, while the server refuses everything; the last value repeats. */
const holdMinutes = [1, 2, 5, 15, 30, 60]
const maxHoldMs = Math.max(...holdMinutes) * minuteMs
/** Includes attempts without a known result: an email that crashes the process must not do so for ever. */
const maxAttempts = 20
/** Older deliveries, as in a restored backup, are out of date. */
const maxAgeMs = 3 * 24 * 60 * minuteMs
const writeRetryDelayMs = 1000
const maxWriteAttempts = 300

/** Reason to skip a delivery, checked right before sending. */
function skipReason(due: DueRow) {
  if (due.deleted_at !== null || due.deactivated_at !== null) return reasons.inactive
  if (due.preference && !due[due.preference]) return reasons.unsubscribed
  if (due.kind === 'new_post' && due.published_at === null) return reasons.withdrawn
  if (due.kind === 'post_digest' && due.posts.length === 0) return reasons.withdrawn
  if (purposeOf[due.kind] && !due.link) return reasons.linkEnded
  return undefined
}

function failReason(due: DueRow, now: number, isClockDoubted: boolean) {
  if (now - due.due_at > maxAgeMs && !isClockDoubted) return reasons.tooOld
  if (due.attempts >= maxAttempts) return reasons.gaveUp
  return undefined
}

type Outcome =
  | 'more' // another delivery may be due
  | 'none' // nothing is due
  | 'held' // the queue is paused
  | 'lost' // another process has the lease
  | 'stopped' // the transport was closed

/** Takes the first due delivery, and counts the attempt before it is made. */
const takeDue = (services: Services, { holder, reservedUntil }: Lease) =>
  transaction(services.db, async (tx): Promise<DueRow | Outcome> => {
    // a process that takes over the lease waits for this transaction
    if (!(await lockLease(tx, 'mail', holder))) return 'lost'
    const now = services.now()
    const due = await findDue(tx, now)
    if (!due) return 'none'
    const skipped = skipReason(due)
    const reason = skipped ?? failReason(due, now, await isClockDoubted(tx, now))
    if (reason) await abandonDelivery(tx, due.id, skipped ? 'skipped' : 'failed', reason)
    else await countAttempt(tx, due.id, reservedUntil())
    return reason ? 'more' : due
  })

/** Fails the delivery if the refusal is final or no attempts are left. */
function rescheduleOrFail(db: Db, due: DueRow, { message, isFinal }: MailRefused, now: number, notBefore = now) {
  const minutes = backoffMinutes[due.attempts]
  return isFinal || minutes === undefined
    ? abandonDelivery(db, due.id, 'failed', message)
    : rescheduleDelivery(db, due.id, Math.max(notBefore, now + minutes * minuteMs), message)
}

/**
 * Pauses the whole queue. The attempt doesn't count, unless the refusal came after the recipient was named: it may
 * concern this delivery only, so it counts, and the queue continues with another one.
 */
const pauseDelivery = ({ db, now }: Services, due: DueRow, refused: MailRefused) =>
  transaction(db, async (tx) => {
    const failures = ((await findHold(tx))?.failures ?? 0) + 1
    const next_try_at = now() + (holdMinutes[failures - 1] ?? holdMinutes.at(-1) ?? 0) * minuteMs
    if (refused.sawRecipient) await rescheduleOrFail(tx, due, refused, now(), next_try_at)
    else await uncountAttempt(tx, due.id, due.due_at)
    await upsertHold(tx, { reason: refused.message, since: now(), failures, next_try_at })
  })

async function recordResult(services: Services, due: DueRow, refused: MailRefused | undefined) {
  const { db, now, settings } = services
  if (!refused) return markSent(db, due.id, now(), settings.sendsMail ? null : reasons.saved)
  if (refused.wasAborted) return uncountAttempt(db, due.id, due.due_at)
  return refused.concernsAll ? pauseDelivery(services, due, refused) : rescheduleOrFail(db, due, refused, now())
}

/** Retries a write while the database is unreachable: an unrecorded sent delivery would be sent again. */
const retryWrite = ({ log }: Services, write: () => Promise<unknown>) =>
  retry(write, {
    delaysMs: Array(maxWriteAttempts - 1).fill(writeRetryDelayMs),
    isTransient: (error) => isUnreachable(error) || isStorageFull(error),
    onRetry: (err) => log.warn({ err }, 'the result of a delivery could not be recorded yet'),
  })

async function send(services: Services, due: DueRow) {
  try {
    await services.mailTransport.send(renderEmail(services, due))
    return undefined
  } catch (cause) {
    return cause instanceof MailRefused
      ? cause
      : new MailRefused(reasons.unfit, { concernsAll: false, isFinal: false, cause })
  }
}

/** A pause that would be longer than the longest is of a time when the clock was wrong. */
const isPaused = (hold: { next_try_at: number } | undefined, now: number) =>
  hold !== undefined && hold.next_try_at > now && hold.next_try_at <= now + maxHoldMs

/** True if something can be sent now, for which the lease is needed. */
export async function hasWork({ db, now }: Pick<Services, 'db' | 'now'>) {
  if (isPaused(await findHold(db), now())) return false
  return (await findDueId(db, now())) !== null
}

async function deliverNext(services: Services, lease: Lease): Promise<Outcome> {
  const { db, now, log } = services
  if (!(await lease.acquire())) return 'lost'
  const hold = await findHold(db)
  if (isPaused(hold, now())) return 'held'
  const due = await takeDue(services, lease)
  if (typeof due === 'string') return due
  const refused = await lease.withReservation(due.id, async () => {
    const refused = await send(services, due)
    if (refused) log.warn({ delivery: due.id, all: refused.concernsAll, err: refused.cause }, 'a mail was refused')
    await retryWrite(services, () => recordResult(services, due, refused))
    if (!refused) await recordLastSent(services, due.id)
    return refused
  })
  if (refused?.wasAborted) return 'stopped'
  if (refused?.concernsAll) return 'held'
  if (hold) await deleteHold(db)
  return 'more'
}

/** Sends all due deliveries, until `isStopped` or an obstacle; returns the last outcome. */
export async function deliverDue(services: Services, lease: Lease, isStopped = () => false) {
  let outcome: Outcome = 'more'
  while (outcome === 'more' && !isStopped()) outcome = await deliverNext(services, lease)
  return outcome
}
