/**
 * `node lab/backups-under-load.ts [--database sqlite|postgres] [--snapshots 100] [--writers 24]`: snapshots of a server
 * while people write posts, upload files, delete some, and talk, each as fast as it answers. Everybody does these in turn
 * and numbers them, so that a snapshot of one moment has them without a gap, and none before the one that it follows.
 * Each snapshot is restored: its tables have to be as the manifest says, of one moment, with every file. A control copies
 * table after table while people write: the same check has to fail. Returns 1 otherwise.
 */

import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openSnapshot } from '../server/backups/snapshots/snapshot.ts'
import { differences } from '../server/backups/snapshots/tables.ts'
import { openBackupStore } from '../server/backups/store/store.ts'
import { readConfig } from '../server/config.ts'
import { type DatabaseLocation, openDatabase } from '../server/db/db.ts'
import type { Db } from '../server/db/schema.ts'
import { checkFiles } from '../server/files/check-archive.ts'
import { openStorage } from '../server/storage/open.ts'
import { createDatabase, startPostgres } from '../tools/postgres.ts'
import { expectCommand } from './backups/command.ts'
import { insertMembers } from './chat/members.ts'
import { makeTempFolder, startAlejandria } from './chat/processes.ts'

const { values } = parseArgs({
  options: {
    database: { type: 'string', default: 'sqlite' },
    snapshots: { type: 'string', default: '100' },
    writers: { type: 'string', default: '24' },
  },
})
const postgres = values.database === 'postgres' ? await startPostgres() : undefined
const folder = makeTempFolder()
const place: DatabaseLocation = {
  dataDir: join(folder, 'data'),
  databaseUrl: postgres && (await createDatabase(postgres.url)),
}
const settings = { BACKUP_TO: join(folder, 'store') }
const tokens = await insertMembers(place, Number(values.writers))
const server = await startAlejandria({ folder, databaseUrl: place.databaseUrl })

let isOver = false
let written = 0

async function send(token: string, path: string, body: unknown, isForm = false) {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${server.port}/api${path}`, {
      method: body === undefined ? 'DELETE' : 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        ...(!isForm && body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: isForm ? (body as FormData) : JSON.stringify(body) }),
    })
    const text = await answer.text()
    written++
    if (answer.ok) return text === '' ? undefined : JSON.parse(text)
    if (answer.status !== 429) throw new Error(`${path}: ${answer.status} ${text}`)
    await sleep(200)
  }
}

/** Things of a writer in turn, with the same number: a post, a file, a message; an older file is deleted. */
async function write(token: string, writer: number) {
  const uploaded: string[] = []
  for (let number = 0; !isOver; number++) {
    const name = `${writer}:${number}`
    await send(token, '/posts', { title: name, content: `Texto de ${name}`, published: true })
    const form = new FormData()
    form.append('file', new Blob([Buffer.alloc(5000, name)]), `${writer}_${number}.bin`)
    uploaded.push((await send(token, '/files/upload', form, true)).id)
    await send(token, '/chat/messages', { message: name, client_id: crypto.randomUUID() })
    if (uploaded.length > 20) await send(token, `/files/${uploaded.shift()}`, undefined)
  }
}

/** Names of posts, files and messages, each as `writer:number`. */
interface Written {
  posts: string[]
  files: string[]
  messages: string[]
}

const reads: Record<keyof Written, (db: Db) => Promise<string[]>> = {
  posts: async (db) => (await db.selectFrom('posts').select('title as name').execute()).map(({ name }) => name),
  files: async (db) =>
    (await db.selectFrom('files').select('original_name as name').execute()).map(({ name }) =>
      name.replace('_', ':').replace('.bin', ''),
    ),
  messages: async (db) =>
    (await db.selectFrom('chat_messages').select('message as name').execute()).map(({ name }) => name),
}

async function readAll(db: Db, { pauseMs = 0 } = {}) {
  const found: Written = { posts: [], files: [], messages: [] }
  for (const kind of ['posts', 'files', 'messages'] as const) {
    found[kind] = await reads[kind](db)
    await sleep(pauseMs)
  }
  return found
}

/** What can't have been so at any moment. */
function contradictions({ posts, files, messages }: Written) {
  const lastOf = (names: string[]) => {
    const last = new Map<string, number>()
    const count = new Map<string, number>()
    for (const name of names) {
      const [writer = '', number] = name.split(':')
      last.set(writer, Math.max(last.get(writer) ?? -1, Number(number)))
      count.set(writer, (count.get(writer) ?? 0) + 1)
    }
    return { last, count }
  }
  const [inPosts, inFiles, inMessages] = [lastOf(posts), lastOf(files), lastOf(messages)]
  const faults: string[] = []
  for (const [writer, last] of inPosts.last) {
    const file = inFiles.last.get(writer) ?? -1
    const message = inMessages.last.get(writer) ?? -1
    if (inPosts.count.get(writer) !== last + 1) faults.push(`writer ${writer} has a gap in the posts`)
    if ((inMessages.count.get(writer) ?? 0) !== message + 1) faults.push(`writer ${writer} has a gap in the messages`)
    if (!(last >= file && file >= message && last - message <= 1))
      faults.push(`writer ${writer}: post ${last}, file ${file}, message ${message}`)
  }
  return faults
}

async function withDatabase<T>(location: DatabaseLocation, work: (db: Db) => Promise<T>) {
  const { db, close } = await openDatabase(location, { alone: false, schema: 'leave' })
  return work(db).finally(close)
}

const writing = tokens.map((token, writer) => write(token, writer))
const names: string[] = []
const begunAt = performance.now()
while (names.length < Number(values.snapshots)) names.push(await expectCommand('backup', place, settings))
const seconds = (performance.now() - begunAt) / 1000
/** Tables one after the other, as by copying; those of a large community take so long. */
const copied = await withDatabase(place, (db) => readAll(db, { pauseMs: 200 }))
isOver = true
await Promise.all(writing)
await server.stop()
console.log(
  `${names.length} snapshots in ${seconds.toFixed(0)} s, ${(written / seconds).toFixed(0)} requests/s meanwhile`,
)

let broken = 0
for (const name of names) {
  const target = { dataDir: makeTempFolder(folder), databaseUrl: postgres && (await createDatabase(postgres.url)) }
  await expectCommand(`restore ${name}`, target, settings)
  const config = readConfig({ DATA_DIR: target.dataDir, DATABASE_URL: target.databaseUrl, ...settings })
  const { manifest } = await openSnapshot(await openBackupStore(config), name)
  const faults = await differences(target, manifest.tables)
  faults.push(...manifest.faults.map(({ name, why }) => `${name} ${why}`))
  faults.push(...(await withDatabase(target, async (db) => contradictions(await readAll(db)))))
  const { storage } = await openStorage(config)
  const { checked, missing, damaged } = await withDatabase(target, (db) => checkFiles({ db, storage }))
  if (missing.length + damaged.length > 0)
    faults.push(`${missing.length + damaged.length} of ${checked} files are missing`)
  if (faults.length > 0) console.log(`${name}: ${faults.slice(0, 5).join('; ')}`)
  broken += faults.length > 0 ? 1 : 0
}
const inControl = contradictions(copied).length
console.log(
  `${names.length - broken} of ${names.length} are whole and of one moment; the control has ${inControl} contradictions`,
)
await postgres?.stop()
process.exit(broken === 0 && inControl > 0 ? 0 : 1)
