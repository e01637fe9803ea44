// kill -9 while files arrive: whatever was acknowledged is there, no row is without its bytes, no bytes without a row.
import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, inject, onTestFinished, test } from 'vitest'
import type { ArchiveFile } from '../contract/files.ts'
import { openDatabase } from '../server/db/db.ts'
import { login, placeOfThisTest, run, serversOfThisFile } from './support/server-process.ts'

const { start, stop, keep } = serversOfThisFile()
const isPostgres = inject('postgresUrl') !== undefined
const kills = 50
const settings = { ADMIN_NAME: 'Hipatia', ADMIN_PASSWORD: 'la clave de Hipatia', LOG_LEVEL: 'error' }
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const between = (least: number, most: number) => Math.floor(least + Math.random() * (most - least))

interface Sender {
  origin: string
  token: string
  /** What the server said it keeps: ids and hashes. */
  acknowledged: Map<string, string>
}

async function sendForm({ origin, token, acknowledged }: Sender, bytes: Uint8Array<ArrayBuffer>) {
  const form = new FormData()
  form.append('file', new Blob([bytes]), 'a.bin')
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${origin}/api/files/upload`, { method: 'POST', headers, body: form })
  if (answer.status === 201) acknowledged.set(((await answer.json()) as ArchiveFile).id, sha256(bytes))
}

async function sendInPieces({ origin, token, acknowledged }: Sender, bytes: Uint8Array<ArrayBuffer>) {
  const headers = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' }
  const made = await fetch(`${origin}/api/files/uploads`, {
    method: 'POST',
    headers: { ...headers, 'upload-length': String(bytes.length), 'upload-metadata': 'filename YS5iaW4=' },
  })
  const half = Math.floor(bytes.length / 2)
  for (const [from, to] of [
    [0, half],
    [half, bytes.length],
  ] as const) {
    const answer = await fetch(new URL(made.headers.get('location') ?? '', origin), {
      method: 'PATCH',
      headers: { ...headers, 'upload-offset': String(from), 'content-type': 'application/offset+octet-stream' },
      body: bytes.slice(from, to),
    })
    if (answer.status === 200) acknowledged.set(((await answer.json()) as ArchiveFile).id, sha256(bytes))
  }
}

async function deleteOne({ origin, token, acknowledged }: Sender) {
  const [id] = acknowledged.keys()
  if (id === undefined) return
  acknowledged.delete(id) // from now on it may be there or not
  await fetch(`${origin}/api/files/${id}`, { method: 'DELETE', headers: { authorization: `Bearer ${token}` } })
}

/** Sends files in both ways, deletes some, one after the other until the server is gone. */
async function keepBusy(sender: Sender) {
  for (;;) {
    const bytes = new Uint8Array(randomBytes(between(1, 400_000)))
    if (Math.random() < 0.45) await sendForm(sender, bytes)
    else if (Math.random() < 0.8) await sendInPieces(sender, bytes)
    else await deleteOne(sender)
  }
}

test(`after each of ${kills} kills and more at random moments rows and bytes belong together`, {
  timeout: 400_000,
}, async () => {
  const place = await placeOfThisTest()
  const acknowledged = new Map<string, string>()
  const folder = join(place.dataDir, 'files')
  const stored = () =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.endsWith('incoming'))
      .map((entry) => join(entry.parentPath, entry.name))

  let server = await start(place, settings)
  const { body } = await login(server.origin, 'Hipatia', 'la clave de Hipatia')
  const database = await openDatabase(place, { alone: false })
  onTestFinished(database.close)
  const { db } = database

  /** As if a minute had passed for what another process may hold, and ten for what may be arriving there. */
  async function letTimePass() {
    await db.updateTable('loose_bytes').set({ held_until: 1 }).where('held_until', '>', 0).execute()
    for (const name of readdirSync(join(folder, 'incoming'))) utimesSync(join(folder, 'incoming', name), 0, 0)
  }

  let interrupted = 0
  // a busy machine gets less done between two kills, and has more of them for that
  for (let kill = 0; kill < kills || (acknowledged.size <= kills && kill < 2 * kills); kill++) {
    const sender = { origin: server.origin, token: body.access_token, acknowledged }
    const work = Array.from({ length: 4 }, () => keepBusy(sender).catch(() => {}))
    await pause(between(5, 250))
    server.kill('SIGKILL')
    await server.ended
    await Promise.all(work)
    if (readdirSync(join(folder, 'incoming')).length > 0) interrupted++
    if (isPostgres) await letTimePass()
    server = await start(place, settings)

    const rows = await db.selectFrom('files').selectAll().execute()
    const resumable = await db.selectFrom('uploads').select('id').execute()
    expect(
      stored()
        .map((path) => path.split('/').at(-1))
        .toSorted(),
    ).toEqual(rows.map((row) => row.bytes_key).toSorted())
    for (const [id, hash] of acknowledged) expect(rows.find((row) => row.id === id)?.sha256).toBe(hash)
    expect(resumable.map(({ id }) => id)).toEqual(expect.arrayContaining(readdirSync(join(folder, 'incoming'))))
  }
  const rows = new Map((await db.selectFrom('files').selectAll().execute()).map((row) => [row.bytes_key, row]))
  for (const path of stored()) expect(sha256(readFileSync(path))).toBe(rows.get(path.split('/').at(-1) ?? '')?.sha256)
  // otherwise nothing was tried
  expect(acknowledged.size).toBeGreaterThan(kills)
  expect(interrupted).toBeGreaterThan(kills / 4)
  await stop(server)

  const check = run('admin', ['files', 'check'], place)
  keep(check)
  const { code, stdout } = await check.ended
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: `${rows.size} files checked: 0 missing, 0 damaged; 0 orphaned\n`,
  })
})
