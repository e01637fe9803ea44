import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { isPostgres } from '../prepared.ts'
import { accounts } from './001-first/accounts.ts'
import { audit } from './001-first/audit.ts'
import { chat } from './001-first/chat.ts'
import { content } from './001-first/content.ts'
import { files } from './001-first/files.ts'
import { messages } from './001-first/messages.ts'
import { removals } from './001-first/removals.ts'
import { search } from './001-first/search.ts'
import { server } from './001-first/server.ts'
import { postgresTypes, sqliteTypes } from './001-first/types.ts'

/** The whole schema, but for what later migrations changed. Tables come after those that they refer to. */
const parts = [accounts, content, files, chat, messages, search, removals, audit, server]

export const first: Migration = {
  async up(db) {
    const types = isPostgres(db) ? postgresTypes : sqliteTypes
    for (const statement of parts.flatMap((part) => part(types))) await sql.raw(statement).execute(db)
  },
}
