/**
 * `node lab/backup-kills.ts [--database sqlite|postgres] [--kills 200] [--seed 1] [--control]`: `kill -9` of backup,
 * restore, forget and move, at random moments. Afterwards every snapshot of the store has to be whole, and every place as
 * before, as it should become, or one that says 'restore was interrupted: run it again'; then the same command has to
 * succeed. Returns 1 if anything is broken. `--control` breaks what is left after each kill, as a program would leave it
 * that doesn't write in this order, and returns 1 unless that is found.
 */
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Manifest } from '../server/backups/snapshots/manifest.ts'
import { openSnapshot } from '../server/backups/snapshots/snapshot.ts'
import { differences } from '../server/backups/snapshots/tables.ts'
import { verifySnapshot } from '../server/backups/snapshots/verify.ts'
import { openBackupStore } from '../server/backups/store/store.ts'
import { readConfig } from '../server/config.ts'
import { type DatabaseLocation, openDatabase } from '../server/db/db.ts'
import { hasCommunity } from '../server/db/replace.ts'
import { checkFiles } from '../server/files/check-archive.ts'
import { openStorage } from '../server/storage/open.ts'
import { createDatabase, startPostgres } from '../tools/postgres.ts'
import { createRandom } from '../tools/random.ts'
import { expectCommand, runCommand } from './backups/command.ts'
import { insertFiles } from './backups/files.ts'
import { insertLargeCommunity } from './crowd/large-community.ts'

const { values } = parseArgs({
  options: {
    database: { type: 'string', default: 'sqlite' },
    kills: { type: 'string' },
    seed: { type: 'string', default: '1' },
    control: { type: 'boolean', default: false },
  },
})
const kills = Number(values.kills ?? (values.control ? 24 : 200))
const random = createRandom(Number(values.seed))
const folder = mkdtempSync(join(tmpdir(), 'alejandria-backup-kills-'))
const postgres = values.database === 'postgres' ? await startPostgres() : undefined
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

const quiet = { step() {}, bytes() {}, warn() {} }
let places = 0

async function newPlace(template?: string): Promise<DatabaseLocation> {
  const dataDir = join(folder, `place-${++places}`)
  cpSync(template ?? mkdtempSync(join(folder, 'empty-')), dataDir, { recursive: true })
  return { dataDir, databaseUrl: postgres && (await createDatabase(postgres.url)) }
}

async function newCommunity(posts: number, files: number) {
  const place = await newPlace()
  await insertLargeCommunity(place, { members: 20, posts, messages: posts * 10, events: posts, mails: 2 })
  await insertFiles(place, { count: files, size: 100_000 })
  return place
}

const store = join(folder, 'store')
const settings = { BACKUP_TO: store, BACKUP_KEEP: '1d' }
const configOf = ({ dataDir, databaseUrl }: DatabaseLocation) =>
  readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, ...settings })

const source = await newCommunity(2000, 30)
const other = await newCommunity(500, 5)
for (let made = 0; made < 2; made++) await expectCommand('backup', source, settings)
const nameOfOther = await expectCommand('backup', other, settings)
const nameOfSource = await expectCommand('backup', source, settings)
const fullStore = join(folder, 'full-store')
cpSync(store, fullStore, { recursive: true })

const manifestOf = async (snapshot: string) =>
  (await openSnapshot(await openBackupStore(configOf(source)), snapshot)).manifest
const manifests = { source: await manifestOf(nameOfSource), other: await manifestOf(nameOfOther) }

const isAs = async (place: DatabaseLocation, manifest: Manifest) =>
  (await differences(place, manifest.tables)).length === 0

async function filesMissing(place: DatabaseLocation) {
  const { storage } = await openStorage(configOf(place))
  const { db, close } = await openDatabase(place, { alone: false, schema: 'leave' })
  const { missing, damaged } = await checkFiles({ db, storage }).finally(close)
  return missing.length + damaged.length
}

async function faultsOfStore() {
  const opened = await openBackupStore(configOf(source))
  const faults: string[] = []
  for (const name of await opened.list()) {
    const found = await openSnapshot(opened, name)
      .then((snapshot) => verifySnapshot(snapshot, folder, quiet))
      .catch((error: Error) => [error.message])
    faults.push(...found.map((fault) => `${name}: ${fault}`))
  }
  return faults
}

/** As before, as it should become, or with a mark. */
async function faultsOfPlace(place: DatabaseLocation, before: Manifest | undefined, after: Manifest) {
  if (existsSync(join(place.dataDir, 'restore-interrupted'))) return []
  if (!(await hasCommunity(place))) return before ? ['the place is empty'] : []
  const isWhole = (await isAs(place, after)) || (before !== undefined && (await isAs(place, before)))
  if (!isWhole) return ['the place is neither as before nor whole']
  const missing = await filesMissing(place)
  return missing > 0 ? [`${missing} files are missing`] : []
}

interface Round {
  words: string
  place: DatabaseLocation
  check(): Promise<string[]>
  /** Leaves what a program would that doesn't write in the right order; false if it had written nothing yet. */
  weaken(): boolean
  /** The same command again, which has to succeed. */
  again(): Promise<string[]>
}

function newestPart() {
  const parts = readdirSync(join(store, 'snapshots'))
  const [last = ''] = parts
    .filter((name) => name.includes('manifest'))
    .toSorted()
    .slice(-1)
  return last
}

/** The manifest before the tables that it tells of. */
function weakenStore() {
  const manifest = newestPart()
  const snapshot = manifest.slice(0, 16)
  const path = join(store, 'snapshots', `${snapshot}.posts.jsonl.gz`)
  truncateSync(path, Math.floor(readFileSync(path).length / 2))
  return true
}

/** The database in place, without a mark. */
function weakenPlace({ dataDir }: DatabaseLocation) {
  rmSync(join(dataDir, 'restore-interrupted'), { force: true })
  const files = join(dataDir, 'files')
  if (!existsSync(files)) return false
  const found = readdirSync(files, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  for (const { parentPath, name } of found) writeFileSync(join(parentPath, name), '')
  return found.length > 0
}

const verifies = async (words: string, place: DatabaseLocation) => {
  await expectCommand(words, place, settings)
  return faultsOfStore()
}

async function refreshStore() {
  rmSync(store, { recursive: true, force: true })
  cpSync(fullStore, store, { recursive: true })
}

const rounds: Record<string, () => Promise<Round>> = {
  backup: async () => ({
    words: 'backup --new-place',
    place: source,
    check: faultsOfStore,
    weaken: weakenStore,
    again: () => verifies('backup', source),
  }),
  forget: async () => ({
    words: 'backup forget',
    place: source,
    check: faultsOfStore,
    weaken: weakenStore,
    again: () => verifies('backup forget', source),
  }),
  async restore() {
    const isEmpty = random.happens(0.5)
    const place = await newPlace()
    if (!isEmpty) await expectCommand(`restore ${nameOfOther}`, place, settings)
    const words = `restore ${nameOfSource}${isEmpty ? '' : ' --replace'}`
    return {
      words,
      place,
      check: () => faultsOfPlace(place, isEmpty ? undefined : manifests.other, manifests.source),
      weaken: () => weakenPlace(place),
      async again() {
        if (!(await isAs(place, manifests.source).catch(() => false))) await expectCommand(words, place, settings)
        return (await isAs(place, manifests.source)) && (await filesMissing(place)) === 0 ? [] : ['it is not whole']
      },
    }
  },
  async move() {
    const place = await newPlace()
    const from = `--from-data-dir=${source.dataDir}${source.databaseUrl ? ` --from-database-url=${source.databaseUrl}` : ''}`
    return {
      words: `move ${from}`,
      place,
      async check() {
        const faults = await faultsOfPlace(place, undefined, manifests.source)
        return (await isAs(source, manifests.source)) ? faults : [...faults, 'the old place has changed']
      },
      weaken: () => weakenPlace(place),
      async again() {
        if (!(await isAs(place, manifests.source).catch(() => false)))
          await expectCommand(`move ${from}`, place, settings)
        return (await isAs(place, manifests.source)) && (await filesMissing(place)) === 0 ? [] : ['it is not whole']
      },
    }
  },
}

const durations: Record<string, number> = {}
for (const [name, prepare] of Object.entries(rounds)) {
  await refreshStore()
  const { words, place } = await prepare()
  const begunAt = performance.now()
  await expectCommand(words, place, settings)
  durations[name] = performance.now() - begunAt
}
console.log(
  `${kills} kills on ${values.database}; milliseconds: ${JSON.stringify(durations, (_, v) => (typeof v === 'number' ? Math.round(v) : v))}`,
)

const names = Object.keys(rounds)
const killed: Record<string, number> = {}
const interrupted: Record<string, number> = {}
let broken = 0
let weakened = 0
let rejected = 0
for (let count = 0; count < kills; ) {
  const name = names[count % names.length] ?? ''
  await refreshStore()
  const round = await (rounds[name] as () => Promise<Round>)()
  const command = runCommand(round.words, round.place, settings)
  // nothing happens while the program is loaded
  await sleep((durations[name] ?? 0) * (0.15 + 0.85 * random.next()))
  command.kill()
  if ((await command.ended).code !== null) continue
  count++
  killed[name] = (killed[name] ?? 0) + 1
  if (existsSync(join(round.place.dataDir, 'restore-interrupted'))) interrupted[name] = (interrupted[name] ?? 0) + 1
  if (values.control && !(round.weaken() && (await hasCommunity(round.place)))) continue
  weakened++
  const faults = await round.check().catch((error: Error) => [error.message])
  if (values.control) rejected += faults.length > 0 ? 1 : 0
  else {
    faults.push(...(await round.again().catch((error: Error) => [error.message])))
    if (faults.length > 0) console.log(`kill ${count}, ${round.words}: ${faults.join('; ')}`)
    broken += faults.length > 0 ? 1 : 0
  }
  if (round.place !== source) rmSync(round.place.dataDir, { recursive: true, force: true })
}
console.log(`killed ${JSON.stringify(killed)}, of them left with a mark ${JSON.stringify(interrupted)}`)
await postgres?.stop()
if (values.control) console.log(`control: ${rejected} of ${weakened} were found broken, as they should be`)
else console.log(`${broken} broken`)
process.exit(values.control ? (weakened > 0 && rejected === weakened ? 0 : 1) : broken > 0 ? 1 : 0)
