import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../schema.ts'

/**
 * PostgreSQL keeps the tokens of a document as text, which takes half the room of a tsvector; the tsvector is in the index
 * alone, with the window of the document's number. A save adds its tokens to a list of at most a megabyte, which the server
 * merges into the index. Another index finds the newest documents of a kind (decision 046).
 */
export const tokensAsText = (dialect: Dialect) => ({
  async up(db: Kysely<unknown>) {
    if (dialect === 'sqlite') return
    await sql`drop index documents_tokens`.execute(db)
    await sql`alter table documents alter column tokens type text
      using array_to_string(tsvector_to_array(tokens), ' ')`.execute(db)
    await sql`create index documents_tokens on documents
      using gin (array_to_tsvector(string_to_array(tokens || ' #' || cast(doc >> 9 as text), ' ')))
      with (fastupdate = on, gin_pending_list_limit = 1024)`.execute(db)
    await sql`create index documents_newest on documents (kind, doc)`.execute(db)
  },
})
