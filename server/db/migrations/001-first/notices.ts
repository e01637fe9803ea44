import type { Types } from './types.ts'

/** Notices with their settings, and the times up to which people have seen things. */
export const notices = ({ text }: Types) => [
  `create table notices (
    id ${text} not null,
    user_id ${text} not null references users (id) on delete cascade,
    kind ${text} not null,
    subject_kind ${text} not null,
    subject_id ${text} not null,
    post_id ${text} references posts (id) on delete cascade,
    cause_id ${text} not null,
    actor_id ${text} not null references users (id) on delete cascade,
    created_at bigint not null,
    read_at bigint,
    withdrawn_at bigint,
    primary key (id),
    constraint notices_once unique (user_id, kind, cause_id)
  )`,
  'create index notices_unread on notices (user_id, id) where read_at is null',
  'create index notices_subject_id on notices (subject_id)',
  'create index notices_post_id on notices (post_id)',
  'create index notices_cause_id on notices (cause_id)',
  'create index notices_actor_id on notices (actor_id)',

  `create table notice_choices (
    user_id ${text} not null references users (id) on delete cascade,
    kind ${text} not null,
    choice ${text} not null check (choice in ('here', 'push', 'nothing')),
    primary key (user_id, kind)
  )`,
  `create table notice_settings (
    user_id ${text} not null references users (id) on delete cascade,
    chat ${text} not null check (chat in ('all', 'named', 'nothing')),
    silence_until bigint,
    quiet_from ${text},
    quiet_to ${text},
    primary key (user_id)
  )`,

  `create table post_followings (
    post_id ${text} not null references posts (id) on delete cascade,
    user_id ${text} not null references users (id) on delete cascade,
    state ${text} not null check (state in ('following', 'muted')),
    primary key (post_id, user_id)
  )`,
  'create index post_followings_other on post_followings (user_id)',

  `create table conversation_visits (
    user_id ${text} not null references users (id) on delete cascade,
    post_id ${text} not null references posts (id) on delete cascade,
    seen_until bigint not null,
    primary key (user_id, post_id)
  )`,
  'create index conversation_visits_other on conversation_visits (post_id)',
  `create table area_visits (
    user_id ${text} not null references users (id) on delete cascade,
    area ${text} not null,
    seen_until bigint not null,
    constraint area_visits_pk primary key (user_id, area)
  )`,
]
