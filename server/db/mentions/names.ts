import {
  formatMention,
  mentionedIds,
  mentionsIn,
  mentionToken,
  shownMention,
} from '../../../contract/markdown/mentions.ts'
import { listValues } from '../count.ts'
import { prepared, valuesOf } from '../prepared.ts'
import type { Db, MentionKind } from '../schema.ts'

const namesById = prepared((db, { ids }: { ids: string[] }) =>
  db.selectFrom('users').select(['id', 'name', 'deleted_at']).where('id', 'in', valuesOf(db, ids)),
)

const hasMentions = (text: unknown) => typeof text === 'string' && text.includes('@[')

/**
 * The rows with the people's present names in the mentions of these fields. A deleted account's mention becomes its plain name,
 * and one of nobody the name that was written.
 */
export async function withMentionNames<R extends object>(db: Db, rows: R[], ...fields: (keyof R)[]): Promise<R[]> {
  const texts = rows.flatMap((row) => fields.map((field) => row[field]).filter(hasMentions))
  const ids = [...new Set(texts.flatMap((text) => mentionsIn(String(text)).map(({ id }) => id)))]
  if (ids.length === 0) return rows
  const people = new Map((await namesById.all(db, { ids })).map((person) => [person.id, person]))
  const rename = (text: unknown) =>
    String(text).replace(mentionToken, (_token, name: string, id: string) => {
      const person = people.get(id.toLowerCase())
      return person?.deleted_at === null ? formatMention(person) : shownMention(person ?? { name })
    })
  return rows.map((row) => {
    const renamed = fields.flatMap((field) => (hasMentions(row[field]) ? [[field, rename(row[field])] as const] : []))
    return renamed.length > 0 ? { ...row, ...Object.fromEntries(renamed) } : row
  })
}

/** A text with the present names in its mentions. */
export async function nameMentions(db: Db, text: string): Promise<string> {
  const [named] = await withMentionNames(db, [{ text }], 'text')
  return named?.text ?? text
}

/** A text whose mentions are stored. */
export interface MentioningText {
  kind: MentionKind
  id: string
  text: string
}

const storedMentions = prepared((db, { kind, id }: Pick<MentioningText, 'kind' | 'id'>) =>
  db.selectFrom('mentions').select('user_id').where('kind', '=', kind).where('source_id', '=', id),
)

/** Stores whom a text names, and returns their ids; without deleted accounts. */
export async function saveMentions(tx: Db, { kind, id, text }: MentioningText): Promise<string[]> {
  const ids = mentionedIds(text)
  const before = (await storedMentions.all(tx, { kind, id })).map(({ user_id }) => user_id)
  const existing = tx.selectFrom('users').select('id').where('id', 'in', ids).where('deleted_at', 'is', null)
  const after = ids.length === 0 ? [] : await listValues(existing)
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
