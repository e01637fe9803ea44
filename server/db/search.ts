import { PostgresAdapter, type RawBuilder, sql } from 'kysely'
import type { Dialect } from './dialect.ts'
import type { Db } from './schema.ts'

/**
 * What makes the table `post_texts` searchable, each database with its own index of words. To `ascii` all that isn't
 * ASCII is part of a word: the words are apart already.
 */
export const describeText = (dialect: Dialect): RawBuilder<unknown>[] =>
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

/** The ids of posts that have, for each of these, a word that begins like it; words as `searchWords` makes them. */
export const postsWithWords = (db: Db, words: string[]): RawBuilder<string> =>
  db.getExecutor().adapter instanceof PostgresAdapter
    ? sql<string>`(select post_id from post_texts
        where array_to_tsvector(string_to_array(body, ' ')) @@ cast(${words.map((word) => `${word}:*`).join(' & ')} as tsquery))`
    : sql<string>`(select post_id from post_texts
        where doc in (select rowid from post_words where post_words match ${words.map((word) => `"${word}"*`).join(' ')}))`
