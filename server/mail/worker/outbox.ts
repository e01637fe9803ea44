import { isClockDoubted } from '../../clock/rules.ts'
import { isStorageFull, isUnreachable } from '../../db/errors.ts'
import { createOutbox, type Outcome } from '../../db/outbox.ts'
import type { Db } from '../../db/schema.ts'
import { transaction } from '../../db/transaction.ts'
import { recordWrite } from '../../epoch/epoch-file.ts'
import { poll } from '../../lib/poll.ts'
import { delayAfter, retry } from '../../lib/retry.ts'
import type { Services } from '../../services.ts'
import { deleteHold, findHold, upsertHold } from '../queries.ts'
import { reasons } from '../reasons.ts'
import { renderEmail } from '../templates/render.ts'
import { MailRefused } from '../transports/transport.ts'
import {
  abandonDelivery,
  countAttempt,
  type DueRow,
  findDue,
  findDueId,
  makeSoonDue,
  markSent,
  purposeOf,
  renewReservation,
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
/** Reserves the delivery that is being sent. Longer than the lease, by the possible difference between the clocks of two processes. */
const reservationMs = 60_000
const renewIntervalMs = 10_000

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

type Due = DueRow & { isAfterHold: boolean }

/** A pause that would be longer than the longest is of a time when the clock was wrong. */
const isPaused = (hold: { next_try_at: number } | undefined, now: number) =>
  hold !== undefined && hold.next_try_at > now && hold.next_try_at <= now + maxHoldMs

/** True if something can be sent now. */
export async function hasWork({ db, now }: Pick<Services, 'db' | 'now'>) {
  if (isPaused(await findHold(db), now())) return false
  return (await findDueId(db, now())) !== null
}

/** Takes the first due delivery, and counts the attempt before it is made. */
async function takeDue(tx: Db, now: number): Promise<Due | Outcome> {
  const hold = await findHold(tx)
  if (isPaused(hold, now)) return 'held'
  const due = await findDue(tx, now)
  if (!due) return 'none'
  const skipped = skipReason(due)
  const reason = skipped ?? failReason(due, now, await isClockDoubted(tx, now))
  if (reason) await abandonDelivery(tx, due.id, skipped ? 'skipped' : 'failed', reason)
  else await countAttempt(tx, due.id, now + reservationMs)
  return reason ? 'more' : { ...due, isAfterHold: hold !== undefined }
}

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
    const next_try_at = now() + delayAfter(failures, holdMinutes) * minuteMs
    if (refused.sawRecipient) await rescheduleOrFail(tx, due, refused, now(), next_try_at)
    else await uncountAttempt(tx, due.id, due.due_at)
    await upsertHold(tx, { reason: refused.message, since: now(), failures, next_try_at })
  })

async function recordResult(services: Services, due: DueRow, refused: MailRefused | undefined) {
  const { db, now, settings } = services
  if (!refused) {
    await markSent(db, due.id, now(), settings.sendsMail ? null : reasons.saved)
    // a copy of the database from before would send it again
    return recordWrite(services)
  }
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

async function deliver(services: Services, due: Due): Promise<Outcome> {
  const { db, now, log } = services
  // sending may take longer than the lease, and goes on if it is lost
  const renewal = poll({
    everyMs: renewIntervalMs,
    work: () => renewReservation(db, due.id, now() + reservationMs),
    onError: (err) => log.warn({ err }, 'the reservation of a delivery could not be renewed'),
  })
  try {
    const refused = await send(services, due)
    if (refused) log.warn({ delivery: due.id, all: refused.concernsAll, err: refused.cause }, 'a mail was refused')
    await retryWrite(services, () => recordResult(services, due, refused))
    if (refused?.wasAborted) return 'stopped'
    if (refused?.concernsAll) return 'held'
    if (due.isAfterHold) await deleteHold(db)
    return 'more'
  } finally {
    await renewal.stop()
  }
}

/** Sends queued mail, each at least once: what was being sent when a process died is sent again. */
export function createMailOutbox(services: Services) {
  const { db, now, mailTransport } = services
  return createOutbox<Due>(services, {
    name: 'mail',
    pollIntervalMs: 3000,
    failureText: 'mail could not be sent',
    // what a dead process has reserved
    beginAlone: () => makeSoonDue(db, now(), now() + reservationMs),
    hasWork: () => hasWork(services),
    take: (tx) => takeDue(tx, now()),
    send: (due) => deliver(services, due),
    abort: () => mailTransport.close(),
  })
}
