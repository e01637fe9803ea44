import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../schema.ts'

/** Counts of published posts per category ('' for none), kept by triggers: lists show them, however many posts there are. */
export const postCounts = (dialect: Dialect) => ({
  async up(db: Kysely<unknown>) {
    const text = dialect === 'postgres' ? sql`text collate "C"` : sql`text`
    await db.schema
      .createTable('post_counts')
      .addColumn('category_id', text, (c) => c.primaryKey())
      .addColumn('published', 'integer', (c) => c.notNull())
      .execute()
    await sql`insert into post_counts (category_id, published)
      select coalesce(category_id, ''), count(*) from posts where published_at is not null group by 1`.execute(db)
    for (const statement of dialect === 'postgres' ? postgresTriggers : sqliteTriggers) await statement.execute(db)
  },
})

const add = sql`insert into post_counts (category_id, published)
  select coalesce(new.category_id, ''), 1 where new.published_at is not null
  on conflict (category_id) do update set published = post_counts.published + 1;`
const remove = sql`update post_counts set published = published - 1
  where category_id = coalesce(old.category_id, '') and old.published_at is not null;`

const sqliteTriggers = [
  sql`create trigger posts_counted_insert after insert on posts begin ${add} end`,
  sql`create trigger posts_counted_delete after delete on posts begin ${remove} end`,
  sql`create trigger posts_counted_update after update of published_at, category_id on posts
      when old.published_at is not new.published_at or old.category_id is not new.category_id
      begin ${remove} ${add} end`,
]

// In one order: two posts that change places between two categories would wait for each other.
const lockBoth = sql`perform from post_counts
  where category_id in (coalesce(old.category_id, ''), coalesce(new.category_id, '')) order by category_id for update;`

const postgresTriggers = [
  sql`create function count_posts() returns trigger language plpgsql as $$ begin
      if tg_op = 'UPDATE' then ${lockBoth} end if;
      if tg_op <> 'INSERT' then ${remove} end if;
      if tg_op <> 'DELETE' then ${add} end if;
      return null;
    end $$`,
  sql`create trigger posts_counted_insert after insert or delete on posts for each row execute function count_posts()`,
  sql`create trigger posts_counted_update after update of published_at, category_id on posts for each row
      when (old.published_at is distinct from new.published_at or old.category_id is distinct from new.category_id)
      execute function count_posts()`,
]
