/**
 * `node lab/backups.ts [--database sqlite|postgres] [--posts 100000] [--messages 1000000] [--files 20000] [--megabyte 1]`:
 * a first snapshot, a second one with nothing new, and a restore, beside a working server that somebody asks for posts. The
 * first snapshot is compared with copying and hashing the same files in the same run; takes 60 GB of disk at full size.
 */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, readdirSync, readFileSync, rmSync } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { DatabaseLocation } from '../server/db/db.ts'
import { createDatabase, startPostgres } from '../tools/postgres.ts'
import { runCommand } from './backups/command.ts'
import { insertFiles } from './backups/files.ts'
import { makeTempFolder, residentMegabytes, startAlejandria } from './chat/processes.ts'
import { insertLargeCommunity } from './crowd/large-community.ts'

const { values } = parseArgs({
  options: {
    database: { type: 'string', default: 'sqlite' },
    posts: { type: 'string', default: '100000' },
    messages: { type: 'string', default: '1000000' },
    files: { type: 'string', default: '20000' },
    megabyte: { type: 'string', default: '1' },
  },
})
const size = Math.round(Number(values.megabyte) * 1e6)
const postgres = values.database === 'postgres' ? await startPostgres() : undefined
const folder = makeTempFolder()
const place: DatabaseLocation = {
  dataDir: join(folder, 'data'),
  databaseUrl: postgres && (await createDatabase(postgres.url)),
}

const seconds = async (work: () => Promise<unknown>) => {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}

/** The same bytes read, hashed, written and synced, one file after the other. */
async function copyAndHash(from: string, to: string) {
  await mkdir(to)
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const hash = createHash('sha256')
    const hashing = new Transform({
      transform(chunk, _encoding, done) {
        hash.update(chunk)
        done(null, chunk)
      },
    })
    const target = join(to, entry.name)
    const source = createReadStream(join(entry.parentPath, entry.name), { highWaterMark: 2 ** 18 })
    await pipeline(source, hashing, createWriteStream(target))
    const file = await open(target, 'r+')
    await file.sync()
    await file.close()
  }
  rmSync(to, { recursive: true })
}

const percentile = (sorted: number[], share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN

/** Asks for posts again and again while `work` runs. */
async function latenciesDuring(origin: string, token: string, work: () => Promise<unknown>) {
  let isOver = false
  const taken: number[] = []
  async function ask() {
    while (!isOver) {
      const start = performance.now()
      const answer = await fetch(`${origin}/api/posts?limit=20`, { headers: { authorization: `Bearer ${token}` } })
      await answer.arrayBuffer()
      taken.push(performance.now() - start)
      await sleep(25)
    }
  }
  const asking = ask()
  await work()
  isOver = true
  await asking
  taken.sort((a, b) => a - b)
  return `p50 ${percentile(taken, 0.5).toFixed(1)} ms, p99 ${percentile(taken, 0.99).toFixed(1)} ms, longest ${(taken.at(-1) ?? 0).toFixed(0)} ms of ${taken.length}`
}

/** Runs a command; returns its time, and the most memory that it took. */
async function measured(words: string, target: DatabaseLocation, store: string) {
  const command = runCommand(words, target, { BACKUP_TO: store })
  const peak = () => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${command.pid}/status`, 'utf8'))?.[1]) / 1024
  let megabytes = 0
  const watching = setInterval(() => {
    try {
      megabytes = peak() || megabytes
    } catch {
      // it has ended
    }
  }, 100)
  const begunAt = performance.now()
  const { code, output, errors } = await command.ended
  clearInterval(watching)
  if (code !== 0) throw new Error(`${words} ended with ${code}:\n${output}${errors}`)
  return { seconds: (performance.now() - begunAt) / 1000, megabytes, output }
}

const [token = ''] = await insertLargeCommunity(place, {
  members: 300,
  posts: Number(values.posts),
  messages: Number(values.messages),
  events: 100_000,
  mails: 300,
  isSearchable: false,
})
const server = await startAlejandria({ folder, databaseUrl: place.databaseUrl })
const origin = `http://127.0.0.1:${server.port}`
const idle = await latenciesDuring(origin, token, () => sleep(5000))
const idleMegabytes = residentMegabytes(server.pid)
console.log(
  `${values.database}: ${values.posts} posts, ${values.messages} messages; idle server ${idleMegabytes.toFixed(0)} MB, ${idle}`,
)

const tablesOnly = join(folder, 'store-of-tables')
const made = await measured('backup', place, tablesOnly)
const rows = Number(/(\d+) rows/.exec(made.output)?.[1])
console.log(`tables alone: ${rows} rows in ${made.seconds.toFixed(1)} s, ${made.megabytes.toFixed(0)} MB`)
const target = {
  dataDir: join(folder, 'restored'),
  databaseUrl: postgres && (await createDatabase(postgres.url)),
}
await mkdir(target.dataDir)
const restored = await measured(`restore ${made.output.trimEnd().split('\n').at(-1)}`, target, tablesOnly)
console.log(
  `restore: ${Math.round(rows / restored.seconds)} rows/s in ${restored.seconds.toFixed(1)} s, ${restored.megabytes.toFixed(0)} MB`,
)
rmSync(target.dataDir, { recursive: true })
rmSync(tablesOnly, { recursive: true })

await insertFiles(place, { count: Number(values.files), size })
const gigabytes = (Number(values.files) * size) / 1e9
const copying = await seconds(() => copyAndHash(join(place.dataDir, 'files'), join(folder, 'copy')))
const store = join(folder, 'store')
for (const which of ['first', 'second']) {
  let result = { seconds: 0, megabytes: 0, output: '' }
  const latencies = await latenciesDuring(origin, token, async () => {
    result = await measured('backup --new-place', place, store)
  })
  const ratio =
    which === 'first' ? `, ${(copying / result.seconds).toFixed(2)} of copy and SHA-256 (${copying.toFixed(0)} s)` : ''
  const growth = residentMegabytes(server.pid) - idleMegabytes
  console.log(
    `${which}: ${gigabytes.toFixed(1)} GB in ${result.seconds.toFixed(1)} s${ratio}; ${result.megabytes.toFixed(0)} MB, the server ${growth.toFixed(0)} MB more; ${latencies}`,
  )
}
await server.stop()
await postgres?.stop()
process.exit()
