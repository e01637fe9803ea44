// The one place where notices and messages become push messages, and where these are taken back.

import { placeOf } from '../../contract/content/places.ts'
import { limits } from '../../contract/limits.ts'
import type { SubjectKind } from '../../contract/notices/notices.ts'
import type { Person } from '../../contract/permissions.ts'
import { countInWindow, uncount } from '../auth/queries.ts'
import { nameMentions } from '../db/mentions/names.ts'
import type { Db } from '../db/schema.ts'
import { lastMomentAt, nextMomentAt } from '../lib/daily-moments.ts'
import { messageExcerpt } from '../markdown/message-excerpt.ts'
import { listPushedThreads, listPushedTo } from '../push/queries.ts'
import { type NewPush, queuePush, withdrawPush } from '../push/queue.ts'
import type { Services } from '../services.ts'
import { hasUnreadMessage, isThreadUnread, listNotices, type NoticeRow } from './queries.ts'
import { excerptOfRow, pathOf, shownIdOf } from './serialize.ts'
import { defaultChoices, listWantingAll, type Recipient } from './settings/queries.ts'

/** Things that people react to, with their titles between «». */
const reactedTo: Record<SubjectKind, (title: string) => string> = {
  post: (title) => `tu post ${title}`,
  comment: (title) => `tu comentario en ${title}`,
  message: () => 'tu mensaje en el chat',
  news: (title) => `tu noticia ${title}`,
  file: (title) => `tu archivo ${title}`,
  broadcast: (title) => title,
  person: (title) => title,
}

/** Title and text of the message about a notice. A draft's title and the texts below it stay inside. */
function describePush(row: NoticeRow): Pick<NewPush, 'title' | 'body'> {
  const { kind, subject_kind, actor_name: name, emoji } = row
  const isDraft = row.post_id !== null && row.published_at === null
  const post = isDraft ? 'un borrador' : `«${row.title}»`
  const body = isDraft ? 'Ábrelo para leerlo.' : (excerptOfRow(row) ?? '')
  const isInChat = subject_kind === 'message'
  switch (kind) {
    case 'mention':
      return { title: isInChat ? `${name} te nombra en el chat` : `${name} te nombra en ${post}`, body }
    case 'comment':
      return { title: `${name} comenta en ${post}`, body }
    case 'answer':
      return { title: isInChat ? `${name} te contesta en el chat` : `${name} te contesta en ${post}`, body }
    case 'reaction':
      return { title: `${name} reacciona con ${emoji} a ${reactedTo[subject_kind](post)}`, body }
    case 'broadcast':
      return { title: `${name}: ${row.title}`, body }
    case 'invitation':
      return { title: `${name} ya tiene cuenta`, body: 'Aceptó su invitación.' }
  }
}

/** Time in which a page that is open can read it first. */
const graceMs = 3000

/** A device shows one message of a thread: that of the chat, of a post with its comments, of the reactions to a thing. */
function threadOf({ kind, subject_kind, subject_id, post_id }: NoticeRow) {
  if (kind === 'reaction') return `reaction:${subject_id}`
  if (subject_kind === 'message') return 'chat'
  return post_id === null ? `${subject_kind}:${subject_id}` : `post:${post_id}`
}

type Silence = Pick<Recipient, 'silence_until' | 'quiet_from' | 'quiet_to'>

/** Never in the quiet hours, nor a message of the chat during the person's silence. */
function dueAt({ now, settings }: Services, { silence_until, quiet_from, quiet_to }: Silence, isInChat: boolean) {
  const due = Math.max(now() + graceMs, isInChat ? (silence_until ?? 0) : 0)
  if (quiet_from === null || quiet_to === null) return due
  const [from, to] = [quiet_from, quiet_to].map((hour) => lastMomentAt(hour, settings.timeZone, due))
  return (from ?? 0) > (to ?? 0) ? nextMomentAt(quiet_to, settings.timeZone, due) : due
}

async function queueFor(
  services: Services,
  tx: Db,
  people: (Silence & { id: string })[],
  push: NewPush,
  isInChat: boolean,
) {
  const due = Map.groupBy(people, (person) => dueAt(services, person, isInChat))
  for (const [at, group] of due) {
    const ids = group.map(({ id }) => id)
    if (at <= services.now() + limits.push.maxDelayMs) await queuePush(services, tx, ids, push, at)
  }
}

const { maxPeople, maxMentionsOfOne, windowMs } = limits.push.perAuthor

/** Counts the author's push messages; returns the people whom one may still reach. The others see it in the bell. */
async function withinBudget<P extends { id: string }>(
  { now }: Services,
  tx: Db,
  { kind, actor_id }: Pick<NoticeRow, 'kind' | 'actor_id'>,
  people: P[],
) {
  // administrators decide on these
  if (kind === 'broadcast' || kind === 'invitation') return people
  const ofAuthor = `push ${actor_id}`
  const count = async (key: string, max: number) => (await countInWindow(tx, key, now(), windowMs)).failures <= max
  const reached: P[] = []
  for (const person of people) {
    // before the person's count: other transactions of this author wait here, and never for each other
    if (!(await count(ofAuthor, maxPeople))) break
    if (kind !== 'mention' || (await count(`${ofAuthor} ${person.id}`, maxMentionsOfOne))) reached.push(person)
    else await uncount(tx, ofAuthor)
  }
  return reached
}

/** Queues the message about a new notice for those of its people who want one and are within the author's budget. */
export async function pushNotice(
  services: Services,
  tx: Db,
  { kind, actor_id }: Pick<NoticeRow, 'kind' | 'actor_id'>,
  recipients: (Recipient & { noticeId: string })[],
) {
  const wanting = recipients.filter(
    ({ choice, has_device }) => has_device && (choice ?? defaultChoices[kind]) === 'push',
  )
  const reached = await withinBudget(services, tx, { kind, actor_id }, wanting)
  const [first] = reached
  const [row] = first === undefined ? [] : await listNotices(tx, [first.noticeId])
  if (!row) return
  const { subject_kind } = row
  const isForPerson = kind === 'mention' || kind === 'answer'
  const push: NewPush = {
    ...describePush(row),
    thread: threadOf(row),
    path: pathOf(row),
    about: { id: shownIdOf(row), post_id: row.post_id },
    urgency: isForPerson ? 'high' : 'normal',
  }
  await queueFor(services, tx, reached, push, subject_kind === 'message')
}

/**
 * Queues a message of the chat for everybody who wants all of them. One to a person replaces it there, and has to come
 * after.
 */
export async function pushMessage(
  services: Services,
  tx: Db,
  { id, message, author }: { id: string; message: string; author: { id: string; name: string } },
) {
  const people = await listWantingAll(tx, author.id)
  if (people.length === 0) return
  const body = messageExcerpt(await nameMentions(tx, message))
  const push = { thread: 'chat', title: `${author.name} en el chat`, body, path: placeOf.message({ id }) }
  await queueFor(services, tx, people, { ...push, about: { id, post_id: null } }, true)
}

const isUnread = async (tx: Db, person: Person & { wants_all: number | null }, thread: string) => {
  const [what = '', id = ''] = thread.split(':')
  if (what === 'chat' && person.wants_all && (await hasUnreadMessage(tx, person.id))) return true
  return isThreadUnread(tx, person, what, id)
}

/** Takes back the messages to these people in which nothing is unread any more, or that they may no longer see. */
export async function withdrawRead(services: Services, tx: Db, userIds: string[]) {
  for (const { thread, ...person } of await listPushedThreads(tx, userIds))
    if (!(await isUnread(tx, person, thread))) await withdrawPush(services, tx, person.id, thread)
}

/** Takes back all messages that lead to a thing. */
export async function withdrawAbout(services: Services, tx: Db, id: string) {
  for (const { user_id, thread } of await listPushedTo(tx, id)) await withdrawPush(services, tx, user_id, thread)
}
