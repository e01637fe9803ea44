import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../schema.ts'

/** News items, mail, preferences, clients of sessions, visits, audit events. */
export const newsMailAndAudit = (dialect: Dialect) => ({
  async up(db: Kysely<unknown>) {
    const text = dialect === 'postgres' ? sql`text collate "C"` : sql`text`
    const moment = sql`bigint`

    await db.schema
      .createTable('news')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('title', text, (c) => c.notNull())
      .addColumn('url', text, (c) => c.notNull())
      .addColumn('url_key', text, (c) => c.notNull())
      .addColumn('comment', text)
      .addColumn('author_id', text, (c) => c.notNull().references('users.id').onDelete('restrict'))
      .addColumn('created_at', moment, (c) => c.notNull())
      .addColumn('updated_at', moment, (c) => c.notNull())
      .execute()
    await db.schema.createIndex('news_url_key').on('news').columns(['url_key', 'id']).execute()

    for (const [name, otherwise] of [
      ['new_posts', 1],
      ['admin_notifications', 1],
      ['comment_replies', 1],
      ['weekly_digest', 0],
    ] as const)
      await db.schema
        .alterTable('users')
        .addColumn(name, 'integer', (c) => c.notNull().defaultTo(otherwise))
        .execute()

    // drafts that were published once are indistinguishable from the others
    await db.schema.alterTable('posts').addColumn('announced_at', moment).execute()
    await sql`update posts set announced_at = published_at`.execute(db)

    await db.schema
      .createTable('mails')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('kind', text, (c) => c.notNull())
      .addColumn('subject', text, (c) => c.notNull())
      .addColumn('body', text, (c) => c.notNull())
      .addColumn('post_id', text)
      .addColumn('preference', text)
      .addColumn('author_id', text, (c) => c.notNull().references('users.id').onDelete('restrict'))
      .addColumn('client_id', text)
      .addColumn('created_at', moment, (c) => c.notNull())
      .execute()
    await db.schema.createIndex('mails_client_id').on('mails').columns(['author_id', 'client_id']).unique().execute()
    await db.schema.createIndex('mails_post').on('mails').column('post_id').execute()

    await db.schema
      .createTable('deliveries')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('mail_id', text, (c) => c.notNull().references('mails.id').onDelete('restrict'))
      .addColumn('user_id', text, (c) => c.notNull().references('users.id').onDelete('restrict'))
      .addColumn('state', text, (c) => c.notNull().check(sql`state in ('queued', 'sent', 'failed', 'skipped')`))
      .addColumn('attempts', 'integer', (c) => c.notNull())
      .addColumn('due_at', moment, (c) => c.notNull())
      .addColumn('reason', text)
      .addColumn('sent_at', moment)
      .addUniqueConstraint('deliveries_once', ['mail_id', 'user_id'])
      .execute()
    await db.schema
      .createIndex('deliveries_due')
      .on('deliveries')
      .columns(['due_at', 'id'])
      .where(sql.ref('state'), '=', 'queued')
      .execute()

    await db.schema.createIndex('deliveries_of_mail').on('deliveries').columns(['mail_id', 'state']).execute()
    for (const state of ['failed', 'skipped'])
      await db.schema
        .createIndex(`deliveries_${state}`)
        .on('deliveries')
        .column('id')
        .where(sql.ref('state'), '=', sql.lit(state))
        .execute()

    await db.schema
      .createTable('leases')
      .addColumn('name', text, (c) => c.primaryKey())
      .addColumn('holder', text, (c) => c.notNull())
      .addColumn('until', moment, (c) => c.notNull())
      .execute()
    await db.schema
      .createTable('mail_holds')
      .addColumn('name', text, (c) => c.primaryKey())
      .addColumn('reason', text, (c) => c.notNull())
      .addColumn('since', moment, (c) => c.notNull())
      .addColumn('failures', 'integer', (c) => c.notNull())
      .addColumn('next_try_at', moment, (c) => c.notNull())
      .execute()

    await db.schema.alterTable('sessions').addColumn('agent', text).execute()
    await db.schema.alterTable('sessions').addColumn('address', text).execute()

    await db.schema
      .createTable('section_visits')
      .addColumn('user_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('section', text, (c) => c.notNull())
      .addColumn('seen_until', moment, (c) => c.notNull())
      .addPrimaryKeyConstraint('section_visits_pk', ['user_id', 'section'])
      .execute()
    // earlier items are not new to anybody
    const now = sql`cast(${Date.now()} as bigint)`
    for (const section of ['blog', 'news', 'files'])
      await sql`
        insert into section_visits (user_id, section, seen_until)
        select id, cast(${section} as text), ${now} from users`.execute(db)
    await db.schema.createIndex('news_created').on('news').column('created_at').execute()

    await db.schema
      .createTable('audit_events')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('at', moment, (c) => c.notNull())
      .addColumn('action', text, (c) => c.notNull())
      .addColumn('actor_id', text)
      .addColumn('actor_name', text)
      .addColumn('target', text)
      .addColumn('detail', text)
      .addColumn('address', text)
      .execute()
    await sql`create index audit_events_admin on audit_events (id) where action not in
      ('sign_in', 'sign_in_failed', 'sign_out', 'session_ended', 'password_changed')`.execute(db)
    for (const statement of appendOnly(dialect)) await statement.execute(db)
  },
})

/** Refuses updates and deletions in the database itself. */
const appendOnly = (dialect: Dialect) =>
  dialect === 'postgres'
    ? [
        sql`create function refuse_change() returns trigger language plpgsql as
            $$ begin raise exception 'audit_events is only ever added to'; end $$`,
        sql`create trigger audit_events_append_only before update or delete or truncate on audit_events
            for each statement execute function refuse_change()`,
      ]
    : [
        ...['update', 'delete'].map(
          (change) =>
            sql`create trigger ${sql.raw(`audit_events_no_${change}`)} before ${sql.raw(change)} on audit_events
                begin select raise(abort, 'audit_events is only ever added to'); end`,
        ),
        // `replace` deletes without a trigger
        sql`create trigger audit_events_no_replace before insert on audit_events
            when exists (select 1 from audit_events where id = new.id)
            begin select raise(abort, 'audit_events is only ever added to'); end`,
      ]
