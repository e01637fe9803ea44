import { hash } from 'node:crypto'
import type { PushMessage } from '../../../contract/notices/push.ts'
import { findActiveSession } from '../../auth/queries.ts'
import { createOutbox } from '../../db/outbox.ts'
import type { Db } from '../../db/schema.ts'
import { afterCommit, transaction } from '../../db/transaction.ts'
import { firstCharacters } from '../../lib/first-characters.ts'
import { delayAfter } from '../../lib/retry.ts'
import { countUnread } from '../../notices/queries.ts'
import type { PostAnswer } from '../../outbound/fetch.ts'
import type { Services } from '../../services.ts'
import { encrypt } from '../crypto.ts'
import { deletePush, deleteSubscription, updateSubscription } from '../queries.ts'
import {
  type DueRow,
  deleteHold,
  findDue,
  findFailures,
  hasDue,
  markPushed,
  markTakenAsSent,
  maxHoldMs,
  reschedulePush,
  shortenPush,
  takePush,
  upsertHold,
} from './queries.ts'

const minuteMs = 60_000
/** Minutes before each retry of a message; the last value repeats until it expires. */
const backoffMinutes = [1, 5, 15, 60]
/** Failures in a row after which a whole service is paused: fewer may be those of single devices. */
const minFailuresOfService = 3
/** The same for a service. */
const holdMinutes = [1, 2, 5, 15, 30]
/** People who have had their turn, until the next round begins. */
const maxServed = 200

/** With the count of the person's unread notices. */
type Due = DueRow & { unread: number }

const withoutContent = { title: 'Alejandría', body: 'Tienes un aviso nuevo' }

function messageOf({ id, subscription_id, thread, title, body, path, hides_content, ...due }: Due): PushMessage {
  const message = { id, device: subscription_id, thread, unread: due.unread }
  if (due.withdrawn_at !== null) return { ...message, is_withdrawn: true }
  return { ...message, path, ...(hides_content === 1 ? withoutContent : { title, body }) }
}

/** By which the service replaces a message that a device hasn't got yet; it doesn't tell what the thread is. */
const topicOf = ({ subscription_id, thread }: DueRow) =>
  hash('sha256', `${subscription_id} ${thread}`, 'base64url').slice(0, 32)

function send({ outbound, pushKeys, now, settings: { publicUrl } }: Services, due: Due) {
  const subject = publicUrl.startsWith('https:') ? publicUrl : undefined
  return outbound.post(due.endpoint, encrypt(JSON.stringify(messageOf(due)), due), {
    authorization: pushKeys.authorize(due.service, subject, now()),
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
    ttl: `${Math.max(1, Math.floor((due.expires_at - now()) / 1000))}`,
    urgency: due.urgency,
    topic: topicOf(due),
  })
}

/** Milliseconds of a header Retry-After, which has seconds or a date. */
function readRetryAfter(header = '', now: number) {
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now
  return ms > 0 ? Math.min(ms, maxHoldMs) : 0
}

/** The message waits; the service too once it fails again and again. */
async function postpone({ now }: Services, tx: Db, due: DueRow, retryAfterMs: number) {
  const backoffMs = delayAfter(due.attempts + 1, backoffMinutes) * minuteMs
  await reschedulePush(tx, due.id, now() + Math.max(backoffMs, retryAfterMs))
  const failures = (await findFailures(tx, due.service)) + 1
  const failuresOfHold = failures - minFailuresOfService + 1
  const holdMs = failuresOfHold > 0 ? Math.max(delayAfter(failuresOfHold, holdMinutes) * minuteMs, retryAfterMs) : 0
  await upsertHold(tx, due.service, failures, now() + holdMs)
}

async function recordSent({ now }: Services, tx: Db, due: DueRow) {
  if (due.withdrawn_at !== null) await deletePush(tx, due.id)
  else await markPushed(tx, due.id, now())
  await updateSubscription(tx, due.subscription_id, { pushed_at: now() })
}

/** A shorter text, or without any; one that is too long all the same is dropped. */
async function shorten(tx: Db, { id, title, body }: DueRow) {
  if (body === '') await deletePush(tx, id)
  else await shortenPush(tx, id, firstCharacters(body, Math.max(0, Math.floor(body.length / 2) - title.length)))
}

async function recordAnswer(services: Services, tx: Db, due: DueRow, answer: PostAnswer) {
  if (answer === 'refused') return deletePush(tx, due.id)
  if (answer === 'silent') return postpone(services, tx, due, 0)
  const { status, retryAfter } = answer
  if (status === 429 || status >= 500) return postpone(services, tx, due, readRetryAfter(retryAfter, services.now()))
  // it takes requests again
  if (due.failures !== null) await deleteHold(tx, due.service)
  if (status >= 200 && status < 300) return recordSent(services, tx, due)
  if (status === 404 || status === 410) return deleteSubscription(tx, due.subscription_id)
  if (status === 413) return shorten(tx, due)
  return deletePush(tx, due.id)
}

async function deliver(services: Services, due: Due) {
  const answer = await send(services, due)
  const { id: push, service } = due
  const isDone = typeof answer !== 'string' && answer.status < 300
  if (!isDone) services.log.warn({ push, service, answer }, 'a push message was not taken')
  await transaction(services.db, (tx) => recordAnswer(services, tx, due, answer))
}

/**
 * Sends queued push messages, each at most once: several at a time, but one to a person, and people take turns. Slow services
 * of one person hold up nobody else.
 */
export function createPushOutbox(services: Services) {
  const { db, now } = services
  const busy = new Set<string>()
  const served = new Set<string>()

  async function findNext(tx: Db) {
    if (served.size >= maxServed) served.clear()
    const due = await findDue(tx, now(), [...busy, ...served])
    if (due || served.size === 0) return due
    served.clear()
    return findDue(tx, now(), [...busy])
  }

  async function take(tx: Db): Promise<Due | 'more' | 'none'> {
    const due = await findNext(tx)
    if (!due) return 'none'
    const person = await findActiveSession(tx, due.session_id, now())
    if (!person || due.expires_at <= now()) {
      await deletePush(tx, due.id)
      return 'more'
    }
    if (!(await takePush(tx, due.id, now()))) return 'more'
    afterCommit(tx, () => {
      for (const ids of [busy, served]) ids.add(due.user_id)
    })
    return { ...due, unread: await countUnread(tx, person) }
  }

  return createOutbox<Due>(services, {
    name: 'push',
    pollIntervalMs: 1000,
    maxConcurrent: 8,
    failureText: 'push messages could not be sent',
    hasWork: () => hasDue(db, now()),
    recover: () => markTakenAsSent(db),
    take,
    async send(due) {
      await deliver(services, due).finally(() => busy.delete(due.user_id))
      return 'more'
    },
  })
}
