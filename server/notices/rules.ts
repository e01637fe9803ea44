import type { Notice, NoticeKind, ReadNotices, SubjectKind } from '../../contract/notices/notices.ts'
import type { Person } from '../../contract/permissions.ts'
import type { SignedIn } from '../auth/signed-in.ts'
import { pageOf } from '../db/page.ts'
import type { Db } from '../db/schema.ts'
import { transaction } from '../db/transaction.ts'
import { batches } from '../lib/batches.ts'
import type { Services } from '../services.ts'
import {
  countGathered,
  countUnread,
  deleteAbout,
  insertNotices,
  listActiveAdmins,
  listGathered,
  listNotices,
  listPeopleWithNoticesOfPost,
  listWilling,
  setMessagesRead,
  setRead,
} from './queries.ts'
import { serializeNotice } from './serialize.ts'

interface NewNotice {
  kind: NoticeKind
  /** People whom it concerns; the actor and those who don't want to hear of it are left out. */
  to: string[]
  actor_id: string
  /** Later notices of this kind about the same thing are gathered with it. */
  subject: { kind: SubjectKind; id: string }
  /** The post that decides who may see it. */
  post_id?: string
  /** Exactly one notice of this kind for each person. */
  cause_id: string
}

type Context = Pick<Services, 'bus' | 'newId' | 'now'>

/** A signal's payload is limited to 8,000 bytes on PostgreSQL. */
const signalSize = 200

async function emitChange({ bus }: Pick<Services, 'bus'>, tx: Db, userIds: string[]) {
  for (const ids of batches(userIds, signalSize)) await bus.send(tx, { kind: 'notices', ids })
}

/** Adds notices in the transaction of their cause; returns the people who were told. */
export async function addNotices(
  services: Context,
  tx: Db,
  { kind, to, actor_id, subject, post_id, cause_id }: NewNotice,
) {
  const others = [...new Set(to)].filter((id) => id !== actor_id)
  if (others.length === 0) return []
  const isInChat = subject.kind === 'message'
  const told = await listWilling(tx, { kind, to: others, postId: post_id ?? null, isInChat })
  await insertNotices(
    tx,
    told.map((user_id) => ({
      ...{ id: services.newId(), user_id, kind, post_id: post_id ?? null, cause_id, actor_id },
      ...{ subject_kind: subject.kind, subject_id: subject.id, created_at: services.now(), read_at: null },
    })),
  )
  await emitChange(services, tx, told)
  return told
}

/** Tells the administrators that an invited person has an account now. */
export const tellOfAcceptance = async (services: Context, tx: Db, { id }: { id: string }) =>
  addNotices(services, tx, {
    ...{ kind: 'invitation', to: await listActiveAdmins(tx), actor_id: id, cause_id: id },
    subject: { kind: 'person', id },
  })

/** Removes the notices of a thing that is being deleted: those that it caused and those about it. */
export const removeNotices = async (services: Pick<Services, 'bus'>, tx: Db, id: string) =>
  emitChange(services, tx, await deleteAbout(tx, id))

/** Before a post is deleted, or when others may see it than before. */
export const noticesOfPostChanged = async (services: Pick<Services, 'bus'>, tx: Db, postId: string) =>
  emitChange(services, tx, await listPeopleWithNoticesOfPost(tx, postId))

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

export const markNoticesRead = ({ db, bus, now }: Services, user: SignedIn, wanted: ReadNotices) =>
  transaction(db, async (tx) => {
    if ((await setRead(tx, user.id, now(), wanted)) > 0) await emitChange({ bus }, tx, [user.id])
    return { unread: await countUnread(tx, user) }
  })

/** Of a person who has read the chat up to a `seq`. */
export async function markMessagesRead(
  { bus, now }: Pick<Services, 'bus' | 'now'>,
  tx: Db,
  userId: string,
  seq: number,
) {
  if ((await setMessagesRead(tx, userId, now(), seq)) > 0) await emitChange({ bus }, tx, [userId])
}
