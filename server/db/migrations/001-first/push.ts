import type { Types } from './types.ts'

/** Push messages. */
export const push = ({ text }: Types) => [
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
]
