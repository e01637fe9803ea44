import { placeOf } from '../../contract/content/places.ts'
import { limits } from '../../contract/limits.ts'
import { type AreaName, areaNames, type Visit, type WhatsNew } from '../../contract/whats-new.ts'
import { cached } from '../db/cached.ts'
import type { Db } from '../db/schema.ts'
import { transaction } from '../db/transaction.ts'
import type { SignedIn } from '../http/serve.ts'
import { signUrl } from '../http/signed-urls.ts'
import { toIso } from '../lib/time.ts'
import { messageExcerpt } from '../markdown/message-excerpt.ts'
import { countUnreadMessages, listUnreadMessages } from '../notices/queries.ts'
import { markMessagesRead } from '../notices/rules.ts'
import { requireReadablePost } from '../posts/rules.ts'
import type { Services } from '../services.ts'
import {
  countUnseen,
  deleteConversationVisits,
  findSeqAt,
  findVisits,
  listConversations,
  listNewest,
  raiseConversationVisit,
  raiseVisit,
} from './queries.ts'

export const readWhatsNew = cached(async (db: Db, userId: string): Promise<WhatsNew> => {
  const visits = await findVisits(db, userId)
  const areas: Partial<WhatsNew> = {}
  for (const area of areaNames)
    areas[area] = {
      fresh: await countUnseen(db, area, { userId, after: visits[area], max: limits.maxUnreadCount }),
      seen_until: toIso(visits[area]),
    }
  return areas as WhatsNew
})

/** Never lowers the time, nor raises it past now. */
export const markSeen = ({ db, bus, now }: Services, user: SignedIn, area: AreaName, until: number) =>
  transaction(db, async (tx) => {
    const before = (await findVisits(tx, user.id))[area]
    const to = Math.min(until, now())
    if (to > before && (await raiseVisit(tx, user.id, area, to)))
      await bus.send(tx, { kind: 'visit', id: user.id, area })
    return readWhatsNew(tx, user.id)
  })

const shown = 3

export async function readVisit(services: Services, user: SignedIn): Promise<Visit> {
  const { db, now } = services
  const visits = await findVisits(db, user.id)
  const since = Math.max(visits.conversations, now() - limits.newCommentMs)
  const conversations = await listConversations(db, user.id, since)

  const areaItems = async (area: AreaName, place: (thing: { id: string }) => string) => {
    const unseen = { userId: user.id, after: visits[area], max: limits.maxUnreadCount }
    const count = await countUnseen(db, area, unseen)
    const rows = count === 0 ? [] : await listNewest(db, area, { ...unseen, max: shown })
    return {
      count,
      newest: rows.map(({ at, cover_id, ...row }) => ({
        ...row,
        at: toIso(at),
        path: place(row),
        count: 1,
        cover_url: cover_id && signUrl(services, { id: cover_id, rendition: 'thumb', session_id: user.session_id }),
      })),
    }
  }
  const messages = await listUnreadMessages(db, user.id, shown)
  return {
    messages: {
      count: messages.length === 0 ? 0 : await countUnreadMessages(db, user.id),
      newest: messages.map(({ id, message, author_name, created_at }) => ({
        id,
        title: messageExcerpt(message),
        author_name,
        at: toIso(created_at),
        path: placeOf.message({ id }),
        count: 1,
        cover_url: null,
      })),
    },
    posts: await areaItems('blog', placeOf.post),
    conversations: {
      count: conversations.length,
      // no page lists them
      newest: conversations.map(({ post_id, first_id, title, author_name, at, count }) => ({
        id: post_id,
        title,
        author_name,
        at: toIso(at),
        path: placeOf.comment({ id: first_id, post_id }),
        count,
        cover_url: null,
      })),
    },
    news: await areaItems('news', placeOf.news),
    files: await areaItems('files', placeOf.file),
  }
}

/** Never past now. Each area tells the person's other pages. */
export async function endVisit(services: Services, user: SignedIn, until: number) {
  for (const area of areaNames) await markSeen(services, user, area, until)
  const to = Math.min(until, services.now())
  await transaction(services.db, async (tx) => {
    await raiseVisit(tx, user.id, 'conversations', to)
    await deleteConversationVisits(tx, user.id, to)
    const seq = await findSeqAt(tx, to)
    if (seq !== undefined) await markMessagesRead(services, tx, user.id, seq)
  })
  return readVisit(services, user)
}

/** 404 if the person may not read the post. */
export const markConversationSeen = (services: Services, user: SignedIn, postId: string, until: number) =>
  transaction(services.db, async (tx) => {
    await requireReadablePost(tx, user, postId)
    const to = Math.min(until, services.now())
    await raiseConversationVisit(tx, user.id, postId, to)
  })
