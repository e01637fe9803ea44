import { createHash } from 'node:crypto'
import type { DatabaseLocation } from '../../db/db.ts'
import { readAtOneMoment } from '../../db/read-at-one-moment.ts'
import { listColumns, readRows } from '../../db/rows.ts'
import type { Db, Schema } from '../../db/schema.ts'
import type { Progress } from '../progress.ts'
import type { BackupStore } from '../store/store.ts'
import { writeLines } from './lines.ts'
import type { Manifest } from './manifest.ts'

type InSnapshots =
  /** Columns of the primary key, which sort the rows. */
  | { sortedBy: string[] }
  /** Why it isn't in a snapshot. */
  | { leftOut: string }

const tables: Record<keyof Schema, InSnapshots> = {
  secrets: { sortedBy: ['name'] },
  users: { sortedBy: ['id'] },
  totp_secrets: { sortedBy: ['user_id'] },
  known_devices: { sortedBy: ['user_id', 'sign_hash'] },
  recovery_codes: { sortedBy: ['user_id', 'code_hash'] },
  factor_demands: { sortedBy: ['audience'] },
  passkeys: { sortedBy: ['id'] },
  categories: { sortedBy: ['id'] },
  posts: { sortedBy: ['id'] },
  post_versions: { sortedBy: ['post_id', 'version'] },
  post_links: { sortedBy: ['post_id', 'kind', 'target_id'] },
  documents: { leftOut: 'the server indexes the rows again' },
  search_words: { leftOut: 'the server collects them again as it indexes' },
  file_texts: { leftOut: 'the server takes them out of the files again' },
  search_fills: { leftOut: 'they are about the index of this database' },
  post_counts: { leftOut: 'triggers count the posts as they are inserted' },
  comments: { sortedBy: ['id'] },
  mentions: { sortedBy: ['kind', 'source_id', 'user_id'] },
  files: { sortedBy: ['id'] },
  counters: { sortedBy: ['name'] },
  chat_messages: { sortedBy: ['seq'] },
  reactions: { sortedBy: ['kind', 'target_id', 'user_id', 'emoji'] },
  chat_readings: { sortedBy: ['user_id'] },
  news: { sortedBy: ['id'] },
  imports: { sortedBy: ['id'] },
  imported: { sortedBy: ['source'] },
  notices: { sortedBy: ['id'] },
  notice_choices: { sortedBy: ['user_id', 'kind'] },
  notice_settings: { sortedBy: ['user_id'] },
  post_followings: { sortedBy: ['post_id', 'user_id'] },
  conversation_visits: { sortedBy: ['user_id', 'post_id'] },
  area_visits: { sortedBy: ['user_id', 'area'] },
  mails: { sortedBy: ['id'] },
  deliveries: { sortedBy: ['id'] },
  digest_posts: { sortedBy: ['post_id'] },
  audit_events: { sortedBy: ['id'] },
  set_aside_steps: { sortedBy: ['name'] },
  sessions: { leftOut: 'everybody signs in again after a restore' },
  password_links: { leftOut: 'they open accounts for hours or days; invitations are sent again' },
  passkey_challenges: { leftOut: 'they are answered within minutes, or never' },
  login_failures: { leftOut: 'they are about the minutes before' },
  uploads: { leftOut: 'they are unfinished, and their bytes are in the data folder' },
  pending_blobs: { leftOut: 'what is being stored or deleted at the moment' },
  processes: { leftOut: 'those of the moment' },
  presence: { leftOut: 'that of the moment' },
  leases: { leftOut: 'those of the moment' },
  mail_holds: { leftOut: 'that of the moment' },
  push_subscriptions: { leftOut: 'they end with their sessions' },
  pushes: { leftOut: 'they are for those subscriptions' },
  push_holds: { leftOut: 'those of the moment' },
  locks: { leftOut: 'rows without content, which are made when they are needed' },
  health: { leftOut: 'it tells this database from its copies' },
  backup_runs: { leftOut: 'they are about the snapshots of this database' },
  error_counts: { leftOut: 'they are about the server of the moment' },
}

/** Tables of a snapshot, in the order of their references. */
export const keptTables = Object.keys(tables).filter((table) => 'sortedBy' in tables[table as keyof Schema])
export const allTables = Object.keys(tables)

/** Rows of a table, the same on both databases. */
function rowsOfTable(db: Db, table: string) {
  const kept = tables[table as keyof Schema]
  if (!('sortedBy' in kept)) throw new Error(`${table} is not in snapshots`)
  return readRows(db, table, kept.sortedBy)
}

export interface NamedBlob {
  key: string
  name: string
  sha256: string | undefined
  size: number
}

/** Stores the tables as they are at one moment; returns what describes them, and the files that their rows name. */
export const writeTables = (location: DatabaseLocation, store: BackupStore, snapshot: string, progress: Progress) =>
  readAtOneMoment(location, async (db) => {
    const schema = await lastMigration(db)
    const parts: Manifest['tables'] = []
    const blobs: NamedBlob[] = []
    for (const table of keptTables) {
      // a database of an earlier version lacks the tables that came later
      if ((await listColumns(db, table)).length === 0) continue
      async function* rows() {
        for await (const row of rowsOfTable(db, table)) {
          const blob = blobOf(table, row)
          if (blob) blobs.push(blob)
          yield row
        }
      }
      parts.push({ ...(await writeLines(store, { snapshot, name: table, objects: rows() }, progress.bytes)), table })
    }
    return { schema, tables: parts, blobs }
  })

async function lastMigration(db: Db) {
  let last = ''
  for await (const { name } of readRows(db, 'kysely_migration', ['name'])) last = String(name)
  return last
}

function blobOf(table: string, row: Record<string, unknown>): NamedBlob | undefined {
  if (table === 'files' && row.bytes_key !== null)
    return {
      key: String(row.bytes_key),
      name: String(row.original_name),
      sha256: String(row.sha256),
      size: Number(row.file_size),
    }
  if (table === 'users' && row.avatar_key !== null)
    return { key: String(row.avatar_key), name: `avatar of ${row.name}`, sha256: undefined, size: 0 }
  return undefined
}

/** Tables of a database that aren't as a manifest says, a line each. */
export const differences = (location: DatabaseLocation, described: Manifest['tables']): Promise<string[]> =>
  readAtOneMoment(location, async (db) => {
    const faults: string[] = []
    for (const { table, lines, lines_sha256 } of described) {
      const hash = createHash('sha256')
      let count = 0
      for await (const row of rowsOfTable(db, table)) {
        hash.update(`${JSON.stringify(row)}\n`)
        count++
      }
      if (count !== lines || hash.digest('hex') !== lines_sha256)
        faults.push(`the table ${table} isn't as it was (${count} rows of ${lines})`)
    }
    return faults
  })
