import { type Migration, Migrator } from 'kysely/migration'
import { OperatorError } from '../operator-error.ts'
import { accountsAndPosts } from './migrations/001-accounts-and-posts.ts'
import { files } from './migrations/002-files.ts'
import { linksAndSearch } from './migrations/003-links-and-search.ts'
import { chat } from './migrations/004-chat.ts'
import { newsMailAndAudit } from './migrations/005-news-mail-and-audit.ts'
import { plainNames } from './migrations/006-plain-names.ts'
import { avatarImages } from './migrations/007-avatar-images.ts'
import { clientIds } from './migrations/008-client-ids.ts'
import { mailQueue } from './migrations/009-mail-queue.ts'
import { loginFailures } from './migrations/010-login-failures.ts'
import { healthRow } from './migrations/011-health-row.ts'
import { filesByUploader } from './migrations/012-files-by-uploader.ts'
import { postCounts } from './migrations/013-post-counts.ts'
import { healthTable } from './migrations/014-health-table.ts'
import { epoch } from './migrations/015-epoch.ts'
import { retention } from './migrations/016-retention.ts'
import { backupRuns } from './migrations/017-backup-runs.ts'
import { state } from './migrations/018-state.ts'
import { contentByAuthor } from './migrations/019-content-by-author.ts'
import { postCountsByStatement } from './migrations/020-post-counts-by-statement.ts'
import { documents } from './migrations/021-documents.ts'
import { fileTextsAndWords } from './migrations/022-file-texts-and-words.ts'
import { linkTitles } from './migrations/023-link-titles.ts'
import { searchIndex } from './migrations/024-search-index.ts'
import { passwordLinks } from './migrations/025-password-links.ts'
import { accountSafety } from './migrations/026-account-safety.ts'
import { secondFactors } from './migrations/027-second-factors.ts'
import { sessions } from './migrations/028-sessions.ts'
import { passkeys } from './migrations/029-passkeys.ts'
import { newDevices } from './migrations/030-new-devices.ts'
import { factorDemands } from './migrations/031-factor-demands.ts'
import { disownedSignIns } from './migrations/032-disowned-sign-ins.ts'
import { chatChanges } from './migrations/033-chat-changes.ts'
import { mentions } from './migrations/034-mentions.ts'
import { reactions } from './migrations/035-reactions.ts'
import { notices } from './migrations/036-notices.ts'
import { push } from './migrations/037-push.ts'
import { keptSessions } from './migrations/038-kept-sessions.ts'
import { noticeBounds } from './migrations/039-notice-bounds.ts'
import { wordsAsRead } from './migrations/040-words-as-read.ts'
import { pictures } from './migrations/041-pictures.ts'
import { clock } from './migrations/042-clock.ts'
import { picturesInTexts } from './migrations/043-pictures-in-texts.ts'
import { pushedThings } from './migrations/044-pushed-things.ts'
import { oneSearch } from './migrations/045-one-search.ts'
import { lockMigrations } from './postgres.ts'
import type { Db, Dialect } from './schema.ts'
import { transaction } from './transaction.ts'

/** Sorted by name. A released migration is never edited: the next one changes its result. */
const migrations = (dialect: Dialect): Record<string, Migration> => ({
  '001-accounts-and-posts': accountsAndPosts(dialect),
  '002-files': files(dialect),
  '003-links-and-search': linksAndSearch(dialect),
  '004-chat': chat(dialect),
  '005-news-mail-and-audit': newsMailAndAudit(dialect),
  '006-plain-names': plainNames(dialect),
  '007-avatar-images': avatarImages(dialect),
  '008-client-ids': clientIds(dialect),
  '009-mail-queue': mailQueue(dialect),
  '010-login-failures': loginFailures(),
  '011-health-row': healthRow,
  '012-files-by-uploader': filesByUploader,
  '013-post-counts': postCounts(dialect),
  '014-health-table': healthTable,
  '015-epoch': epoch,
  '016-retention': retention(dialect),
  '017-backup-runs': backupRuns(dialect),
  '018-state': state(dialect),
  '019-content-by-author': contentByAuthor,
  '020-post-counts-by-statement': postCountsByStatement(dialect),
  '021-documents': documents(dialect),
  '022-file-texts-and-words': fileTextsAndWords(dialect),
  '023-link-titles': linkTitles(dialect),
  '024-search-index': searchIndex(dialect),
  '025-password-links': passwordLinks(dialect),
  '026-account-safety': accountSafety(dialect),
  '027-second-factors': secondFactors(dialect),
  '028-sessions': sessions(dialect),
  '029-passkeys': passkeys(dialect),
  '030-new-devices': newDevices(dialect),
  '031-factor-demands': factorDemands(dialect),
  '032-disowned-sign-ins': disownedSignIns(dialect),
  '033-chat-changes': chatChanges(dialect),
  '034-mentions': mentions(dialect),
  '035-reactions': reactions(dialect),
  '036-notices': notices(dialect),
  '037-push': push(dialect),
  '038-kept-sessions': keptSessions(),
  '039-notice-bounds': noticeBounds(dialect),
  '040-words-as-read': wordsAsRead(dialect),
  '041-pictures': pictures,
  '042-clock': clock(dialect),
  '043-pictures-in-texts': picturesInTexts(dialect),
  '044-pushed-things': pushedThings(dialect),
  '045-one-search': oneSearch(dialect),
})

/** Names of the same migrations in databases made before 0.1.0. */
const renamed: Record<string, string> = {
  '001-house': '001-accounts-and-posts',
  '002-archive': '002-files',
  '003-talk': '003-links-and-search',
  '005-mission': '005-news-mail-and-audit',
}

/**
 * Brings the schema up to date in one transaction, one process at a time. A database with unknown migrations is newer
 * than the program: it is refused and not changed.
 */
export const migrate = (db: Db, dialect: Dialect) => transaction(db, (tx) => migrateIn(tx, dialect))

/** The same in a transaction of the caller's, with `last` as the last migration. */
export async function migrateIn(tx: Db, dialect: Dialect, last?: string) {
  // before the first look at the schema: PostgreSQL fails to list tables that another transaction is changing
  if (dialect === 'postgres') await lockMigrations(tx)
  const known = migrations(dialect)
  const applied = await appliedMigrations(tx)
  refuseNewer(known, applied)
  for (const [oldName, name] of Object.entries(renamed)) if (applied.includes(oldName)) await rename(tx, oldName, name)
  const migrator = new Migrator({ db: tx, provider: { getMigrations: async () => known } })
  const { error, results } = await (last === undefined ? migrator.migrateToLatest() : migrator.migrateTo(last))
  if (error) {
    const failed = results?.find((result) => result.status === 'Error')?.migrationName
    throw new Error(`the database could not be brought up to date${failed ? ` (${failed})` : ''}`, { cause: error })
  }
}

/** False for the last migration of a newer version. */
export const isKnownSchema = (name: string) => name in migrations('sqlite')

/** Refuses a database whose schema isn't this program's, and changes nothing: a server may be running on it. */
export async function requireCurrentSchema(db: Db, dialect: Dialect) {
  const known = migrations(dialect)
  const applied = await appliedMigrations(db)
  if (applied.length === 0) throw new OperatorError('the database holds no community yet; start the server first')
  refuseNewer(known, applied)
  const missing = Object.keys(known).filter((name) => !applied.includes(name))
  if (missing.length > 0)
    throw new OperatorError(
      `the database is of an older version of Alejandría (it lacks ${missing.join(', ')}); start this version's server first, or run the command of that version`,
    )
}

/** State of a database that a server has started on: the name of its last migration, and whether it is to be brought up to date. */
export async function readSchemaVersion(db: Db, dialect: Dialect) {
  const applied = await appliedMigrations(db)
  const known = Object.keys(migrations(dialect))
  const last = applied.toSorted().at(-1)
  return last === undefined ? undefined : { last, isOlder: known.some((name) => !applied.includes(name)) }
}

function refuseNewer(known: Record<string, Migration>, applied: string[]) {
  const unknown = applied.filter((name) => !((renamed[name] ?? name) in known))
  if (unknown.length > 0)
    throw new OperatorError(
      `the database was made by a newer version of Alejandría (it has ${unknown.join(', ')}); start that one`,
    )
}

const migrationTable = (tx: Db) => tx.withTables<{ kysely_migration: { name: string } }>()

async function appliedMigrations(tx: Db): Promise<string[]> {
  const tables = await tx.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some((table) => table.name === 'kysely_migration')) return []
  const rows = await migrationTable(tx).selectFrom('kysely_migration').select('name').execute()
  return rows.map((row) => row.name)
}

const rename = (tx: Db, oldName: string, name: string) =>
  migrationTable(tx).updateTable('kysely_migration').set({ name }).where('name', '=', oldName).execute()
