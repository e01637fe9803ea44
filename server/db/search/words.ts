// Words of all texts, for suggestions. Words of deleted texts stay until the index is rebuilt.
import { type RawBuilder, sql } from 'kysely'
import { isPostgres, prepared } from '../prepared.ts'
import type { Db } from '../schema.ts'

interface Word {
  /** As in the index, without accents. */
  word: string
  /** As it was written, in small letters. */
  typed: string
}

const reverse = (word: string) => [...word].reverse().join('')

const addedToSqlite = prepared(
  (_tx, { words }: { words: string }) =>
    sql`insert into search_words (word, typed, reversed)
      select value ->> 0, value ->> 1, value ->> 2 from json_each(${words}) as added
      where not exists (
        select 1 from search_words where word = added.value ->> 0 and typed = added.value ->> 1)`,
)
// with "offset 0" PostgreSQL looks up each word in the index, instead of reading all of them for a plan that it made early
const addedToPostgres = prepared(
  (_tx, { word, typed, reversed }: { word: string[]; typed: string[]; reversed: string[] }) =>
    sql`insert into search_words (word, typed, reversed)
      select word, typed, reversed
      from unnest(cast(${word} as text[]), cast(${typed} as text[]), cast(${reversed} as text[])) as added (word, typed, reversed)
      where not exists (
        select 1 from search_words where search_words.word = added.word and search_words.typed = added.typed offset 0)`,
)

/** Leaves out those that are there already. */
export async function addWords(tx: Db, words: Word[]) {
  if (words.length === 0) return
  if (isPostgres(tx))
    await addedToPostgres.run(tx, {
      word: words.map(({ word }) => word),
      typed: words.map(({ typed }) => typed),
      reversed: words.map(({ word }) => reverse(word)),
    })
  else
    await addedToSqlite.run(tx, { words: JSON.stringify(words.map(({ word, typed }) => [word, typed, reverse(word)])) })
}

const last = '\u{10ffff}'
const beginsWith = (column: RawBuilder<string>, beginning: string) =>
  sql<boolean>`(${column} >= ${beginning} and ${column} < ${beginning + last})`

/** Words of about this length with the same first or the same second half, up to `max` of each: of a word with one wrong letter one half is right. */
export async function listSimilarWords(db: Db, word: string, max: number): Promise<Word[]> {
  const letters = [...word]
  const half = Math.ceil(letters.length / 2)
  const parts = [
    beginsWith(sql`word`, letters.slice(0, half - 1).join('')),
    beginsWith(sql`reversed`, reverse(letters.slice(half + 1).join(''))),
  ]
  const difference = sql`abs(length(word) - ${letters.length})`
  const hasLength = sql<boolean>`length(word) between ${letters.length - 2} and ${letters.length + 2}`
  const found: Word[] = []
  for (const part of parts)
    found.push(
      ...(await db
        .selectFrom('search_words')
        .select(['word', 'typed'])
        .where(part)
        .where(hasLength)
        .orderBy(difference)
        .limit(max)
        .execute()),
    )
  return found
}
