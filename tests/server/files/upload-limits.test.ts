// The maximum size of a file (DECISIONS §2 "Files"): 413 and nothing stored, whatever length is declared.
import { describe, expect, test } from 'vitest'
import { communityOfThisFile, seconds } from '../../support/server/community.ts'
import { expectRefusal } from '../../support/server/refusal.ts'
import { openTcp, readAnswer } from '../../support/server/sockets/raw-http.ts'
import { storageOfThisRun } from '../../support/server/storage/storage-of-run.ts'
import { announce, idOf } from './tus.ts'

const megabyte = 2 ** 20
const community = await communityOfThisFile({ storage: await storageOfThisRun(), maxUploadBytes: megabyte })
const ana = await community.signIn('Ana')

const file = (size: number) => ({ name: 'grande.bin', bytes: new Uint8Array(size).fill(7) })
const kept = async () => ({
  files: (await community.readAllTables()).files,
  loose: (await community.readAllTables()).pending_blobs,
  keys: await community.storedKeys(),
  arriving: await community.services.incoming.list(),
})
const boundary = 'limite'
const start = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="grande.bin"\r\n\r\n`
const end = `\r\n--${boundary}--\r\n`
const head = (more: string) =>
  `POST /api/files/upload HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${ana.token}\r\ncontent-type: multipart/form-data; boundary=${boundary}\r\n${more}\r\n\r\n`

/** Writes all parts, even after an answer, and returns that answer. */
async function sendAll(parts: (string | Uint8Array)[]) {
  const connection = await openTcp(community.port)
  for (const part of parts) connection.socket.write(part)
  await expect.poll(connection.received, { timeout: 10_000 }).toMatch(/\r\n\r\n.*\}$/s)
  return { ...readAnswer(connection.received()), connection }
}

test('a file of exactly the maximum size is stored; one of a byte more, or a hundred times as large, is refused and leaves nothing', async () => {
  expect((await ana.uploads(file(megabyte))).file_size).toBe(megabyte)
  const before = await kept()
  for (const size of [megabyte + 1, 100 * megabyte]) {
    const answer = await ana.sendsFile(file(size))
    expectRefusal(answer, 413, { detail: 'El archivo es demasiado grande: el máximo son 1 MB.' })
  }
  expect(await kept()).toEqual(before)
})

describe('a wrong declared length', () => {
  test('no length, in chunks: 413 during the upload, and the connection can be reused', async () => {
    const before = await kept()
    const chunk = new Uint8Array(65_536).fill(7)
    const chunks = Array.from({ length: 64 }, () => ['10000\r\n', chunk, '\r\n']).flat()
    const opening = `${start.length.toString(16)}\r\n${start}\r\n`
    const { status, connection } = await sendAll([head('transfer-encoding: chunked'), opening, ...chunks, '0\r\n\r\n'])
    expect(status).toBe(413)
    connection.socket.write('GET /api/health HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
    expect(await connection.end()).toContain('HTTP/1.1 200 OK')
    expect(await kept()).toEqual(before)
  })

  test('more than is sent: nothing is stored once the connection is closed', async () => {
    const before = await kept()
    const connection = await openTcp(community.port)
    connection.socket.write(head('content-length: 900000') + start)
    connection.socket.write(new Uint8Array(200_000))
    await expect.poll(async () => (await kept()).arriving.length).toBe(before.arriving.length + 1)
    connection.socket.resetAndDestroy()
    await expect.poll(kept).toEqual(before)
  })

  test('less than is sent: refused as cut off; far over the maximum: refused before a byte is sent', async () => {
    const before = await kept()
    const said = start.length + 10
    const cut = await sendAll([head(`content-length: ${said}`), start, 'x'.repeat(10) + end])
    const far = await sendAll([head(`content-length: ${500 * megabyte}`)])
    expect([cut.status, far.status]).toEqual([400, 413])
    expect(await kept()).toEqual(before)
  })
})

test('five hundred uploads cut in the middle leave nothing behind', async () => {
  const before = await kept()
  const one = async () => {
    const connection = await openTcp(community.port)
    connection.socket.write(head(`content-length: ${2 * megabyte}`) + start)
    connection.socket.write(new Uint8Array(megabyte + 1))
    connection.socket.resetAndDestroy()
  }
  for (let round = 0; round < 25; round++) {
    community.advanceClock(seconds(2)) // or the limit of writes would refuse them first
    await Promise.all(Array.from({ length: 20 }, one))
  }
  await expect.poll(kept, { timeout: 10_000 }).toEqual(before)
  expect((await ana.uploads(file(10))).file_size).toBe(10)
})

test('an upload that was refused in the middle doesn’t block its connection', async () => {
  const bruno = await community.signIn('Bruno')
  const id = idOf(await announce(bruno, megabyte))
  const connection = await openTcp(community.port)
  const length = megabyte - 5
  connection.socket.write(
    `PATCH /api/files/uploads/${id} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${bruno.token}\r\ntus-resumable: 1.0.0\r\n` +
      `upload-offset: 5\r\ncontent-type: application/offset+octet-stream\r\ncontent-length: ${length}\r\n\r\n`,
  )
  connection.socket.write(new Uint8Array(length))
  connection.socket.write('GET /api/health HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
  const wire = await connection.end()
  expect(wire).toContain('HTTP/1.1 409')
  expect(wire).toContain('HTTP/1.1 200 OK')
})
