import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../schema.ts'

/** Devices that get push messages, the last choice to hide content, the queue of these messages, and the pauses of push services. */
export const push = (dialect: Dialect) => ({
  async up(db: Kysely<unknown>) {
    const text = dialect === 'postgres' ? sql`text collate "C"` : sql`text`
    const moment = dialect === 'postgres' ? 'bigint' : 'integer'
    await db.schema
      .createTable('push_subscriptions')
      .addColumn('id', text, (c) => c.primaryKey().notNull())
      // one a session, with which it ends
      .addColumn('session_id', text, (c) => c.notNull().unique().references('sessions.id').onDelete('cascade'))
      .addColumn('endpoint', text, (c) => c.notNull().unique())
      .addColumn('service', text, (c) => c.notNull())
      .addColumn('p256dh', text, (c) => c.notNull())
      .addColumn('auth', text, (c) => c.notNull())
      .addColumn('hides_content', 'integer', (c) => c.notNull())
      .addColumn('created_at', moment, (c) => c.notNull())
      .addColumn('pushed_at', moment)
      .execute()
    await db.schema
      .createTable('pushes')
      .addColumn('id', text, (c) => c.notNull().unique())
      .addColumn('subscription_id', text, (c) => c.notNull().references('push_subscriptions.id').onDelete('cascade'))
      .addColumn('thread', text, (c) => c.notNull())
      .addColumn('title', text, (c) => c.notNull())
      .addColumn('body', text, (c) => c.notNull())
      .addColumn('path', text, (c) => c.notNull())
      .addColumn('urgency', text, (c) => c.notNull())
      .addColumn('due_at', moment, (c) => c.notNull())
      .addColumn('expires_at', moment, (c) => c.notNull())
      .addColumn('attempts', 'integer', (c) => c.notNull())
      .addColumn('taken_at', moment)
      .addColumn('sent_at', moment)
      .addColumn('shown_at', moment)
      .addColumn('withdrawn_at', moment)
      .addPrimaryKeyConstraint('pushes_pk', ['subscription_id', 'thread'])
      .execute()
    await db.schema
      .createIndex('pushes_due')
      .on('pushes')
      .columns(['due_at', 'id'])
      .where(sql.ref('sent_at'), 'is', null)
      .execute()
    await db.schema.createIndex('pushes_path').on('pushes').column('path').execute()
    await db.schema.createIndex('pushes_expires_at').on('pushes').column('expires_at').execute()
    await db.schema
      .alterTable('users')
      .addColumn('hides_pushes', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
    await db.schema
      .createTable('push_holds')
      .addColumn('service', text, (c) => c.primaryKey().notNull())
      .addColumn('failures', 'integer', (c) => c.notNull())
      .addColumn('until', moment, (c) => c.notNull())
      .execute()
  },
})
