import { limits } from '../../contract/limits.ts'
import type { Db } from '../db/schema.ts'
import { firstCharacters } from '../lib/first-characters.ts'
import type { Services } from '../services.ts'
import { deletePush, listPushesOf, listSubscriptionIds, setPushBody, upsertPushes, withdrawPushRow } from './queries.ts'

export interface NewPush {
  /** Its subject, as `post:ID`: a device shows the newest message of a thread only. */
  thread: string
  /** Plain texts, cut to `limits.push`. */
  title: string
  body: string
  /** Page that it opens. */
  path: string
  /** The thing there, and the post that it belongs to. */
  about?: { id: string; post_id: string | null }
  /** 'high' for what somebody says to this person; it may wake a sleeping phone. */
  urgency?: 'high' | 'normal'
}

type QueueServices = Pick<Services, 'bus' | 'newId' | 'now'>

const cut = (text: string, max: number) => {
  const first = firstCharacters(text, max)
  return first.length < text.length ? `${firstCharacters(text, max - 1)}…` : text
}

/** Queues a message to devices; one of the same thread that waits is replaced. */
export async function queueForDevices(
  { newId, now, bus }: QueueServices,
  tx: Db,
  ids: string[],
  { thread, title, body, path, about, urgency = 'normal' }: NewPush,
  due_at = now(),
) {
  if (ids.length === 0) return
  await upsertPushes(
    tx,
    ids.map((subscription_id) => ({
      id: newId(),
      subscription_id,
      thread,
      path,
      urgency,
      about_id: about?.id ?? null,
      post_id: about?.post_id ?? null,
      title: cut(title, limits.push.title),
      body: cut(body, limits.push.body),
      due_at,
      expires_at: due_at + limits.push.lifetimeMs,
      attempts: 0,
      taken_at: null,
      sent_at: null,
      shown_at: null,
      withdrawn_at: null,
    })),
  )
  await bus.send(tx, { kind: 'push' })
}

/** Queues a message to all devices of people, in the transaction of its cause; `dueAt` is now unless given. */
export const queuePush = async (services: QueueServices, tx: Db, userIds: string[], push: NewPush, dueAt?: number) =>
  queueForDevices(services, tx, userIds.length === 0 ? [] : await listSubscriptionIds(tx, userIds), push, dueAt)

/** Gives the messages that wait, and lead to a thing, another text, in the transaction of its edit. */
export const changePushBody = (tx: Db, aboutId: string, body: string) =>
  setPushBody(tx, aboutId, cut(body, limits.push.body))

const dayMs = 24 * 60 * 60_000

/**
 * Safari ends the subscription of a page after messages that show nothing. Firefox ends it after eight of them a day after
 * the last visit there, and fewer each day.
 */
const mustShow = (service: string, lastSeenAt: number, now: number) =>
  service.endsWith('.push.apple.com') || (service.endsWith('.push.services.mozilla.com') && now - lastSeenAt > dayMs)

/** Drops the waiting messages of a thread, in the transaction of the reading; devices take back what they show. */
export async function withdrawPush({ newId, now, bus }: QueueServices, tx: Db, userId: string, thread: string) {
  for (const { id, taken_at, sent_at, shown_at, service, last_seen_at } of await listPushesOf(tx, userId, thread)) {
    const mayBeShown = (taken_at ?? sent_at ?? shown_at) !== null
    if (mayBeShown && !mustShow(service, last_seen_at, now()))
      await withdrawPushRow(tx, id, { newId: newId(), now: now() })
    else await deletePush(tx, id)
  }
  await bus.send(tx, { kind: 'push' })
}
