import { type RawBuilder, sql } from 'kysely'
import { type SearchWord, stemMark } from '../search/words.ts'
import { isPostgres } from './prepared.ts'
import type { Db, Dialect } from './schema.ts'

/**
 * Statements for the word index of `post_texts`. SQLite's tokenizer `ascii` treats all other characters as parts of
 * words, which are separated by spaces already.
 */
export const createTextIndex = (dialect: Dialect): RawBuilder<unknown>[] =>
  dialect === 'postgres'
    ? [sql`create index post_texts_words on post_texts using gin (array_to_tsvector(string_to_array(body, ' ')))`]
    : [
        sql`create virtual table post_words using fts5(body, content='post_texts', content_rowid='doc', detail=none, prefix='2 3', tokenize='ascii')`,
        sql`create trigger post_texts_added after insert on post_texts begin
              insert into post_words(rowid, body) values (new.doc, new.body);
            end`,
        sql`create trigger post_texts_gone after delete on post_texts begin
              insert into post_words(post_words, rowid, body) values ('delete', old.doc, old.body);
            end`,
        sql`create trigger post_texts_changed after update of body on post_texts begin
              insert into post_words(post_words, rowid, body) values ('delete', old.doc, old.body);
              insert into post_words(rowid, body) values (new.doc, new.body);
            end`,
      ]

const setWordBuffer = (tx: Db, bytes: number) =>
  sql`insert into post_words (post_words, rank) values ('hashsize', ${sql.lit(bytes)})`.execute(tx)

/** Fills SQLite's index of words in half the time: it collects 8 MB before it writes, in place of 1 MB. */
export async function withLargeWordBuffer(tx: Db, fill: () => Promise<void>) {
  await setWordBuffer(tx, 8 * 2 ** 20)
  await fill()
  await setWordBuffer(tx, 2 ** 20)
}

/** The words of a search text, without the stems after them. */
export function wordsOfSearchText(db: Db, text: RawBuilder<string>) {
  const end = sql.lit(` ${stemMark}`)
  return isPostgres(db)
    ? sql<string>`split_part(${text}, ${end}, 1)`
    : sql<string>`substr(${text}, 1, instr(${text} || ${end}, ${end}))`
}

/** Names of users as `toSearchName` makes them. */
export const searchName = sql<string>`replace(name_key, ${'\u007f'}, '')`

/** For each word one that begins with it or one with the same stem, in the language of either index. */
const condition = (words: SearchWord[], { quote, beginning, or, and }: Record<string, string>) =>
  words
    .map(({ word, stems }) => [`${quote}${word}${quote}${beginning}`, ...stems.map((stem) => quote + stem + quote)])
    .map((forms) => `(${forms.join(or)})`)
    .join(and)

const fts5 = { quote: '"', beginning: '*', or: ' OR ', and: ' AND ' }
const tsquery = { quote: "'", beginning: ':*', or: ' | ', and: ' & ' }

/** Ids of posts in which all of `words` are found. */
export const postsWithWords = (db: Db, words: SearchWord[]): RawBuilder<string> =>
  isPostgres(db)
    ? sql<string>`(select post_id from post_texts
        where array_to_tsvector(string_to_array(body, ' ')) @@ cast(${condition(words, tsquery)} as tsquery))`
    : sql<string>`(select post_id from post_texts
        where doc in (select rowid from post_words where post_words match ${condition(words, fts5)}))`
