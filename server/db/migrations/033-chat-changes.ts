import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../schema.ts'

/** Answers to messages, and edits and deletions of them, with the order of these changes. */
export const chatChanges = (dialect: Dialect) => ({
  async up(db: Kysely<{ counters: { name: string; value: number } }>) {
    const text = dialect === 'postgres' ? sql`text collate "C"` : sql`text`
    const number = dialect === 'postgres' ? sql`bigint` : sql`integer`
    await db.insertInto('counters').values({ name: 'chat_changes', value: 0 }).execute()
    await db.schema.alterTable('chat_messages').addColumn('reply_to', text).execute()
    await db.schema
      .alterTable('chat_messages')
      .addColumn('change', number, (c) => c.notNull().defaultTo(0))
      .execute()
    for (const moment of ['edited_at', 'deleted_at'])
      await db.schema.alterTable('chat_messages').addColumn(moment, number).execute()
    await db.schema
      .createIndex('chat_messages_change')
      .on('chat_messages')
      .column('change')
      .unique()
      .where(sql.ref('change'), '>', 0)
      .execute()
    await db.schema
      .createIndex('chat_messages_reply_to')
      .on('chat_messages')
      .column('reply_to')
      .where(sql.ref('reply_to'), 'is not', null)
      .execute()
  },
})
