// kill -9 during uploads: each acknowledged file is stored, and there are no rows without bytes or bytes without a row.
// `UPLOAD_KILLS` lengthens a run.
import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import type { ArchiveFile } from '../../../contract/files.ts'
import { openDatabase } from '../../../server/db/db.ts'
import { inFull } from '../../support/in-full.ts'
import { locationOfThisTest, login, run, serversOfThisFile } from '../../support/server/processes/server-process.ts'

const { start, stop, stopAtEnd: keep } = serversOfThisFile()
const isPostgres = inject('postgresUrl') !== undefined
const kills = Number(process.env.UPLOAD_KILLS ?? inFull(25, 4))
const waitOptions = { timeout: 60_000, interval: 5 }
const settings = { ADMIN_NAME: 'Hipatia', ADMIN_PASSWORD: 'la clave de Hipatia', LOG_LEVEL: 'error' }
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const between = (min: number, max: number) => Math.floor(min + Math.random() * (max - min))

interface Sender {
  origin: string
  token: string
  /** Ids and hashes of acknowledged files that weren't deleted since. */
  acknowledged: Map<string, string>
  acknowledge(id: string, hash: string): void
}

async function sendForm({ origin, token, acknowledge }: Sender, bytes: Uint8Array<ArrayBuffer>) {
  const form = new FormData()
  form.append('file', new Blob([bytes]), 'a.bin')
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${origin}/api/files/upload`, { method: 'POST', headers, body: form })
  if (answer.status === 201) acknowledge(((await answer.json()) as ArchiveFile).id, sha256(bytes))
}

async function sendInPieces({ origin, token, acknowledge }: Sender, bytes: Uint8Array<ArrayBuffer>) {
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
    if (answer.status === 200) acknowledge(((await answer.json()) as ArchiveFile).id, sha256(bytes))
  }
}

async function deleteOne({ origin, token, acknowledged }: Sender) {
  const [id] = acknowledged.keys()
  if (id === undefined) return
  acknowledged.delete(id) // the request may fail before or after the deletion
  await fetch(`${origin}/api/files/${id}`, { method: 'DELETE', headers: { authorization: `Bearer ${token}` } })
}

/** Uploads files in both ways and deletes some, until the server is gone. */
async function keepBusy(sender: Sender) {
  for (;;) {
    const bytes = new Uint8Array(randomBytes(between(1, 400_000)))
    if (Math.random() < 0.45) await sendForm(sender, bytes)
    else if (Math.random() < 0.8) await sendInPieces(sender, bytes)
    else await deleteOne(sender)
  }
}

test(`after each of ${kills} kills at random moments every row has its bytes and all bytes have a row`, {
  timeout: 60_000 + kills * 10_000,
}, async () => {
  const place = await locationOfThisTest()
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

  /** Expires the reservations and unfinished uploads of the killed process. */
  async function letTimePass() {
    await db.updateTable('pending_blobs').set({ reserved_until: 1 }).where('reserved_until', '>', 0).execute()
    for (const name of readdirSync(join(folder, 'incoming'))) utimesSync(join(folder, 'incoming', name), 0, 0)
  }

  let interrupted = 0
  let acknowledgements = 0
  for (let kill = 0; kill < kills; kill++) {
    const before = acknowledgements
    const sender = {
      origin: server.origin,
      token: body.access_token,
      acknowledged,
      acknowledge: (id: string, hash: string) => {
        acknowledgements++
        acknowledged.set(id, hash)
      },
    }
    const work = Array.from({ length: 4 }, () => keepBusy(sender).catch(() => {}))
    // half of the kills come after an acknowledgement, however busy the machine is; the others may come before
    if (kill % 2 === 0) await vi.waitFor(() => expect(acknowledgements).toBeGreaterThan(before), waitOptions)
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
  // fewer would test nothing
  expect(acknowledgements).toBeGreaterThanOrEqual(kills / 2)
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
