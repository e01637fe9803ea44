import type { Types } from './types.ts'

export const chat = ({ text, number }: Types) => [
  `create table counters (
    name ${text} primary key,
    value bigint not null
  )`,
  "insert into counters (name, value) values ('chat', 0), ('chat_changes', 0)",

  `create table chat_messages (
    seq ${number} primary key,
    id ${text} not null unique,
    author_id ${text} not null references users (id) on delete restrict,
    client_id ${text},
    message ${text} not null,
    unpaired ${text} check (unpaired in ('socket', 'rest')),
    created_at bigint not null,
    reply_to ${text},
    change bigint not null default 0,
    edited_at bigint,
    deleted_at bigint
  )`,
  'create unique index chat_messages_client_id on chat_messages (author_id, client_id)',
  'create index chat_messages_unpaired on chat_messages (author_id, created_at) where unpaired is not null',
  'create unique index chat_messages_change on chat_messages (change) where change > 0',
  'create index chat_messages_reply_to on chat_messages (reply_to) where reply_to is not null',

  `create table chat_readings (
    user_id ${text} primary key references users (id) on delete cascade,
    seq bigint not null
  )`,
]
