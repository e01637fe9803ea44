import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../schema.ts'

export const chat = (dialect: Dialect) => ({
  async up(db: Kysely<{ counters: { name: string; value: number } }>) {
    const text = dialect === 'postgres' ? sql`text collate "C"` : sql`text`
    const moment = sql`bigint`
    const seq = dialect === 'postgres' ? sql`bigint` : sql`integer`

    await db.schema
      .createTable('counters')
      .addColumn('name', text, (c) => c.primaryKey())
      .addColumn('value', moment, (c) => c.notNull())
      .execute()
    await db.insertInto('counters').values({ name: 'chat', value: 0 }).execute()

    await db.schema
      .createTable('chat_messages')
      .addColumn('seq', seq, (c) => c.primaryKey())
      .addColumn('id', text, (c) => c.notNull().unique())
      .addColumn('author_id', text, (c) => c.notNull().references('users.id').onDelete('restrict'))
      .addColumn('client_id', text)
      .addColumn('message', text, (c) => c.notNull())
      .addColumn('unpaired', text, (c) => c.check(sql`unpaired in ('socket', 'rest')`))
      .addColumn('created_at', moment, (c) => c.notNull())
      .execute()
    await db.schema
      .createIndex('chat_messages_client_id')
      .on('chat_messages')
      .columns(['author_id', 'client_id'])
      .unique()
      .execute()
    await db.schema
      .createIndex('chat_messages_unpaired')
      .on('chat_messages')
      .columns(['author_id', 'created_at'])
      .where(sql.ref('unpaired'), 'is not', null)
      .execute()

    await db.schema
      .createTable('chat_readings')
      .addColumn('user_id', text, (c) => c.primaryKey().references('users.id').onDelete('cascade'))
      .addColumn('seq', moment, (c) => c.notNull())
      .execute()

    await db.schema
      .createTable('processes')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('lease_until', moment, (c) => c.notNull())
      .execute()
    await db.schema
      .createTable('presence')
      .addColumn('process_id', text, (c) => c.notNull().references('processes.id').onDelete('cascade'))
      .addColumn('session_id', text, (c) => c.notNull().references('sessions.id').onDelete('cascade'))
      .addPrimaryKeyConstraint('presence_pk', ['process_id', 'session_id'])
      .execute()
    await db.schema.createIndex('presence_session').on('presence').column('session_id').execute()
  },
})
