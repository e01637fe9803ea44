/**
 * `node lab/search.ts [--database sqlite|postgres] [--scale 0.07]`: the search of a community (scale 1: 100,000 posts of
 * 3 kB, 300,000 comments, 1 million messages, 20,000 files with text; 0.07: 100,000 documents) through HTTP, for rare and common words, beginnings
 * and several words; how long others wait meanwhile; how much of a save the index takes; its size beside that of the texts;
 * and on SQLite the same words in a plain table of FTS5, in turns.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { type DatabaseLocation, openDatabase } from '../server/db/db.ts'
import type { Db } from '../server/db/schema.ts'
import { transaction } from '../server/db/transaction.ts'
import { indexDocument } from '../server/search/documents.ts'
import { createDatabase, startPostgres } from '../tools/postgres.ts'
import { makeTempFolder, startAlejandria } from './chat/processes.ts'
import { createVocabulary, insertSearchedCommunity } from './search/community.ts'
import { openComparison } from './search/plain.ts'

const { values } = parseArgs({
  options: { database: { type: 'string', default: 'sqlite' }, scale: { type: 'string', default: '0.07' } },
})
const postgres = values.database === 'postgres' ? await startPostgres() : undefined
const folder = makeTempFolder()
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const place: DatabaseLocation = {
  dataDir: join(folder, 'data'),
  databaseUrl: postgres && (await createDatabase(postgres.url)),
}
const { tokens, bytes } = await insertSearchedCommunity(place, Number(values.scale))
const vocabulary = createVocabulary()

const percentile = (times: number[], part: number) =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0
const ms = (time: number) => `${time.toFixed(1)} ms`

/** Words of about this frequency. */
const wordsAt = (rank: number) => Array.from({ length: 30 }, (_, n) => vocabulary[rank + n] as string)
const [common, middle, rare] = [wordsAt(8), wordsAt(400), wordsAt(30_000)]
const searches: Record<string, string[]> = {
  rare,
  middle,
  common,
  'two common': common.map((word, n) => `${word} ${common[(n + 7) % common.length]}`),
  'common and rare': common.map((word, n) => `${word} ${rare[n]}`),
  'three letters': middle.map((word) => word.slice(0, 3)),
  'four letters': middle.map((word) => word.slice(0, 4)),
  'six letters': middle.filter((word) => word.length > 6).map((word) => word.slice(0, 6)),
  absent: rare.map((word) => `${word}qwx`),
}

async function readIndexSize(db: Db) {
  const size = postgres
    ? sql<{ bytes: number }>`select pg_total_relation_size('documents') as bytes`
    : sql<{
        bytes: number
      }>`select sum(pgsize) as bytes from dbstat where name like '%tokens%' or name like '%documents%'`
  return Number((await size.execute(db)).rows[0]?.bytes)
}

const database = await openDatabase(place, { alone: false })
if (postgres) await sql`vacuum analyze`.execute(database.db)
console.log(
  `texts ${(bytes / 1e6).toFixed(0)} MB, index ${((await readIndexSize(database.db)) / bytes).toFixed(2)} of that`,
)
if (!postgres) {
  const compare = await openComparison(database.db)
  for (const [name, words] of Object.entries({ rare, middle, common })) {
    const { plain, ours } = await compare(words, 5)
    console.log(`${name}: plain FTS5 ${ms(plain)}, our index ${ms(ours)}: ${(plain / ours).toFixed(2)} of its speed`)
  }
}
await database.close()

const server = await startAlejandria({ folder, databaseUrl: place.databaseUrl })
let turn = 0
async function request(path: string) {
  const begun = performance.now()
  const answer = await fetch(`http://127.0.0.1:${server.port}/api${path}`, {
    headers: { authorization: `Bearer ${tokens[turn++ % tokens.length]}` },
  })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  return performance.now() - begun
}

const find = (q: string, limit: number) => request(`/search?q=${encodeURIComponent(q)}&limit=${limit}`)
for (const q of common) await find(q, 10)
for (const [name, list] of Object.entries(searches)) {
  const times = { palette: [] as number[], page: [] as number[] }
  for (const q of [...list, ...list]) {
    times.palette.push(await find(q, 10))
    times.page.push(await find(q, 30))
  }
  const described = Object.entries(times).map(
    ([where, all]) => `${where} p50 ${ms(percentile(all, 0.5))}, p95 ${ms(percentile(all, 0.95))}`,
  )
  console.log(`${name.padEnd(16)} ${described.join('; ')}`)
}

// others, while two people search without a pause
const alone = []
for (let n = 0; n < 200; n++) alone.push(await request('/auth/me'))
let isOver = false
const searching = [0, 1].map(async (n) => {
  for (let i = n; !isOver; i += 2) await find(common[i % common.length] as string, 10)
})
const beside = []
for (let n = 0; n < 400; n++) beside.push(await request('/auth/me'))
isOver = true
await Promise.all(searching)
console.log(
  `others: alone p95 ${ms(percentile(alone, 0.95))}, beside two who search p50 ${ms(percentile(beside, 0.5))}, p95 ${ms(percentile(beside, 0.95))}, p99 ${ms(percentile(beside, 0.99))}`,
)

// saving a post, and the part of it that is the index
const written = []
const content = () =>
  Array.from({ length: 380 }, () => vocabulary[Math.floor(vocabulary.length ** Math.random())]).join(' ')
for (let n = 0; n < 100; n++) {
  const begun = performance.now()
  const answer = await fetch(`http://127.0.0.1:${server.port}/api/posts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokens[turn++ % tokens.length]}`, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Un post', content: content() }),
  })
  const { id } = (await answer.json()) as { id: string }
  written.push({ id, time: performance.now() - begun })
}
await server.stop()
const again = await openDatabase(place, { alone: false })
const indexing: number[] = []
for (const { id } of written) {
  await sql`delete from documents where kind = 'post' and ref_id = ${id}`.execute(again.db)
  await transaction(again.db, async (tx) => {
    await sql`select 1`.execute(tx)
    const begun = performance.now()
    await indexDocument(tx, 'post', id)
    indexing.push(performance.now() - begun)
  })
}
await again.close()
const [save, index] = [
  percentile(
    written.map(({ time }) => time),
    0.5,
  ),
  percentile(indexing, 0.5),
]
console.log(
  `a save p50 ${ms(save)}, of which the index ${ms(index)}: ${(save / (save - index)).toFixed(2)} of one without an index`,
)
