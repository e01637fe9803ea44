import { type Comment as ApiComment, comments, type NewComment } from '../../contract/comments.ts'
import { permissions } from '../../contract/permissions.ts'
import { cached } from '../db/cached.ts'
import { isBrokenReference } from '../db/errors.ts'
import { nameMentions, withMentionNames } from '../db/mentions/names.ts'
import { readReactions } from '../db/reactions.ts'
import type { Db } from '../db/schema.ts'
import { insertOnce, lockRow, transaction } from '../db/transaction.ts'
import { authorize } from '../http/authorize.ts'
import { fail, failField } from '../http/fail.ts'
import { createPageWriter, matchesVersion } from '../http/reply.ts'
import type { SignedIn } from '../http/serve.ts'
import { editMoment, toIso } from '../lib/time.ts'
import { excerptLine } from '../markdown/excerpt.ts'
import { requireReadablePost } from '../posts/rules.ts'
import type { Services } from '../services.ts'
import { removed, saved } from '../text-effects/saved.ts'
import {
  type CommentRow,
  deleteCommentRow,
  findCommentRow,
  insertComment,
  listComments,
  updateCommentRow,
} from './queries.ts'

/** Comment of the API, and the fields of its post that decide about access. */
type Comment = ApiComment & { post: { author_id: string | null; is_published: boolean } }

const quoteLength = 120

/** Quotes of the last answered comments: a list shows them again and again, and one of Markdown takes a millisecond. */
const quotes = new Map<string, string>()
const maxQuotes = 2000

function quoteExcerpt(content: string) {
  const excerpt = quotes.get(content) ?? excerptLine(content, quoteLength)
  if (quotes.size === maxQuotes) quotes.clear()
  quotes.set(content, excerpt)
  return excerpt
}

const serializeComment = (row: CommentRow): Comment => ({
  ...row,
  created_at: toIso(row.created_at),
  updated_at: toIso(row.updated_at),
  quote:
    row.quoted_name === null ? null : { author_name: row.quoted_name, excerpt: quoteExcerpt(row.quoted_text ?? '') },
  reactions: readReactions(row.reactions),
  post: { author_id: row.post_author_id, is_published: row.post_published_at !== null },
})

/** Comments with the present names of those whom they name. */
const serializeComments = async (db: Db, rows: CommentRow[]) =>
  (await withMentionNames(db, rows, 'content', 'quoted_text')).map(serializeComment)

async function findComment(db: Db, id: string): Promise<Comment | undefined> {
  const row = await findCommentRow(db, id)
  const [comment] = row ? await serializeComments(db, [row]) : []
  return comment
}

type ListOptions = Parameters<typeof listComments>[2]

const writePage = createPageWriter(comments.list)
const readPage = cached(async (db: Db, postId: string, options: ListOptions) => {
  const page = await listComments(db, postId, options)
  return writePage({ ...page, items: await serializeComments(db, page.items) })
})

/** Oldest first; 404 if the person may not read the post (DECISIONS §2, "Comments"). */
export async function readComments({ db }: Services, user: SignedIn, postId: string, options: ListOptions) {
  await requireReadablePost(db, user, postId)
  return readPage(db, postId, options)
}

/** Idempotent by `client_id`: a repeat returns the first comment; 409 if that is on another post. */
export async function createComment(services: Services, user: SignedIn, postId: string, sent: NewComment) {
  const { db } = services
  await requireReadablePost(db, user, postId)
  const key = { by: user.id, client_id: sent.client_id }
  const id = await insertOnce(db, 'comments', key, () => storeComment(services, user, postId, sent))
  const comment = (await findComment(db, id)) ?? fail('not_found')
  return comment.post_id === postId ? comment : fail('client_id_taken')
}

async function storeComment(
  services: Services,
  user: SignedIn,
  postId: string,
  { content, client_id = null, reply_to = null }: NewComment,
) {
  const { db, disk, now, newId } = services
  await disk.requireSpaceForText()
  const id = newId()
  const created_at = now()
  await transaction(db, async (tx) => {
    // so that it isn't unpublished before the recipients of the notices are known
    await lockRow(tx, 'posts', postId)
    await requireReadablePost(tx, user, postId)
    await insertComment(tx, {
      id,
      post_id: postId,
      author_id: user.id,
      client_id,
      content,
      created_at,
      updated_at: created_at,
      reply_to,
    })
    // after the insert: a repeat is recognized even if the answered comment was deleted since
    const answered = reply_to === null ? undefined : await findCommentRow(tx, reply_to)
    if (reply_to !== null && answered?.post_id !== postId)
      failField('reply_to', 'El comentario al que respondes ya no está')
    const author = { author_id: user.id, author_name: user.name }
    await saved(services, tx, user, 'comment', { after: { id, post_id: postId, ...author, content, answered } })
  }).catch((error) => {
    // the post was deleted after the check
    if (isBrokenReference(error)) fail('not_found')
    throw error
  })
  return id
}

/** A comment without what others added to it, if the person may not read the post any more. */
const shownTo = (user: SignedIn, comment: Comment): Comment =>
  permissions['comment.read'](user, comment) ? comment : { ...comment, quote: null, reactions: [] }

/**
 * 404 for others' comments if the person may not read the post, 403 for somebody else's comment. 412 if `ifMatch` names another version; the
 * version is the moment of the last change.
 */
export async function updateComment(services: Services, user: SignedIn, id: string, content: string, ifMatch?: string) {
  await services.disk.requireSpaceForText()
  return transaction(services.db, async (tx) => {
    await lockRow(tx, 'comments', id)
    const { post_id = '' } = (await findCommentRow(tx, id)) ?? {}
    await lockRow(tx, 'posts', post_id)
    const comment = authorize(user, 'comment.edit', await findComment(tx, id))
    if (!matchesVersion(ifMatch, Date.parse(comment.updated_at))) fail('stale')
    if ((await nameMentions(tx, content)) === comment.content) return shownTo(user, comment)
    const updated_at = editMoment(comment.updated_at, services.now())
    await updateCommentRow(tx, comment, { content, updated_at })
    await saved(services, tx, user, 'comment', { before: comment, after: { ...comment, content } })
    return shownTo(user, (await findComment(tx, id)) ?? fail('not_found'))
  })
}

/** 404 for others' comments if the person may not read the post, 403 for somebody else's comment. */
export const deleteComment = (services: Services, user: SignedIn, id: string) =>
  transaction(services.db, async (tx) => {
    // an edit or a reaction in progress is told first, and its notices go too
    await lockRow(tx, 'comments', id)
    const comment = authorize(user, 'comment.delete', await findComment(tx, id))
    await removed(services, tx, user, 'comment', comment)
    await deleteCommentRow(tx, comment)
  })
