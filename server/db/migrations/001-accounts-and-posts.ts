import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../schema.ts'

export const accountsAndPosts = (dialect: Dialect) => ({
  async up(db: Kysely<unknown>) {
    // Byte order everywhere: the order of keys and ids must not depend on the locale of somebody's PostgreSQL.
    const text = dialect === 'postgres' ? sql`text collate "C"` : sql`text`
    const moment = sql`bigint`

    await db.schema
      .createTable('users')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('name_key', text, (c) => c.notNull())
      .addColumn('email', text, (c) => c.notNull())
      .addColumn('email_key', text, (c) => c.notNull())
      .addColumn('role', text, (c) => c.notNull().check(sql`role in ('admin', 'normal')`))
      .addColumn('avatar', text)
      .addColumn('phone', text)
      .addColumn('password_hash', text, (c) => c.notNull())
      .addColumn('created_at', moment, (c) => c.notNull())
      .addColumn('deactivated_at', moment)
      .addColumn('deleted_at', moment)
      .execute()
    // Names and addresses of deleted accounts can be used again.
    for (const column of ['name_key', 'email_key'])
      await db.schema
        .createIndex(`users_${column}`)
        .on('users')
        .column(column)
        .unique()
        .where(sql.ref('deleted_at'), 'is', null)
        .execute()

    await db.schema
      .createTable('sessions')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('token_hash', text, (c) => c.notNull().unique())
      .addColumn('user_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('created_at', moment, (c) => c.notNull())
      .addColumn('last_seen_at', moment, (c) => c.notNull())
      .addColumn('expires_at', moment, (c) => c.notNull())
      .addColumn('heartbeat_at', moment)
      .execute()
    await db.schema.createIndex('sessions_user').on('sessions').column('user_id').execute()
    await db.schema.createIndex('sessions_heartbeat').on('sessions').column('heartbeat_at').execute()
    await db.schema.createIndex('sessions_expiry').on('sessions').column('expires_at').execute()

    await db.schema
      .createTable('login_failures')
      .addColumn('key', text, (c) => c.primaryKey())
      .addColumn('failures', 'integer', (c) => c.notNull())
      .addColumn('window_ends_at', moment, (c) => c.notNull())
      .execute()

    await db.schema
      .createTable('categories')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('name_key', text, (c) => c.notNull().unique())
      .addColumn('description', text)
      .addColumn('created_at', moment, (c) => c.notNull())
      .addColumn('deactivated_at', moment)
      .execute()

    await db.schema
      .createTable('posts')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('title', text, (c) => c.notNull())
      .addColumn('content', text, (c) => c.notNull())
      .addColumn('excerpt', text, (c) => c.notNull())
      .addColumn('excerpt_cut', 'integer', (c) => c.notNull())
      .addColumn('word_count', 'integer', (c) => c.notNull())
      .addColumn('category_id', text, (c) => c.references('categories.id').onDelete('restrict'))
      .addColumn('author_id', text, (c) => c.notNull().references('users.id').onDelete('restrict'))
      .addColumn('published_at', moment)
      .addColumn('created_at', moment, (c) => c.notNull())
      .addColumn('updated_at', moment, (c) => c.notNull())
      .addColumn('version', 'integer', (c) => c.notNull())
      .execute()
    const published = sql<boolean>`published_at is not null`
    await db.schema
      .createIndex('posts_published')
      .on('posts')
      .columns(['published_at', 'id'])
      .where(published)
      .execute()
    await db.schema
      .createIndex('posts_published_by_category')
      .on('posts')
      .columns(['category_id', 'published_at', 'id'])
      .where(published)
      .execute()
    await db.schema.createIndex('posts_category').on('posts').column('category_id').execute()
    await db.schema
      .createIndex('posts_drafts')
      .on('posts')
      .columns(['author_id', 'id'])
      .where(sql<boolean>`published_at is null`)
      .execute()

    await db.schema
      .createTable('comments')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('post_id', text, (c) => c.notNull().references('posts.id').onDelete('cascade'))
      .addColumn('author_id', text, (c) => c.notNull().references('users.id').onDelete('restrict'))
      .addColumn('content', text, (c) => c.notNull())
      .addColumn('created_at', moment, (c) => c.notNull())
      .addColumn('updated_at', moment, (c) => c.notNull())
      .execute()
    await db.schema.createIndex('comments_post').on('comments').columns(['post_id', 'id']).execute()

    await db.schema
      .createTable('locks')
      .addColumn('name', text, (c) => c.primaryKey())
      .execute()
    await sql`insert into locks (name) values ('accounts')`.execute(db)
  },
})
