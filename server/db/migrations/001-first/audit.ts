import type { Types } from './types.ts'

/**
 * The audit trail. The database allows two changes, both by its own clock 90 days after the event: the deletion of the
 * event, and that of its address.
 */
export const audit = ({ text, isPostgres }: Types) => [
  `create table audit_events (
    id ${text} primary key,
    at bigint not null,
    action ${text} not null,
    actor_id ${text},
    actor_name ${text},
    target ${text},
    detail ${text},
    address ${text},
    network ${text}
  )`,
  `create index audit_events_admin on audit_events (id) where action not in
    ('sign_in', 'sign_in_failed', 'sign_out', 'session_ended', 'password_changed')`,
  "create index audit_events_sign_in_failed on audit_events (at) where action = 'sign_in_failed'",
  "create index audit_events_networks on audit_events (actor_id, network) where action = 'sign_in'",
  ...(isPostgres ? refusalOnPostgres : refusalOnSqlite),
]

const refusal = "'audit_events is only ever added to'"
const minAgeMs = 90 * 24 * 60 * 60_000
const otherColumns = ['id', 'at', 'action', 'actor_id', 'actor_name', 'target', 'detail', 'network']
const columnsOf = (row: string) => otherColumns.map((column) => `${row}.${column}`).join(', ')

const isYoungOnSqlite = `old.at > unixepoch() * 1000 - ${minAgeMs}`
const refusalOnSqlite = [
  `create trigger audit_events_no_delete before delete on audit_events when ${isYoungOnSqlite}
    begin select raise(abort, ${refusal}); end`,
  `create trigger audit_events_no_update before update on audit_events
    when ${isYoungOnSqlite} or new.address is not null or (${columnsOf('old')}) is not (${columnsOf('new')})
    begin select raise(abort, ${refusal}); end`,
  // `replace` deletes without a trigger
  `create trigger audit_events_no_replace before insert on audit_events
    when exists (select 1 from audit_events where id = new.id)
    begin select raise(abort, ${refusal}); end`,
]

const refusalOnPostgres = [
  `create function refuse_change() returns trigger language plpgsql as $$ begin
    if tg_op <> 'TRUNCATE' then
      if old.at <= extract(epoch from now()) * 1000 - ${minAgeMs} then
        if tg_op = 'DELETE' then return old; end if;
        if new.address is null and (${columnsOf('old')}) is not distinct from (${columnsOf('new')}) then
          return new;
        end if;
      end if;
    end if;
    raise exception ${refusal};
  end $$`,
  `create trigger audit_events_append_only before update or delete on audit_events
    for each row execute function refuse_change()`,
  `create trigger audit_events_no_truncate before truncate on audit_events
    for each statement execute function refuse_change()`,
]
