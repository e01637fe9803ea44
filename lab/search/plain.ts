import { DatabaseSync } from 'node:sqlite'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../server/db/schema.ts'
import { countDocuments, findDocuments } from '../../server/db/search/search.ts'
import { anyHit, hitsByRank, ranks } from '../../server/find/conditions.ts'
import { searchWords } from '../../server/search/words.ts'

const kinds = ['post', 'file', 'comment', 'message'] as const
const texts = {
  post: `select title || ' ' || content as text from posts`,
  file: `select original_name || ' ' || content as text from files join file_texts on file_id = id`,
  comment: 'select content as text from comments',
  message: 'select message as text from chat_messages',
}
const limit = 10
const maxCount = 1000

/** A table of FTS5 for each kind with the same texts, as its manual makes them. */
async function createPlainTables(db: Kysely<Schema>) {
  const plain = new DatabaseSync(':memory:')
  for (const kind of kinds) {
    plain.exec(`create virtual table ${kind} using fts5(text, content='')`)
    const insert = plain.prepare(`insert into ${kind} (text) values (?)`)
    plain.exec('begin')
    const { rows } = await sql<{ text: string }>`${sql.raw(texts[kind])}`.execute(db)
    for (const { text } of rows) insert.run(text)
    plain.exec('commit')
  }
  return (word: string) => {
    for (const kind of kinds) {
      plain.prepare(`select count(*) from (select 1 from ${kind}(?) limit ${maxCount})`).get(`"${word}"`)
      plain.prepare(`select rowid from ${kind}(?) order by rowid desc limit ${limit}`).all(`"${word}"`)
    }
  }
}

/** What our search reads of the index for a word. */
async function searchIndex(db: Kysely<Schema>, word: string) {
  const terms = {
    words: searchWords(word).map((one) => ({ ...one, named: [] })),
    phrases: [],
    excludedWords: [],
    fields: [],
  }
  const filter = { draftsOf: 'all' }
  const rest = await countDocuments(
    db,
    kinds.map((kind) => ({ kind, condition: anyHit(terms) })),
    filter,
    maxCount,
  )
  let found = 0
  for (let rank = 0; rank < ranks && found < limit; rank++) {
    const asked = kinds.flatMap((kind) => {
      const condition = rest.get(kind) ? hitsByRank(kind, terms)[rank] : undefined
      return condition ? [{ kind, condition }] : []
    })
    const documents = await findDocuments(db, asked, filter, limit)
    found += documents.length
    for (const [kind, count] of rest)
      if (count < maxCount) rest.set(kind, count - documents.filter((one) => one.kind === kind).length)
  }
}

/**
 * Compares plain FTS5 and our index for the same words, in turns: the newest documents of each kind with a word as it is, and
 * their counts; ours has beginnings, related words and ranks beside. Milliseconds of a search.
 */
export async function openComparison(db: Kysely<Schema>) {
  const searchPlain = await createPlainTables(db)
  return async (words: string[], rounds: number) => {
    const times = { plain: 0, ours: 0 }
    for (let round = 0; round < rounds; round++)
      for (const word of words) {
        const begun = performance.now()
        searchPlain(word)
        const between = performance.now()
        await searchIndex(db, word)
        times.plain += between - begun
        times.ours += performance.now() - between
      }
    const searches = rounds * words.length
    return { plain: times.plain / searches, ours: times.ours / searches }
  }
}
