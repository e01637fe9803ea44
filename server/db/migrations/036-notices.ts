import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../schema.ts'

/** Notices with their settings, followed and muted posts, and the time up to which a person has seen a conversation. */
export const notices = (dialect: Dialect) => ({
  async up(db: Kysely<unknown>) {
    const text = dialect === 'postgres' ? sql`text collate "C"` : sql`text`
    const moment = dialect === 'postgres' ? 'bigint' : 'integer'
    await db.schema
      .createTable('notices')
      .addColumn('id', text, (c) => c.notNull())
      .addColumn('user_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('kind', text, (c) => c.notNull())
      .addColumn('subject_kind', text, (c) => c.notNull())
      .addColumn('subject_id', text, (c) => c.notNull())
      .addColumn('post_id', text, (c) => c.references('posts.id').onDelete('cascade'))
      .addColumn('cause_id', text, (c) => c.notNull())
      .addColumn('actor_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('created_at', moment, (c) => c.notNull())
      .addColumn('read_at', moment)
      .addPrimaryKeyConstraint('notices_pkey', ['id'])
      .addUniqueConstraint('notices_once', ['user_id', 'kind', 'cause_id'])
      .execute()
    for (const column of ['subject_id', 'post_id', 'cause_id', 'actor_id'])
      await db.schema.createIndex(`notices_${column}`).on('notices').column(column).execute()
    await db.schema
      .createIndex('notices_unread')
      .on('notices')
      .column('user_id')
      .where(sql.ref('read_at'), 'is', null)
      .execute()
    await db.schema
      .createTable('notice_choices')
      .addColumn('user_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('kind', text, (c) => c.notNull())
      .addColumn('choice', text, (c) => c.notNull().check(sql`choice in ('here', 'push', 'nothing')`))
      .addPrimaryKeyConstraint('notice_choices_pkey', ['user_id', 'kind'])
      .execute()
    await db.schema
      .createTable('notice_settings')
      .addColumn('user_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('chat', text, (c) => c.notNull().check(sql`chat in ('all', 'named', 'nothing')`))
      .addColumn('silence_until', moment)
      .addColumn('quiet_from', text)
      .addColumn('quiet_to', text)
      .addPrimaryKeyConstraint('notice_settings_pkey', ['user_id'])
      .execute()
    await db.schema
      .createTable('post_followings')
      .addColumn('post_id', text, (c) => c.notNull().references('posts.id').onDelete('cascade'))
      .addColumn('user_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('state', text, (c) => c.notNull().check(sql`state in ('following', 'muted')`))
      .addPrimaryKeyConstraint('post_followings_pkey', ['post_id', 'user_id'])
      .execute()
    await db.schema
      .createTable('conversation_visits')
      .addColumn('user_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('post_id', text, (c) => c.notNull().references('posts.id').onDelete('cascade'))
      .addColumn('seen_until', moment, (c) => c.notNull())
      .addPrimaryKeyConstraint('conversation_visits_pkey', ['user_id', 'post_id'])
      .execute()
    for (const table of ['post_followings', 'conversation_visits'])
      await db.schema
        .createIndex(`${table}_other`)
        .on(table)
        .column(table === 'post_followings' ? 'user_id' : 'post_id')
        .execute()
    // earlier comments are not new to anybody
    await sql`insert into area_visits (user_id, area, seen_until)
      select id, cast('conversations' as text), (select coalesce(max(created_at), 0) from comments) from users`.execute(
      db,
    )
    // of all posts
    await db.schema.createIndex('comments_created').on('comments').columns(['created_at', 'id']).execute()
  },
})
