// Notices: lines of the bell, about something that others did and that concerns a person.
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Id, Moment, pageSize, pagesOf, schema } from '../fields.ts'
import { limits } from '../limits.ts'
import { Following, NoticeSettings, NoticeSettingsChanges } from './settings.ts'

export const noticeKinds = ['mention', 'comment', 'answer', 'reaction', 'broadcast', 'invitation'] as const
const NoticeKind = z.enum(noticeKinds)
export type NoticeKind = z.output<typeof NoticeKind>

/** The things that notices are about. A broadcast is one of its mail, a person the one who was invited. */
const SubjectKind = z.enum(['post', 'comment', 'message', 'news', 'file', 'broadcast', 'person'])
export type SubjectKind = z.output<typeof SubjectKind>

/** One of a kind for each subject: later ones are gathered into it. */
export const Notice = schema('Notice', {
  /** Id of the newest event in this notice. */
  id: Id,
  kind: NoticeKind,
  subject: z.object({ kind: SubjectKind, id: Id }),
  at: Moment,
  is_read: z.boolean(),
  /** Null if the account was deleted. */
  actor_id: z.nullable(Id),
  actor_name: z.string(),
  /** Further people. */
  others: z.int(),
  /** Title of the post, news item, file or broadcast; null for others. */
  title: z.nullable(z.string()),
  /** Beginning of the newest text, or of the one that was reacted to, as plain text. */
  excerpt: z.nullable(z.string()),
  /** The newest reaction; null for other kinds. */
  emoji: z.nullable(z.string()),
  /** The very place: the oldest unread one, or else the newest. */
  path: z.string(),
})
export type Notice = z.output<typeof Notice>

/** Either of the three. */
const ReadNotices = z
  .union(
    [
      z.object({ ids: z.array(Id).check(z.minLength(1), z.maxLength(limits.page.max)) }),
      /** The newest notice that the person has seen: it and all earlier ones. */
      z.object({ all_until: Id }),
      /** A thing that the person has opened; a post with all that belongs to it. */
      z.object({ subject: Id }),
    ],
    { error: 'Tiene que haber ids, all_until o subject' },
  )
  .register(z.globalRegistry, { id: 'ReadNotices' })
export type ReadNotices = z.output<typeof ReadNotices>

export const notices = {
  list: endpoint('GET', '/notices', 'member', {
    summary: 'Notices of the caller, newest first; the header `X-Unread` counts the unread ones, 100 means 100 or more',
    ...pagesOf(Notice, { limit: pageSize(limits.noticesPage) }),
  }),
  read: endpoint('PUT', '/notices/read', 'member', {
    summary: 'Mark notices as read: some, all up to one, or those about a thing that was opened',
    body: ReadNotices,
    response: z.object({ unread: z.int() }),
  }),
  broadcast: endpoint('GET', '/notices/broadcasts/:id', 'member', {
    summary: 'Text of a broadcast that the caller has a notice of',
    response: z.object({ subject: z.string(), message: z.string() }),
  }),
  readSettings: endpoint('GET', '/notices/settings', 'member', {
    summary: 'What the caller wants to hear of, and where',
    response: NoticeSettings,
  }),
  updateSettings: endpoint('PUT', '/notices/settings', 'member', {
    summary: 'Change what the caller wants to hear of; absent fields stay',
    body: NoticeSettingsChanges,
    response: NoticeSettings,
  }),
  readFollowing: endpoint('GET', '/posts/:id/following', 'member', {
    summary: 'Whether the caller follows or mutes a post',
    response: Following,
  }),
  follow: endpoint('PUT', '/posts/:id/following', 'member', {
    summary: 'Follow a post, mute it, or neither (null)',
    body: Following,
    response: Following,
  }),
}
