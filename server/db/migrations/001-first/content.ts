import type { Types } from './types.ts'

/** Posts, comments, news, and what belongs to them. */
export const content = ({ text, isPostgres }: Types) => [
  `create table categories (
    id ${text} primary key,
    name ${text} not null,
    name_key ${text} not null unique,
    description ${text},
    created_at bigint not null,
    deactivated_at bigint
  )`,

  `create table posts (
    id ${text} primary key,
    title ${text} not null,
    content ${text} not null,
    excerpt ${text} not null,
    excerpt_cut integer not null,
    word_count integer not null,
    category_id ${text} references categories (id) on delete restrict,
    author_id ${text} not null references users (id) on delete restrict,
    published_at bigint,
    created_at bigint not null,
    updated_at bigint not null,
    version integer not null,
    announced_at bigint,
    client_id ${text},
    cover_id ${text},
    cover_alt ${text} not null default ''
  )`,
  'create index posts_published on posts (published_at, id) where published_at is not null',
  `create index posts_published_by_category on posts (category_id, published_at, id)
    where published_at is not null`,
  'create index posts_category on posts (category_id)',
  'create index posts_drafts on posts (author_id, id) where published_at is null',
  'create index posts_by_author on posts (author_id, id)',
  'create unique index posts_client_id on posts (author_id, client_id) where client_id is not null',

  `create table post_versions (
    post_id ${text} not null references posts (id) on delete cascade,
    version integer not null,
    title ${text} not null,
    content ${text} not null,
    category_id ${text} references categories (id) on delete set null,
    editor_id ${text} not null references users (id) on delete restrict,
    saved_at bigint not null,
    constraint post_versions_pk primary key (post_id, version)
  )`,
  // without reading the texts
  'create index post_versions_saved on post_versions (post_id, version, saved_at)',
  `create table post_links (
    post_id ${text} not null references posts (id) on delete cascade,
    kind ${text} not null check (kind in ('file', 'post')),
    target_id ${text} not null,
    constraint post_links_pk primary key (post_id, kind, target_id)
  )`,
  'create index post_links_target on post_links (kind, target_id)',

  // published ones of each category ('' for none), kept by triggers: lists show them, however many posts there are
  `create table post_counts (
    category_id ${text} primary key,
    published integer not null
  )`,
  ...(isPostgres ? countingOnPostgres : countingOnSqlite),

  `create table comments (
    id ${text} primary key,
    post_id ${text} not null references posts (id) on delete cascade,
    author_id ${text} not null references users (id) on delete restrict,
    content ${text} not null,
    created_at bigint not null,
    updated_at bigint not null,
    client_id ${text},
    reply_to ${text}
  )`,
  'create index comments_post on comments (post_id, id)',
  'create index comments_by_author on comments (author_id, id)',
  'create index comments_created on comments (created_at, id)',
  'create unique index comments_client_id on comments (author_id, client_id) where client_id is not null',

  `create table news (
    id ${text} primary key,
    title ${text} not null,
    url ${text} not null,
    url_key ${text} not null,
    comment ${text},
    author_id ${text} not null references users (id) on delete restrict,
    created_at bigint not null,
    updated_at bigint not null,
    client_id ${text}
  )`,
  'create index news_url_key on news (url_key, id)',
  'create index news_created on news (created_at)',
  'create index news_by_author on news (author_id, id)',
  'create unique index news_client_id on news (author_id, client_id) where client_id is not null',

  `create table mentions (
    kind ${text} not null,
    source_id ${text} not null,
    user_id ${text} not null references users (id) on delete cascade,
    constraint mentions_pk primary key (kind, source_id, user_id)
  )`,
  'create index mentions_user on mentions (user_id, kind, source_id)',

  `create table reactions (
    kind ${text} not null check (kind in ('post', 'comment', 'message', 'news', 'file')),
    target_id ${text} not null,
    user_id ${text} not null references users (id) on delete cascade,
    emoji ${text} not null,
    created_at bigint not null,
    constraint reactions_once primary key (kind, target_id, user_id, emoji)
  )`,
  'create index reactions_user on reactions (user_id)',
]

const add = `insert into post_counts (category_id, published)
  select coalesce(new.category_id, ''), 1 where new.published_at is not null
  on conflict (category_id) do update set published = post_counts.published + 1;`
const remove = `update post_counts set published = published - 1
  where category_id = coalesce(old.category_id, '') and old.published_at is not null;`

const countingOnSqlite = [
  `create trigger posts_counted_insert after insert on posts begin ${add} end`,
  `create trigger posts_counted_delete after delete on posts begin ${remove} end`,
  `create trigger posts_counted_update after update of published_at, category_id on posts
    when old.published_at is not new.published_at or old.category_id is not new.category_id
    begin ${remove} ${add} end`,
]

// In one order: two posts that change places between two categories would wait for each other.
const lockBoth = `perform from post_counts
  where category_id in (coalesce(old.category_id, ''), coalesce(new.category_id, '')) order by category_id for update;`

// Posts of one insert are counted together. A hundred thousand changes of a row in one transaction, as in a restore, took
// minutes: each goes past all versions of the row.
const countingOnPostgres = [
  `create function count_posts() returns trigger language plpgsql as $$ begin
    if tg_op = 'UPDATE' then ${lockBoth} end if;
    if tg_op <> 'INSERT' then ${remove} end if;
    if tg_op <> 'DELETE' then ${add} end if;
    return null;
  end $$`,
  `create function count_new_posts() returns trigger language plpgsql as $$ begin
    insert into post_counts (category_id, published)
      select coalesce(category_id, ''), count(*) from added where published_at is not null group by 1 order by 1
      on conflict (category_id) do update set published = post_counts.published + excluded.published;
    return null;
  end $$`,
  `create trigger posts_counted_insert after insert on posts referencing new table as added
    for each statement execute function count_new_posts()`,
  'create trigger posts_counted_delete after delete on posts for each row execute function count_posts()',
  `create trigger posts_counted_update after update of published_at, category_id on posts for each row
    when (old.published_at is distinct from new.published_at or old.category_id is distinct from new.category_id)
    execute function count_posts()`,
]
