// The recipients of each notice.
import type { ReactionKind } from '../../contract/content/reactions.ts'
import type { Db } from '../db/schema.ts'
import { mentionedIn } from '../mentions/queries.ts'
import { findAuthorId } from '../posts/queries/post.ts'
import { changePushBody } from '../push/queue.ts'
import { type PushServices, pushMessage } from './push.ts'
import { listActiveAdmins, listFollowers } from './recipients/queries.ts'
import { addNotices, removeNotices, removeUnnamed } from './rules.ts'

/** Of a post that was saved: whom it names, once it is published. */
export async function notifyOfPost(
  services: PushServices,
  tx: Db,
  { id, is_published }: { id: string; is_published: boolean },
) {
  const named = await mentionedIn(tx, 'post', id)
  await removeUnnamed(services, tx, id, named)
  const subject = { kind: 'post', id } as const
  const author = is_published ? await findAuthorId(tx, id) : undefined
  const cause = { post_id: id, cause_id: id }
  if (author)
    await addNotices(services, tx, { kind: 'mention', to: named, actor_id: author.author_id, subject, ...cause })
}

interface SavedComment {
  id: string
  post_id: string
  author_id: string
}

/** Of a comment that was saved: whom it names. */
export async function notifyNamedInComment(services: PushServices, tx: Db, { id, post_id, author_id }: SavedComment) {
  const named = await mentionedIn(tx, 'comment', id)
  await removeUnnamed(services, tx, id, named)
  const subject = { kind: 'post', id: post_id } as const
  await addNotices(services, tx, { kind: 'mention', to: named, actor_id: author_id, subject, post_id, cause_id: id })
}

/** Of a new comment: the answered person, whom it names, the post's author and its followers. */
export async function notifyOfComment(
  services: PushServices,
  tx: Db,
  comment: SavedComment & { answered: { id: string; author_id: string | null } | undefined },
) {
  const { id: cause_id, post_id, author_id: actor_id, answered } = comment
  const cause = { actor_id, post_id, cause_id }
  if (answered?.author_id)
    await addNotices(services, tx, {
      ...cause,
      ...{ kind: 'answer', to: [answered.author_id], subject: { kind: 'comment', id: answered.id } },
    })
  await notifyNamedInComment(services, tx, comment)
  const author = await findAuthorId(tx, post_id)
  const to = [...(author ? [author.author_id] : []), ...(await listFollowers(tx, post_id))]
  await addNotices(services, tx, { ...cause, kind: 'comment', to, subject: { kind: 'post', id: post_id } })
}

interface SavedMessage {
  id: string
  author_id: string
}

/** Of a message that was saved: whom it names. */
export async function notifyNamedInMessage(services: PushServices, tx: Db, { id, author_id }: SavedMessage) {
  const named = await mentionedIn(tx, 'message', id)
  await removeUnnamed(services, tx, id, named)
  const subject = { kind: 'message', id } as const
  await addNotices(services, tx, { kind: 'mention', to: named, actor_id: author_id, subject, cause_id: id })
}

/** Of a new message: everybody who wants all of them, the answered person, and whom it names. */
export async function notifyOfMessage(
  services: PushServices,
  tx: Db,
  sent: SavedMessage & {
    author_name: string
    message: string
    answered: { id: string; author_id: string | null; deleted_at: number | null } | undefined
  },
) {
  const { id, author_id, author_name: name, message, answered } = sent
  await pushMessage(services, tx, { id, message, author: { id: author_id, name } })
  if (answered?.author_id && answered.deleted_at === null)
    await addNotices(services, tx, {
      ...{ kind: 'answer', to: [answered.author_id], actor_id: author_id, cause_id: id },
      subject: { kind: 'message', id: answered.id },
    })
  await notifyNamedInMessage(services, tx, sent)
}

/** After the edit of a thing: a push message that leads there and still waits has the new text, or none. */
export const notifyOfEdit = (tx: Db, path: string, text = '') => changePushBody(tx, path, text)

interface Reacted {
  kind: ReactionKind
  id: string
  author_id: string
  post_id: string | null
}

/** Of all reactions of one person to a thing. */
const reactionCause = (thing: { id: string }, by: { id: string }) => `${thing.id} ${by.id}`

/** The author of a thing, of somebody's first reaction to it. */
export const notifyOfReaction = (services: PushServices, tx: Db, by: { id: string }, thing: Reacted) =>
  addNotices(services, tx, {
    ...{ kind: 'reaction', to: [thing.author_id], actor_id: by.id, post_id: thing.post_id },
    ...{ subject: { kind: thing.kind, id: thing.id }, cause_id: reactionCause(thing, by) },
  })

/** After somebody has taken back the last reaction to a thing. */
export const removeReactionNotice = (services: PushServices, tx: Db, by: { id: string }, thing: { id: string }) =>
  removeNotices(services, tx, reactionCause(thing, by))

/** The administrators, that an invited person has an account now. */
export const notifyOfAcceptance = async (services: PushServices, tx: Db, { id }: { id: string }) =>
  addNotices(services, tx, {
    ...{ kind: 'invitation', to: await listActiveAdmins(tx), actor_id: id, cause_id: id },
    subject: { kind: 'person', id },
  })
