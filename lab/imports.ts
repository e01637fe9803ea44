/**
 * `node lab/imports.ts [--kind folder|whatsapp|wordpress] [--database sqlite|postgres] [--things N] [--files N] [--megabyte 5]`:
 * an import beside a working server, which somebody reads and writes in all the time: a folder of 40 photographs, a chat of
 * 100,000 messages with 100 photographs, or a blog of 5,000 posts. A folder is compared with `cp` and `sha256sum` of the
 * same one in the same run; the start of the program is measured by an import of an empty folder, and left out. With
 * `--profile FOLDER` the import and the server write where their time goes.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { type DatabaseLocation, openDatabase } from '../server/db/db.ts'
import { createDatabase, startPostgres } from '../tools/postgres.ts'
import { runCommand } from './backups/command.ts'
import { loadAverage, makeTempFolder, residentMegabytes, startAlejandria } from './chat/processes.ts'
import { makeBlog, makeChat, makePhotographs } from './imports/exports.ts'
import { describeWaits, openPerson } from './imports/person.ts'

const { values } = parseArgs({
  options: {
    kind: { type: 'string', default: 'folder' },
    database: { type: 'string', default: 'sqlite' },
    things: { type: 'string' },
    files: { type: 'string' },
    megabyte: { type: 'string' },
    profile: { type: 'string' },
  },
})
const postgres = values.database === 'postgres' ? await startPostgres() : undefined
const folder = makeTempFolder()
const place: DatabaseLocation = {
  dataDir: join(folder, 'data'),
  databaseUrl: postgres && (await createDatabase(postgres.url)),
}
const analyzeEveryMs = 10_000

/** Tells PostgreSQL how large its tables have become; this one doesn't look by itself. Returns the end of it. */
async function keepAnalyzing() {
  const { db, close } = await openDatabase(place, { alone: false, schema: 'leave' })
  const timer = setInterval(() => void sql`analyze`.execute(db), analyzeEveryMs)
  return () => {
    clearInterval(timer)
    return close()
  }
}

const profiling = values.profile && { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${values.profile}` }
const brought = join(folder, 'traído')
const admin = { name: 'Admin', password: 'solo para medir' }
/** Without an import: how busy the machine is. */
const restMs = 15_000

const files = (count: number, megabytes: number) => ({
  count: Number(values.files ?? count),
  bytes: Math.round(Number(values.megabyte ?? megabytes) * 1e6),
})

/** Makes what is imported, and returns the words of the command. */
const kinds: Record<string, () => string> = {
  folder() {
    makePhotographs(brought, files(40, 5), (number) => `álbum ${Math.floor(number / 100)}/IMG_${number}.jpg`)
    return `folder ${brought} --as ${admin.name}`
  },
  whatsapp() {
    makeChat(brought, Number(values.things ?? 100_000), files(100, 0.3))
    return `whatsapp ${brought}`
  },
  wordpress: () => `wordpress ${makeBlog(brought, Number(values.things ?? 5000))}`,
}

async function secondsOf(work: () => unknown) {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}

function copyAndHash() {
  const copy = join(folder, 'copia')
  const script = 'cp -r "$0" "$1" && sync -f "$1" && find "$1" -type f -exec sha256sum {} + > "$1.sums"'
  const { status } = spawnSync('sh', ['-c', script, brought, copy], { stdio: 'inherit' })
  if (status !== 0) throw new Error('the folder could not be copied')
  rmSync(copy, { recursive: true })
}

let peakMegabytes = 0

async function runImport(words: string) {
  const { pid = 0, ended } = runCommand(`import ${words}`, place, { ...profiling })
  const watching = setInterval(() => {
    try {
      peakMegabytes = Math.max(peakMegabytes, residentMegabytes(pid) || 0)
    } catch {
      // it has ended
    }
  }, 50)
  const { code, output, errors } = await ended
  clearInterval(watching)
  const lastLine = output.trimEnd().split('\n').at(-1)
  if (code !== 0) throw new Error(`the import ended with ${code}:\n${lastLine}\n${errors}`)
  return lastLine
}

const makeWords = kinds[values.kind]
if (!makeWords) throw new Error(`there is no import of ${values.kind}`)
const words = makeWords()
const server = await startAlejandria({
  folder,
  databaseUrl: place.databaseUrl,
  program: 'lab/imports/server.ts',
  env: { ADMIN_NAME: admin.name, ADMIN_PASSWORD: admin.password, ...profiling },
})
const endAnalyzing = postgres && (await keepAnalyzing())
const person = await openPerson(`http://127.0.0.1:${server.port}`, admin)
const resting = await person.during(() => sleep(restMs))
const isFolder = values.kind === 'folder'
let programStart = 0
let copying = 0
if (isFolder) {
  const empty = join(folder, 'vacía')
  mkdirSync(empty)
  const start = () => secondsOf(() => runImport(`folder ${empty} --as ${admin.name}`))
  programStart = Math.min(await start(), await start())
  copying = await secondsOf(copyAndHash)
}
let lastLine: string | undefined
let importing = 0
const meanwhile = await person.during(async () => {
  importing = await secondsOf(async () => {
    lastLine = await runImport(words)
  })
})
await endAnalyzing?.()
await server.stop()
await postgres?.stop()

const own = importing - programStart
console.log(`${values.kind} on ${values.database}, load ${loadAverage()}: ${lastLine}`)
console.log(`imported in ${own.toFixed(2)} s, with at most ${peakMegabytes.toFixed(0)} MB`)
if (isFolder) console.log(`copied and hashed in ${copying.toFixed(2)} s: ratio ${(copying / own).toFixed(2)}`)
console.log('p50 / p99 / longest wait (requests), without an import, and beside it')
for (const kind of ['reads', 'writes'] as const)
  console.log(`${kind}: ${describeWaits(resting[kind])}, ${describeWaits(meanwhile[kind])}`)
