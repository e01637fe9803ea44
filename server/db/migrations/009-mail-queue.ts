import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../schema.ts'

/** The queue in the order of sending, the posts of digests, and indexes for what was read by scanning a table. */
export const mailQueue = (dialect: Dialect) => ({
  async up(db: Kysely<unknown>) {
    const text = dialect === 'postgres' ? sql`text collate "C"` : sql`text`

    await db.schema
      .alterTable('deliveries')
      .addColumn('urgency', 'integer', (c) => c.notNull().defaultTo(1))
      .execute()
    await sql`update deliveries set urgency = 0
      where mail_id in (select id from mails where kind in ('security', 'test'))`.execute(db)
    await db.schema.dropIndex('deliveries_due').execute()
    await db.schema
      .createIndex('deliveries_due')
      .on('deliveries')
      .columns(['urgency', 'due_at', 'id'])
      .where(sql.ref('state'), '=', 'queued')
      .execute()
    await db.schema
      .createIndex('deliveries_sent')
      .on('deliveries')
      .column('sent_at')
      .where(sql.ref('state'), '=', 'sent')
      .execute()

    await db.schema.createIndex('mails_kind').on('mails').columns(['kind', 'created_at']).execute()
    await db.schema
      .createTable('digest_posts')
      // a post is in one digest at most
      .addColumn('post_id', text, (c) => c.primaryKey().references('posts.id').onDelete('cascade'))
      .addColumn('mail_id', text, (c) => c.notNull().references('mails.id').onDelete('restrict'))
      .addColumn('author_id', text, (c) => c.notNull())
      .addColumn('turn', 'integer', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('digest_posts_turn').on('digest_posts').columns(['mail_id', 'turn']).execute()
    await db.schema
      .createIndex('digest_posts_author')
      .on('digest_posts')
      .columns(['mail_id', 'author_id', 'turn'])
      .unique()
      .execute()
  },
})
