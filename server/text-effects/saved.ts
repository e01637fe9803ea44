// The effects of saving and of removing a text, in their order, and their parts for each kind of text.
import type { AuditAction } from '../../contract/audit.ts'
import { type LinkKind, linkTargets } from '../../contract/content/link-tokens.ts'
import { recordIfNotOwner } from '../audit/rules.ts'
import type { Signal } from '../bus/bus.ts'
import { type MentioningText, nameMentions, saveMentions } from '../db/mentions/names.ts'
import { deleteReactionsTo } from '../db/reactions.ts'
import type { Db } from '../db/schema.ts'
import type { DocumentKind } from '../db/search/schema.ts'
import type { SignedIn } from '../http/serve.ts'
import { announcePost, requeueAnnouncement, withdrawAnnouncement } from '../mail/queue.ts'
import { messageExcerpt } from '../markdown/message-excerpt.ts'
import { pushMessage } from '../notices/push.ts'
import { addNotices, type NewNotice, noticesOfPostChanged, removeNotices, removeUnnamed } from '../notices/rules.ts'
import { listFollowers } from '../notices/settings/queries.ts'
import { findPostAuthor, replaceLinks, setAnnounced } from '../posts/queries.ts'
import { changePushBody } from '../push/queue.ts'
import { indexDocument, removeDocument } from '../search/documents.ts'
import type { Services } from '../services.ts'

interface Authored {
  id: string
  author_id: string | null
}

/** The fields of a text that its effects depend on. `answered` is given with a new text. */
interface Texts {
  post: Authored & { title: string; stored_content: string; excerpt: string; is_published: boolean }
  comment: Authored & { post_id: string; author_name: string; content: string; answered?: Authored | undefined }
  message: Authored & { username: string; message: string; answered?: Authored | undefined }
  news: Authored & { title: string }
  file: Authored & { original_name: string }
}

/** Without `before` the text is new. */
interface Change<T> {
  before?: T
  after: T
}

interface Edit<T> extends Change<T> {
  before: T
}

type TextNotice = Omit<NewNotice, 'cause_id'>

/** Each part is there in each kind; null if a kind does without it. */
interface TextKind<T> {
  /** The text whose mentions are stored. */
  mentions: ((text: T) => MentioningText) | null
  /** Targets of its links. */
  links: ((text: T) => { kind: LinkKind; id: string }[]) | null
  /** New body of waiting push messages that lead to an edited text; undefined leaves them as they are. */
  pushBody: ((tx: Db, edit: Edit<T>) => Promise<string | undefined>) | null
  /** Sends a text to everybody who asked for all of its kind. */
  announce: ((services: Services, tx: Db, change: Change<T>) => Promise<unknown>) | null
  withdraw: ((tx: Db, text: T) => Promise<unknown>) | null
  /** Notices for people whom a text concerns, `named` among them. A person gets the first one only. */
  notices: ((tx: Db, change: Change<T>, named: string[]) => Promise<TextNotice[]>) | null
  /** Signal to open pages; of a removed text, `before` and `after` are the same. */
  signal: (change: Change<T>) => Signal | null
  /** Events for actions of others than the author. `changed` is null if only the author may do that. */
  audit: {
    target: (text: T) => string
    changed: AuditAction | null
    detail: ((edit: Edit<T>) => string | null) | null
  }
  /** True if a removed text leaves an emptied row. The database itself deletes what belongs to a deleted row. */
  leavesRow: boolean
}

/** For the author of the answered text. */
const answerTo = (
  kind: 'comment' | 'message',
  answered: Authored | undefined,
  by: Pick<TextNotice, 'actor_id' | 'post_id'>,
): TextNotice[] =>
  answered?.author_id ? [{ ...by, kind: 'answer', to: [answered.author_id], subject: { kind, id: answered.id } }] : []

const post: TextKind<Texts['post']> = {
  mentions: ({ id, stored_content: text }) => ({ kind: 'post', id, text }),
  links: ({ stored_content }) => linkTargets(stored_content),
  pushBody: async (_tx, { before, after }) => (after.stored_content === before.stored_content ? undefined : ''),
  async announce(services, tx, { before, after }) {
    if (after.is_published === (before?.is_published ?? false)) return
    if (!after.is_published) await withdrawAnnouncement(tx, after.id)
    else if (!(await setAnnounced(tx, after.id, services.now()))) await requeueAnnouncement(services, tx, after.id)
    // under the author's name, even if somebody else publishes or the author's account is deleted
    else await announcePost(services, tx, { id: await findPostAuthor(tx, after.id) }, after)
    if (before) await noticesOfPostChanged(services, tx, after.id)
  },
  withdraw: (tx, { id }) => withdrawAnnouncement(tx, id),
  async notices(tx, { after: { id, is_published } }, named) {
    if (!is_published || named.length === 0) return []
    const actor_id = await findPostAuthor(tx, id)
    return [{ kind: 'mention', to: named, actor_id, subject: { kind: 'post', id }, post_id: id }]
  },
  signal: ({ before, after }) => (before?.is_published || after.is_published ? { kind: 'area', area: 'blog' } : null),
  audit: {
    target: ({ title }) => title,
    changed: 'post_changed',
    detail: ({ before, after }) => {
      if (after.is_published === before.is_published) return null
      return after.is_published ? 'publicado' : 'despublicado'
    },
  },
  leavesRow: false,
}

const comment: TextKind<Texts['comment']> = {
  mentions: ({ id, content: text }) => ({ kind: 'comment', id, text }),
  links: null,
  pushBody: async () => '',
  announce: null,
  withdraw: null,
  async notices(tx, { before, after: { author_id: actor_id, post_id, answered } }, named) {
    if (actor_id === null) return []
    const common = { actor_id, post_id }
    const subject = { kind: 'post', id: post_id } as const
    const mention = { ...common, kind: 'mention', to: named, subject } as const
    if (before) return [mention]
    const to = [await findPostAuthor(tx, post_id), ...(await listFollowers(tx, post_id))]
    return [...answerTo('comment', answered, common), mention, { ...common, kind: 'comment', to, subject }]
  },
  signal: ({ after }) => ({ kind: 'comments', id: after.post_id }),
  audit: {
    target: ({ author_name }) => author_name,
    changed: 'comment_changed',
    detail: null,
  },
  leavesRow: false,
}

const message: TextKind<Texts['message']> = {
  mentions: ({ id, message: text }) => ({ kind: 'message', id, text }),
  links: null,
  pushBody: async (tx, { after }) => messageExcerpt(await nameMentions(tx, after.message)),
  async announce(services, tx, { before, after: { id, author_id, username: name, message: text } }) {
    if (!before && author_id !== null)
      await pushMessage(services, tx, { id, message: text, author: { id: author_id, name } })
  },
  // with the notices about it
  withdraw: null,
  async notices(_tx, { after: { id, author_id: actor_id, answered } }, named) {
    if (actor_id === null) return []
    const mention = { kind: 'mention', to: named, actor_id, subject: { kind: 'message', id } } as const
    return [...answerTo('message', answered, { actor_id }), mention]
  },
  signal: ({ before }) => ({ kind: before ? 'chat_changes' : 'chat' }),
  audit: {
    target: ({ username }) => username,
    changed: null,
    detail: null,
  },
  leavesRow: true,
}

/** A kind that names nobody and that nobody is told of. */
const unannounced = {
  mentions: null,
  links: null,
  pushBody: null,
  announce: null,
  withdraw: null,
  notices: null,
} as const

const news: TextKind<Texts['news']> = {
  ...unannounced,
  signal: () => ({ kind: 'area', area: 'news' }),
  audit: {
    target: ({ title }) => title,
    changed: 'news_changed',
    detail: null,
  },
  leavesRow: false,
}

const file: TextKind<Texts['file']> = {
  ...unannounced,
  signal: () => ({ kind: 'area', area: 'files' }),
  audit: {
    target: ({ original_name }) => original_name,
    changed: null,
    detail: null,
  },
  leavesRow: false,
}

/** One for all that the search finds: a new kind doesn't compile without its effects. */
const kinds: { [Kind in DocumentKind]: TextKind<Texts[Kind]> } = { post, comment, message, news, file }

/** Called after the row of a text is inserted or changed, in the same transaction. */
export async function saved<Kind extends DocumentKind>(
  services: Services,
  tx: Db,
  by: SignedIn,
  kind: Kind,
  change: Change<Texts[Kind]>,
) {
  const { before, after } = change
  const effects: TextKind<Texts[Kind]> = kinds[kind]
  const named = effects.mentions ? await saveMentions(tx, effects.mentions(after)) : []
  if (effects.links) await replaceLinks(tx, after.id, effects.links(after))
  await indexDocument(tx, kind, after.id)
  const body = before ? await effects.pushBody?.(tx, { before, after }) : undefined
  if (body !== undefined) await changePushBody(tx, after.id, body)
  // before the notices: a message to one person replaces the one to all
  await effects.announce?.(services, tx, change)
  if (before && effects.mentions) await removeUnnamed(services, tx, after.id, named)
  for (const notice of (await effects.notices?.(tx, change, named)) ?? [])
    await addNotices(services, tx, { ...notice, cause_id: after.id })
  const signal = effects.signal(change)
  if (signal) await services.bus.send(tx, signal)
  const { target, changed, detail } = effects.audit
  if (before && changed) {
    const details = { target: target(before), detail: detail?.({ before, after }) ?? null }
    await recordIfNotOwner(services, tx, by, before.author_id, changed, details)
  }
}

/**
 * Called after the row of an imported text is inserted, in the same transaction: whom and what it names is stored, and nobody
 * is told. It is found once the index is filled again.
 */
export async function imported<Kind extends DocumentKind>(tx: Db, kind: Kind, text: Texts[Kind]) {
  const effects: TextKind<Texts[Kind]> = kinds[kind]
  if (effects.mentions) await saveMentions(tx, effects.mentions(text))
  if (effects.links) await replaceLinks(tx, text.id, effects.links(text))
}

/** Called while a removed text's row is there, in the same transaction: before it is deleted, or once it is empty. */
export async function removed<Kind extends DocumentKind>(
  services: Services,
  tx: Db,
  by: SignedIn,
  kind: Kind,
  text: Texts[Kind],
) {
  const effects: TextKind<Texts[Kind]> = kinds[kind]
  if (effects.leavesRow) {
    if (effects.mentions) await saveMentions(tx, { ...effects.mentions(text), text: '' })
    await deleteReactionsTo(tx, kind, text.id)
    await removeDocument(tx, kind, text.id)
  }
  await removeNotices(services, tx, text.id)
  await effects.withdraw?.(tx, text)
  const signal = effects.signal({ before: text, after: text })
  if (signal) await services.bus.send(tx, signal)
  const target = effects.audit.target(text)
  await recordIfNotOwner(services, tx, by, text.author_id, `${kind}_deleted`, { target })
}
