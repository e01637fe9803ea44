import type { LinkKind } from '../../contract/content/link-tokens.ts'
import type { ReactionKind } from '../../contract/content/reactions.ts'
import { mentionedIds } from '../../contract/markdown/mentions.ts'
import { prepared } from '../db/prepared.ts'
import type { Db, MentionKind } from '../db/schema.ts'

/** A text whose mentions are stored. */
export interface MentioningText {
  kind: MentionKind
  id: string
  text: string
}

const named = prepared((db, { kind, id }: Pick<MentioningText, 'kind' | 'id'>) =>
  db.selectFrom('mentions').select('user_id').where('kind', '=', kind).where('source_id', '=', id),
)

/** Stores whom a text names, and returns their ids; without deleted accounts. */
export async function saveMentions(tx: Db, { kind, id, text }: MentioningText): Promise<string[]> {
  const ids = mentionedIds(text)
  const before = (await named.all(tx, { kind, id })).map(({ user_id }) => user_id)
  const existing =
    ids.length === 0
      ? []
      : await tx.selectFrom('users').select('id').where('id', 'in', ids).where('deleted_at', 'is', null).execute()
  const after = existing.map((user) => user.id)
  const gone = before.filter((userId) => !after.includes(userId))
  const added = after.filter((userId) => !before.includes(userId))
  if (gone.length > 0)
    await tx
      .deleteFrom('mentions')
      .where('kind', '=', kind)
      .where('source_id', '=', id)
      .where('user_id', 'in', gone)
      .execute()
  if (added.length > 0)
    await tx
      .insertInto('mentions')
      .values(added.map((user_id) => ({ kind, source_id: id, user_id })))
      .execute()
  return after
}

const linkDeletion = prepared((tx, { postId }: { postId: string }) =>
  tx.deleteFrom('post_links').where('post_id', '=', postId),
)

export async function replaceLinks(tx: Db, postId: string, links: { kind: LinkKind; id: string }[]) {
  await linkDeletion.run(tx, { postId })
  const rows = links.map(({ kind, id }) => ({ post_id: postId, kind, target_id: id }))
  if (rows.length > 0) await tx.insertInto('post_links').values(rows).execute()
}

export const deleteReactionsTo = (tx: Db, kind: ReactionKind, id: string) =>
  tx.deleteFrom('reactions').where('kind', '=', kind).where('target_id', '=', id).execute()

/** Id of a post's author; of a deleted account too. */
export const findPostAuthor = async (tx: Db, postId: string) =>
  (await tx.selectFrom('posts').select('author_id').where('id', '=', postId).executeTakeFirstOrThrow()).author_id

/** Records a publication; true for the post's first one. */
export async function setAnnounced(tx: Db, postId: string, at: number) {
  const { numUpdatedRows } = await tx
    .updateTable('posts')
    .set({ announced_at: at })
    .where('id', '=', postId)
    .where('announced_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
