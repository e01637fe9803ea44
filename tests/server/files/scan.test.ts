// The protocol of clamd, over TCP and over a socket. Uploads that a scanner of viruses looks at (setting CLAMD), before anything of them is kept.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { ArchiveFile } from '../../../contract/files.ts'
import type { State } from '../../../contract/state.ts'
import { openScanner } from '../../../server/storage/scanner.ts'
import { communityOfThisFile, expectDone } from '../../support/server/community.ts'
import { rowsOf } from '../../support/server/database/rows.ts'
import { expectRefusal } from '../../support/server/refusal.ts'
import { storageOfThisRun } from '../../support/server/storage/storage-of-run.ts'
import { eicar, startClamd } from './fake-clamd.ts'
import { announce, idOf, look, send } from './tus.ts'

const folder = mkdtempSync(join(tmpdir(), 'alejandria-scan-'))
afterAll(() => rmSync(folder, { recursive: true }))
const clamd = await startClamd()
const onSocket = await startClamd(join(folder, 'clamd.ctl'))
const scanner = openScanner(clamd.address, { timeoutMs: 1500 })
const community = await communityOfThisFile({ storage: await storageOfThisRun(), scanner })
const { hipatia, services } = community
const ana = await community.signIn('Ana')

beforeEach(() => {
  clamd.reset()
  onSocket.reset()
})

const path = join(folder, 'archivo')
const chunk = 2 ** 18

describe.each([
  ['TCP', clamd],
  ['a socket', onSocket],
])('over %s', (_, clamd) => {
  const { findVirus } = openScanner(clamd.address, { timeoutMs: 5000 })

  test.each([1, chunk - 1, chunk, chunk + 1, 3 * chunk])('a file of %i bytes arrives as it is', async (size) => {
    const bytes = Buffer.alloc(size, 'papiro')
    writeFileSync(path, bytes)
    expect(await findVirus(path)).toBeUndefined()
    expect(clamd.files.map((file) => file.equals(bytes))).toEqual([true])
    expect(clamd.faults).toEqual([])
    // clamd refuses none of them
    expect(Math.max(...clamd.chunkSizes)).toBeLessThanOrEqual(chunk)
  })

  test.each([0, chunk - eicar.length, chunk - 20, chunk, 2 * chunk - 1])(
    'a virus at byte %i is found, in one chunk or across two',
    async (at) => {
      writeFileSync(path, Buffer.concat([Buffer.alloc(at, 'a'), Buffer.from(eicar), Buffer.alloc(1000, 'b')]))
      expect(await findVirus(path)).toBe('Eicar-Test-Signature')
    },
  )

  test('a reply in pieces, and an odd name of a virus, are read', async () => {
    writeFileSync(path, 'x')
    clamd.respond = (socket) => {
      socket.write('stream: Win.Test OK')
      setImmediate(() => socket.end(' FOUND(1:2) FOUND\0'))
    }
    expect(await findVirus(path)).toBe('Win.Test OK FOUND(1:2)')
  })

  test('a file that can’t be read is no fault of the scanner', async () => {
    await expect(findVirus(join(folder, 'no-existe'))).rejects.toMatchObject({ code: 'ENOENT' })
    await expect.poll(clamd.connections).toBe(0)
  })
})

test('an address where nothing listens is said to be out of reach', async () => {
  const { findVirus } = openScanner({ path: join(folder, 'nadie.ctl') })
  await expect(findVirus(path)).rejects.toMatchObject({ message: 'the scanner is out of reach' })
})

const kept = async () => ({
  tables: await community.readAllTables(),
  keys: await community.storedKeys(),
  arriving: await services.incoming.list(),
})

const sendForm = (bytes: Buffer<ArrayBuffer>) => ana.sendsFile({ name: 'informe.bin', bytes })
const sendResumable = async (bytes: Buffer<ArrayBuffer>) => {
  const id = idOf(await announce(ana, bytes.length, { filename: 'informe.bin' }))
  const half = bytes.length >> 1
  await send(ana, id, 0, bytes.subarray(0, half))
  return send(ana, id, half, bytes.subarray(half))
}

const infected = Buffer.concat([randomBytes(1000), Buffer.from(eicar), randomBytes(1000)])
const clean = randomBytes(2000)
const virusFound = { code: 'infected_file', detail: 'El archivo contiene un virus y no se ha guardado.' }
const notScanned = {
  code: 'not_scanned',
  detail:
    'No se ha podido comprobar si el archivo tiene virus, y no se ha guardado. Vuelve a intentarlo dentro de un rato.',
}

describe.each([
  ['of a form', sendForm],
  ['that is resumable', sendResumable],
])('an upload %s', (_way, upload) => {
  test('is scanned, every byte of it, before it is in the archive, and kept if there is no virus', async () => {
    const archive = async () => [await rowsOf(community.db, 'files'), await community.storedKeys()]
    const before = await archive()
    let seen: unknown
    clamd.respond = async (socket) => {
      seen = await archive()
      socket.end('stream: OK\0')
    }
    const { status, body } = await upload(clean)
    expect([200, 201]).toContain(status)
    expect(seen).toEqual(before)
    expect([clamd.files, clamd.faults]).toEqual([[clean], []])
    expect((await ana.fetchesBytes(body.cloudinary_url)).bytes.equals(clean)).toBe(true)
  })

  test('is refused with a virus, and leaves nothing but a line of the log that names account and virus, not the file', async () => {
    const before = await kept()
    const lines = community.log().length
    const answer = await upload(infected)
    expectRefusal(answer, 422, virusFound)
    expect(clamd.files).toEqual([infected])
    expect(await kept()).toEqual(before)
    const said = community.log().slice(lines)
    expect(said.filter(({ virus }) => virus)).toMatchObject([
      { level: 40, virus: 'Eicar-Test-Signature', user: ana.id, file: expect.stringMatching(/^[0-9a-f]{32}$/) },
    ])
    expect(JSON.stringify(said)).not.toContain('informe')
  })

  test('larger than the scanner takes is refused for good, and leaves nothing', async () => {
    const before = await kept()
    const detail = 'El archivo es demasiado grande para comprobar si tiene virus. No se ha guardado.'
    for (const reply of [
      'INSTREAM size limit exceeded. ERROR',
      'stream: Heuristics.Limits.Exceeded.MaxFileSize FOUND',
    ]) {
      clamd.respond = (socket) => void socket.end(`${reply}\0`)
      expectRefusal(await upload(clean), 413, { detail })
    }
    expect(await kept()).toEqual(before)
  })
})

describe('an upload whose scanner', () => {
  test.each([
    ['says nothing', () => {}],
    ['says ERROR', (socket) => void socket.end('stream: Can’t allocate memory ERROR\0')],
    ['says something else', (socket) => void socket.end('UNKNOWN COMMAND\0')],
    ['says nothing and closes', (socket) => void socket.end()],
    ['is cut off in its reply', (socket) => void socket.end('stream: OK')],
    ['resets the connection', (socket) => void socket.resetAndDestroy()],
    ['never ends its reply', (socket) => void socket.write('stream: OK'.padEnd(5000, 'K'))],
  ] satisfies [string, typeof clamd.respond][])(
    '%s is refused, and its scanner is asked again later',
    async (_, respond) => {
      const before = await kept()
      clamd.respond = respond
      const answer = await sendForm(clean)
      expectRefusal(answer, 503, notScanned)
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await kept()).toEqual(before)
      await expect.poll(clamd.connections).toBe(0)

      clamd.reset()
      expectDone(await sendForm(clean))
    },
  )

  test('closes the connection in the middle, or stops reading there, is refused', async () => {
    clamd.onPiece = (socket, bytes) => bytes > 300_000 && socket.resetAndDestroy()
    expectRefusal(await sendForm(randomBytes(1_000_000)), 503, notScanned)
    expect(clamd.files).toEqual([])
    clamd.onPiece = (socket) => void socket.pause()
    clamd.respond = () => {}
    expectRefusal(await sendForm(randomBytes(1_000_000)), 503, notScanned)
  })

  test('refuses the connection is refused, administrators read it in the state, and the upload ends once it is back', async () => {
    const id = idOf(await announce(ana, clean.length))
    await clamd.stop()
    expectRefusal(await sendForm(clean), 503, notScanned)
    expectRefusal(await send(ana, id, 0, clean), 503, notScanned)
    expect((await look(ana, id)).status).toBe(503)
    expect((await ana.get(`/files/${id}`)).status).toBe(404)
    const { errors } = expectDone(await hipatia.get<State>('/admin/state'))
    const kind = 'an upload could not be checked for viruses'
    expect(errors.find((error) => error.kind === kind)?.count).toBeGreaterThanOrEqual(3)

    await clamd.startAgain()
    const found = await look(ana, id)
    expect([found.status, found.headers.get('upload-offset')]).toEqual([200, '2000'])
    const file = expectDone(await ana.get<ArchiveFile>(`/files/${id}`))
    expect((await ana.fetchesBytes(file.cloudinary_url)).bytes.equals(clean)).toBe(true)
    expect(clamd.files).toEqual([clean])
  })
})
