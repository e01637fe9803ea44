import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../schema.ts'

/**
 * PostgreSQL counts the posts of one insert together. A hundred thousand changes of a row in one transaction, as in a
 * restore, took minutes: each goes past all versions of the row.
 */
export const postCountsByStatement = (dialect: Dialect) => ({
  async up(db: Kysely<unknown>) {
    for (const statement of dialect === 'postgres' ? statements : []) await statement.execute(db)
  },
})

const statements = [
  sql`drop trigger posts_counted_insert on posts`,
  sql`create function count_new_posts() returns trigger language plpgsql as $$ begin
      insert into post_counts (category_id, published)
        select coalesce(category_id, ''), count(*) from added where published_at is not null group by 1 order by 1
        on conflict (category_id) do update set published = post_counts.published + excluded.published;
      return null;
    end $$`,
  sql`create trigger posts_counted_insert after insert on posts referencing new table as added
      for each statement execute function count_new_posts()`,
  sql`create trigger posts_counted_delete after delete on posts for each row execute function count_posts()`,
]
