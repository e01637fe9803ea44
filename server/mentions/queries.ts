import { mentionedIds } from '../../contract/markdown/mentions.ts'
import { prepared } from '../db/prepared.ts'
import type { Db, MentionKind } from '../db/schema.ts'

interface Source {
  kind: MentionKind
  id: string
}

const named = prepared((db, { kind, id }: Source) =>
  db.selectFrom('mentions').select('user_id').where('kind', '=', kind).where('source_id', '=', id).orderBy('user_id'),
)

/** Ids of the people whom a post, a comment or a message names; without deleted accounts. */
export const mentionedIn = async (db: Db, kind: MentionKind, id: string) =>
  (await named.all(db, { kind, id })).map(({ user_id }) => user_id)

/** Stores whom a text names, in the transaction that stores the text. Returns those whom it didn't name before. */
export async function saveMentions(tx: Db, { kind, id }: Source, text: string): Promise<string[]> {
  const ids = mentionedIds(text)
  const before = await mentionedIn(tx, kind, id)
  const existing =
    ids.length === 0
      ? []
      : await tx.selectFrom('users').select('id').where('id', 'in', ids).where('deleted_at', 'is', null).execute()
  const after = new Set(existing.map((user) => user.id))
  const gone = before.filter((userId) => !after.has(userId))
  const added = [...after].filter((userId) => !before.includes(userId))
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
  return added
}
