import type { ReactionKind } from '../../contract/content/reactions.ts'
import { limits } from '../../contract/limits.ts'
import type { Notice, NoticeKind, ReadNotices, SubjectKind } from '../../contract/notices/notices.ts'
import type { Person } from '../../contract/permissions.ts'
import { pageOf } from '../db/page.ts'
import type { Db } from '../db/schema.ts'
import { transaction } from '../db/transaction.ts'
import type { SignedIn } from '../http/serve.ts'
import { batches } from '../lib/batches.ts'
import type { Services } from '../services.ts'
import { pushNotice, withdrawAbout, withdrawRead } from './push.ts'
import {
  countGathered,
  countUnread,
  deleteAbout,
  deleteExcessUnread,
  deleteReactionNoticesBy,
  insertNotices,
  listGathered,
  listNotices,
  listPeopleWithNoticesOfPost,
  restoreMentions,
  setRead,
  withdrawUnnamed,
} from './queries.ts'
import { serializeNotice } from './serialize.ts'
import { listActiveAdmins, listRecipients } from './settings/queries.ts'

export interface NewNotice {
  kind: NoticeKind
  /** People whom it concerns; the actor and those who don't want to hear of it are left out. */
  to: string[]
  actor_id: string
  /** Later notices of this kind about the same thing are gathered with it. */
  subject: { kind: SubjectKind; id: string }
  /** The post that decides who may see it. */
  post_id?: string | null
  /** Exactly one notice for each person: of several kinds, the one that is added first. */
  cause_id: string
}

/** A signal's payload is limited to 8,000 bytes on PostgreSQL. */
const signalSize = 200

async function emitChange({ bus }: Services, tx: Db, userIds: string[]) {
  for (const ids of batches(userIds, signalSize)) await bus.send(tx, { kind: 'notices', ids })
}

/** Updates the counts of people who have fewer unread notices than before. */
async function updateCounts(services: Services, tx: Db, userIds: string[]) {
  await emitChange(services, tx, userIds)
  await withdrawRead(services, tx, userIds)
}

/**
 * Adds notices in the transaction of their cause, each recipient once per cause: a mention that was taken back returns as it
 * was, without a push message.
 */
export async function addNotices(
  services: Services,
  tx: Db,
  { kind, to, actor_id, subject, post_id = null, cause_id }: NewNotice,
) {
  const others = [...new Set(to)].filter((id) => id !== actor_id)
  if (others.length === 0) return
  const isInChat = subject.kind === 'message'
  const recipients = await listRecipients(tx, { kind, to: others, post_id, cause_id, isInChat })
  const notices = recipients.map((recipient) => ({ ...recipient, noticeId: services.newId() }))
  await insertNotices(
    tx,
    notices.map(({ id: user_id, noticeId: id }) => ({
      id,
      user_id,
      kind,
      post_id,
      cause_id,
      actor_id,
      subject_kind: subject.kind,
      subject_id: subject.id,
      created_at: services.now(),
      read_at: null,
    })),
  )
  const ids = notices.map(({ id }) => id)
  await deleteExcessUnread(tx, ids)
  const readAfter = services.now() - limits.noticeRetentionMs
  const restored = kind === 'mention' ? await restoreMentions(tx, cause_id, others, readAfter) : []
  await emitChange(services, tx, [...ids, ...restored])
  await pushNotice(services, tx, { kind, actor_id }, notices)
}

/** Removes the notices of a thing that is being deleted: those that it caused and those about it. */
export async function removeNotices(services: Services, tx: Db, id: string) {
  await withdrawAbout(services, tx, id)
  await updateCounts(services, tx, await deleteAbout(tx, id))
}

/** After others may see a post than before. */
export const noticesOfPostChanged = async (services: Services, tx: Db, postId: string) =>
  updateCounts(services, tx, await listPeopleWithNoticesOfPost(tx, postId))

/** Withdraws the notices of mentions that an edited text no longer has. */
export const removeUnnamed = async (services: Services, tx: Db, causeId: string, namedIds: string[]) =>
  updateCounts(services, tx, await withdrawUnnamed(tx, causeId, namedIds, services.now()))

/** Removes the notices of a person's reactions, which are being deleted with the account. */
export const removeReactionNoticesBy = async (services: Services, tx: Db, actorId: string) =>
  updateCounts(services, tx, await deleteReactionNoticesBy(tx, actorId))

interface Reacted {
  kind: ReactionKind
  id: string
  author_id: string
  post_id: string | null
}

/** Cause of all reactions of one person to a thing. */
const reactionCause = (thing: { id: string }, by: { id: string }) => `${thing.id} ${by.id}`

/** The author of a thing, of somebody's first reaction to it. */
export const notifyOfReaction = (services: Services, tx: Db, by: { id: string }, thing: Reacted) =>
  addNotices(services, tx, {
    kind: 'reaction',
    to: [thing.author_id],
    actor_id: by.id,
    post_id: thing.post_id,
    subject: { kind: thing.kind, id: thing.id },
    cause_id: reactionCause(thing, by),
  })

/** After somebody has taken back the last reaction to a thing. */
export const removeReactionNotice = (services: Services, tx: Db, by: { id: string }, thing: { id: string }) =>
  removeNotices(services, tx, reactionCause(thing, by))

/** The administrators, that an invited person has an account now. */
export const notifyOfAcceptance = async (services: Services, tx: Db, { id }: { id: string }) =>
  addNotices(services, tx, {
    kind: 'invitation',
    to: await listActiveAdmins(tx),
    actor_id: id,
    cause_id: id,
    subject: { kind: 'person', id },
  })

export async function readNotices(
  db: Db,
  user: Person,
  { limit, after }: { limit: number; after?: string | undefined },
) {
  const heads = pageOf(
    await listGathered(db, user, { limit: limit + 1, after }),
    limit,
    await countGathered(db, user),
    ({ id }) => [id],
  )
  const ids = heads.items.flatMap(({ id, oldest_unread }) => [id, ...(oldest_unread === null ? [] : [oldest_unread])])
  const rows = new Map((ids.length === 0 ? [] : await listNotices(db, ids)).map((row) => [row.id, row]))
  const items = heads.items.flatMap((head): Notice[] => {
    const newest = rows.get(head.id)
    // deleted since the first query
    if (!newest) return []
    return [serializeNotice(head, newest, rows.get(head.oldest_unread ?? head.id) ?? newest)]
  })
  return { ...heads, items, unread: await countUnread(db, user) }
}

export const markNoticesRead = (services: Services, user: SignedIn, selection: ReadNotices) =>
  transaction(services.db, async (tx) => {
    if ((await setRead(tx, user.id, services.now(), selection)) > 0) await updateCounts(services, tx, [user.id])
    return { unread: await countUnread(tx, user) }
  })

/** Marks the notices of a person who has read the chat up to a `seq`. */
export async function markMessagesRead(services: Services, tx: Db, userId: string, seq: number) {
  const isChanged = (await setRead(tx, userId, services.now(), { messages_until: seq })) > 0
  if (isChanged) await emitChange(services, tx, [userId])
  await withdrawRead(services, tx, [userId])
}
