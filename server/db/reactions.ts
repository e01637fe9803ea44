import { sql } from 'kysely'
import type { Reaction, ReactionKind } from '../../contract/content/reactions.ts'
import { limits } from '../../contract/limits.ts'
import type { Db } from './schema.ts'

/**
 * Reactions to the thing of each row as one text, for `readReactions`: emoji, count and first people of each. Ids and emoji
 * have neither spaces nor commas.
 */
export const reactionsTo = (kind: ReactionKind, id: `${string}.id`) =>
  sql<string | null>`(
    select string_agg(entry, ',' order by since, emoji) from (
      select emoji, min(created_at) as since,
        emoji || ' ' || count(*) || ' ' ||
          string_agg(case when place <= ${sql.lit(limits.reactions.maxUserIds)} then user_id end, ' ' order by place) as entry
      from (
        select emoji, user_id, created_at, row_number() over (partition by emoji order by created_at, user_id) as place
        from reactions where kind = ${sql.lit(kind)} and target_id = ${sql.ref(id)}
      ) as placed
      group by emoji
    ) as entries
  )`

export const readReactions = (entries: string | null): Reaction[] =>
  (entries === null ? [] : entries.split(',')).map((entry) => {
    const [emoji = '', count, ...user_ids] = entry.split(' ')
    return { emoji, count: Number(count), user_ids }
  })

export const deleteReactionsTo = (tx: Db, kind: ReactionKind, id: string) =>
  tx.deleteFrom('reactions').where('kind', '=', kind).where('target_id', '=', id).execute()
