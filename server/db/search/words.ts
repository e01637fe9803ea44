// Words of all texts, for suggestions and for what begins with a word. Words of deleted texts stay until the index is rebuilt.
import { type RawBuilder, sql } from 'kysely'
import { newId } from '../../ids.ts'
import { isPostgres, prepared } from '../prepared.ts'
import type { Db } from '../schema.ts'
import { afterCommit } from '../transaction.ts'

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

/** Identifies the present rows of the table: the row with this word goes with the others when the index is emptied. */
const markerWord = ' '
const marker = prepared((tx) =>
  tx.selectFrom('search_words').select('typed').where('word', '=', markerWord).orderBy('typed').limit(1),
)

/** Words that were saved last, and the marker of the table in which they are. */
const known = { marker: '', typed: new Set<string>() }
const maxKnown = 50_000

/** Forgets the known words if they aren't those of this table any more. */
async function requireMarker(tx: Db) {
  const found = (await marker.first(tx, {}))?.typed
  if (found !== undefined && found === known.marker) return
  known.typed.clear()
  known.marker = found ?? newId()
  if (found === undefined)
    await tx.insertInto('search_words').values({ word: markerWord, typed: known.marker, reversed: '' }).execute()
}

/**
 * Leaves out those that are there already. Documents are saved before it, so that on PostgreSQL the index can't be emptied
 * between the reading of the marker and the commit.
 */
export async function addWords(tx: Db, all: Word[]) {
  if (all.length === 0) return
  await requireMarker(tx)
  const words = all.filter(({ typed }) => !known.typed.has(typed))
  if (words.length === 0) return
  if (isPostgres(tx))
    await addedToPostgres.run(tx, {
      word: words.map(({ word }) => word),
      typed: words.map(({ typed }) => typed),
      reversed: words.map(({ word }) => reverse(word)),
    })
  else
    await addedToSqlite.run(tx, { words: JSON.stringify(words.map(({ word, typed }) => [word, typed, reverse(word)])) })
  const { marker: ofTable } = known
  afterCommit(tx, () => {
    if (known.marker !== ofTable) return
    if (known.typed.size + words.length > maxKnown) known.typed.clear()
    for (const { typed } of words) known.typed.add(typed)
  })
}

const last = '\u{10ffff}'
const beginsWith = (column: RawBuilder<string>, beginning: string) =>
  sql<boolean>`(${column} >= ${beginning} and ${column} < ${beginning + last})`

/** Words of five letters and more that begin with this one; undefined if there are more than `max`. */
export async function listLongerWords(db: Db, beginning: string, max: number): Promise<string[] | undefined> {
  const rows = await db
    .selectFrom('search_words')
    .select('word')
    .distinct()
    .where(beginsWith(sql`word`, beginning))
    .limit(max + 1)
    .execute()
  return rows.length > max ? undefined : rows.map(({ word }) => word)
}

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
