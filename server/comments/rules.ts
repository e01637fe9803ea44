import { recordIfForeign } from '../audit/record.ts'
import type { SignedIn } from '../auth/sessions.ts'
import { isBrokenReference } from '../db/faults.ts'
import { mapPage } from '../db/page.ts'
import type { Db } from '../db/schema.ts'
import { transaction } from '../db/transaction.ts'
import { authorize } from '../http/authorize.ts'
import { fail } from '../http/fail.ts'
import { matches } from '../http/reply.ts'
import { readablePost } from '../posts/rules.ts'
import type { Services } from '../services.ts'
import {
  deleteCommentRow,
  findCommentRow,
  insertComment,
  listComments,
  lockComment,
  updateCommentRow,
} from './queries.ts'
import { type Comment, toComment } from './wire.ts'

async function findComment(db: Db, id: string): Promise<Comment | undefined> {
  const row = await findCommentRow(db, id)
  return row && toComment(row)
}

/** A comment that the person may change: 404 where the post isn't seen, 403 where the comment is somebody else's. */
async function editable(db: Db, user: SignedIn, id: string) {
  const comment: Comment = authorize(user, 'comment.read', await findComment(db, id))
  return authorize(user, 'comment.edit', comment)
}

/** The comments of a post, oldest first; of what one can't see there are none to see (DECISIONS §2, "Comments"). */
export async function readComments(
  { db }: Services,
  user: SignedIn,
  postId: string,
  wanted: Parameters<typeof listComments>[2],
) {
  await readablePost(db, user, postId)
  return mapPage(await listComments(db, postId, wanted), toComment)
}

export async function createComment(services: Services, user: SignedIn, postId: string, content: string) {
  const { db, bus, now, newId } = services
  await readablePost(db, user, postId)
  const id = newId()
  const created_at = now()
  await transaction(db, async (tx) => {
    await insertComment(tx, {
      ...{ id, post_id: postId, author_id: user.id, content },
      ...{ created_at, updated_at: created_at },
    })
    await bus.send(tx, { kind: 'comments', id: postId })
  }).catch((error) => {
    // the post was deleted meanwhile
    if (isBrokenReference(error)) fail('not_found')
    throw error
  })
  return (await findComment(db, id)) ?? fail('not_found')
}

const whose = ({ author_name }: Comment) => ({ target: author_name })

/** 412 when it isn't the comment any more that `ifMatch` names: its version is the moment of its last change. */
export const updateComment = (services: Services, user: SignedIn, id: string, content: string, ifMatch?: string) =>
  transaction(services.db, async (tx) => {
    await lockComment(tx, id)
    const comment = await editable(tx, user, id)
    if (!matches(ifMatch, Date.parse(comment.updated_at))) fail('stale')
    if (content === comment.content) return comment
    // a change is told from the creation by its time: it is never the same one
    const updated_at = Math.max(services.now(), Date.parse(comment.updated_at) + 1)
    await updateCommentRow(tx, comment, { content, updated_at })
    await recordIfForeign(services, tx, user, comment.author_id, 'comment_changed', whose(comment))
    await services.bus.send(tx, { kind: 'comments', id: comment.post_id })
    return (await findComment(tx, id)) ?? fail('not_found')
  })

export const deleteComment = (services: Services, user: SignedIn, id: string) =>
  transaction(services.db, async (tx) => {
    const comment = await editable(tx, user, id)
    await deleteCommentRow(tx, comment)
    await recordIfForeign(services, tx, user, comment.author_id, 'comment_deleted', whose(comment))
    await services.bus.send(tx, { kind: 'comments', id: comment.post_id })
  })
