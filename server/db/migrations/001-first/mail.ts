import type { Types } from './types.ts'

/** The mail queue. */
export const mail = ({ text }: Types) => [
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
