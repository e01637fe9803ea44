import { type Kysely, sql } from 'kysely'
import { batches } from '../../lib/batches.ts'
import { widerNetworkOf } from '../../lib/network.ts'
import type { Dialect } from '../schema.ts'

interface Before {
  audit_events: { address: string | null; network: string | null }
  networks: { address: string; network: string | null }
}

const batchSize = 500

/**
 * Audit events have the network of their address, which stays when the address goes. The database allows two changes,
 * both by its own clock 90 days after the event: the deletion of the event, and that of its address.
 */
export const retention = (dialect: Dialect) => ({
  async up(db: Kysely<Before>) {
    const text = dialect === 'postgres' ? sql`text collate "C"` : sql`text`
    for (const statement of dialect === 'postgres' ? postgresRemoval : sqliteRemoval) await statement.execute(db)
    await db.schema.alterTable('audit_events').addColumn('network', text).execute()
    await addNetworks(db)
    for (const statement of dialect === 'postgres' ? postgresTriggers : sqliteTriggers) await statement.execute(db)

    // without reading the texts
    await db.schema
      .createIndex('post_versions_saved')
      .on('post_versions')
      .columns(['post_id', 'version', 'saved_at'])
      .execute()
  },
})

async function addNetworks(db: Kysely<Before>) {
  const rows = await db
    .selectFrom('audit_events')
    .select('address')
    .distinct()
    .where('address', 'is not', null)
    .execute()
  const found = rows.flatMap(({ address }) => (address === null ? [] : { address, network: widerNetworkOf(address) }))
  await db.schema
    .createTable('networks')
    .addColumn('address', 'text', (c) => c.primaryKey())
    .addColumn('network', 'text')
    .execute()
  for (const batch of batches(found, batchSize)) await db.insertInto('networks').values(batch).execute()
  await sql`update audit_events set network = (select network from networks where networks.address = audit_events.address)
    where address is not null`.execute(db)
  await db.schema.dropTable('networks').execute()
}

const refusal = sql.lit('audit_events is only ever added to')
const minAgeMs = sql.lit(90 * 24 * 60 * 60_000)
const otherColumns = ['id', 'at', 'action', 'actor_id', 'actor_name', 'target', 'detail', 'network']
const columnsOf = (row: string) => sql.join(otherColumns.map((column) => sql.ref(`${row}.${column}`)))

const sqliteRemoval = ['update', 'delete'].map((change) => sql`drop trigger ${sql.ref(`audit_events_no_${change}`)}`)
const isYoungOnSqlite = sql`old.at > unixepoch() * 1000 - ${minAgeMs}`
const sqliteTriggers = [
  sql`create trigger audit_events_no_delete before delete on audit_events when ${isYoungOnSqlite}
      begin select raise(abort, ${refusal}); end`,
  sql`create trigger audit_events_no_update before update on audit_events
      when ${isYoungOnSqlite} or new.address is not null or (${columnsOf('old')}) is not (${columnsOf('new')})
      begin select raise(abort, ${refusal}); end`,
]

const postgresRemoval = [sql`drop trigger audit_events_append_only on audit_events`]
const postgresTriggers = [
  sql`create or replace function refuse_change() returns trigger language plpgsql as $$ begin
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
  sql`create trigger audit_events_append_only before update or delete on audit_events
      for each row execute function refuse_change()`,
  sql`create trigger audit_events_no_truncate before truncate on audit_events
      for each statement execute function refuse_change()`,
]
