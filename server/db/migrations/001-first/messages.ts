import type { Types } from './types.ts'

/** Notices with their settings and the times up to which people have seen things, push messages, and the mail queue. */
export const messages = ({ text }: Types) => [
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

  `create table push_subscriptions (
    id ${text} not null primary key,
    session_id ${text} not null unique references sessions (id) on delete cascade,
    endpoint ${text} not null unique,
    service ${text} not null,
    p256dh ${text} not null,
    auth ${text} not null,
    hides_content integer not null,
    created_at bigint not null,
    pushed_at bigint
  )`,
  `create table pushes (
    id ${text} not null unique,
    subscription_id ${text} not null references push_subscriptions (id) on delete cascade,
    thread ${text} not null,
    title ${text} not null,
    body ${text} not null,
    path ${text} not null,
    urgency ${text} not null,
    due_at bigint not null,
    expires_at bigint not null,
    attempts integer not null,
    taken_at bigint,
    sent_at bigint,
    shown_at bigint,
    withdrawn_at bigint,
    constraint pushes_pk primary key (subscription_id, thread)
  )`,
  'create index pushes_due on pushes (due_at, id) where sent_at is null',
  'create index pushes_path on pushes (path)',
  'create index pushes_expires_at on pushes (expires_at)',
  `create table push_holds (
    service ${text} not null primary key,
    failures integer not null,
    until bigint not null
  )`,

  `create table mails (
    id ${text} primary key,
    kind ${text} not null,
    subject ${text} not null,
    body ${text} not null,
    post_id ${text},
    preference ${text},
    author_id ${text} not null references users (id) on delete restrict,
    client_id ${text},
    created_at bigint not null
  )`,
  'create unique index mails_client_id on mails (author_id, client_id)',
  'create index mails_post on mails (post_id)',
  'create index mails_kind on mails (kind, created_at)',

  `create table deliveries (
    id ${text} primary key,
    mail_id ${text} not null references mails (id) on delete restrict,
    user_id ${text} not null references users (id) on delete restrict,
    state ${text} not null check (state in ('queued', 'sent', 'failed', 'skipped')),
    attempts integer not null,
    due_at bigint not null,
    reason ${text},
    sent_at bigint,
    urgency integer not null default 1,
    email ${text},
    constraint deliveries_once unique (mail_id, user_id)
  )`,
  // in the order of sending
  "create index deliveries_due on deliveries (urgency, due_at, id) where state = 'queued'",
  "create index deliveries_sent on deliveries (sent_at) where state = 'sent'",
  "create index deliveries_failed on deliveries (id) where state = 'failed'",
  "create index deliveries_skipped on deliveries (id) where state = 'skipped'",
  'create index deliveries_of_mail on deliveries (mail_id, state)',
  'create index deliveries_email on deliveries (user_id) where email is not null',

  // a post is in one digest at most
  `create table digest_posts (
    post_id ${text} primary key references posts (id) on delete cascade,
    mail_id ${text} not null references mails (id) on delete restrict,
    author_id ${text} not null,
    turn integer not null
  )`,
  'create index digest_posts_turn on digest_posts (mail_id, turn)',
  'create unique index digest_posts_author on digest_posts (mail_id, author_id, turn)',

  `create table mail_holds (
    name ${text} primary key,
    reason ${text} not null,
    since bigint not null,
    failures integer not null,
    next_try_at bigint not null
  )`,
]
