import type { Types } from './types.ts'

/** Rows of the server itself. */
export const server = ({ text }: Types) => [
  `create table secrets (
    name ${text} primary key,
    value ${text} not null
  )`,
  `create table locks (
    name ${text} primary key
  )`,
  "insert into locks (name) values ('accounts')",
  `create table leases (
    name ${text} primary key,
    holder ${text} not null,
    until bigint not null
  )`,

  `create table processes (
    id ${text} primary key,
    lease_until bigint not null,
    version text,
    started_at bigint
  )`,
  `create table presence (
    process_id ${text} not null references processes (id) on delete cascade,
    session_id ${text} not null references sessions (id) on delete cascade,
    constraint presence_pk primary key (process_id, session_id)
  )`,
  'create index presence_session on presence (session_id)',

  // of one row, which is written at intervals
  `create table health (
    id integer primary key,
    epoch text,
    previous_epoch text,
    writes integer not null default 0,
    clock_at bigint,
    clock_doubted_at bigint
  )`,
  'insert into health (id) values (1)',

  `create table backup_runs (
    id ${text} primary key,
    kind text not null,
    started_at bigint not null,
    seen_at bigint not null,
    ended_at bigint,
    step text,
    done_bytes bigint not null default 0,
    total_bytes bigint,
    snapshot text,
    size bigint,
    faulty_files integer,
    fault text,
    care text
  )`,
  'create index backup_runs_kind on backup_runs (kind, started_at)',

  `create table error_counts (
    hour bigint not null,
    kind ${text} not null,
    count integer not null,
    last_at bigint not null,
    constraint error_counts_key primary key (hour, kind)
  )`,
]
