// How large a file may be (DECISIONS §2 "Files"): 413 and nothing stored, whatever the sender says of its length.
import { afterAll, describe, expect, test } from 'vitest'
import { foundCommunity, seconds } from './support/community.ts'
import { openSocket, readAnswer } from './support/raw-http.ts'
import { expectRefusal } from './support/refusal.ts'
import { storageOfThisRun } from './support/storage-of-run.ts'

const megabyte = 2 ** 20
const community = await foundCommunity({ storage: await storageOfThisRun(), maxUpload: megabyte })
afterAll(() => community.close())
const ana = await community.signIn('Ana')

const file = (size: number) => ({ name: 'grande.bin', bytes: new Uint8Array(size).fill(7) })
const kept = async () => ({
  files: (await community.everything()).files,
  loose: (await community.everything()).loose_bytes,
  keys: await community.storedKeys(),
  arriving: await community.services.incoming.list(),
})
const boundary = 'limite'
const start = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="grande.bin"\r\n\r\n`
const end = `\r\n--${boundary}--\r\n`
const head = (more: string) =>
  `POST /api/files/upload HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${ana.token}\r\ncontent-type: multipart/form-data; boundary=${boundary}\r\n${more}\r\n\r\n`

/** Writes all of it, whatever the server does meanwhile, and gives what it answered. */
async function sendAll(parts: (string | Uint8Array)[]) {
  const line = await openSocket(community.port)
  for (const part of parts) line.socket.write(part)
  await expect.poll(line.sofar, { timeout: 10_000 }).toMatch(/\r\n\r\n.*\}$/s)
  return { ...readAnswer(line.sofar()), line }
}

test('exactly as much as is allowed is kept', async () => {
  expect((await ana.uploads(file(megabyte))).file_size).toBe(megabyte)
})

test('one byte more is refused and nothing is left, and so is a hundred times as much', async () => {
  const before = await kept()
  for (const size of [megabyte + 1, 100 * megabyte]) {
    const answer = await ana.sendsFile(file(size))
    expectRefusal(answer, 413, { detail: 'El archivo es demasiado grande: el máximo son 1 MB.' })
  }
  expect(await kept()).toEqual(before)
})

describe('who lies about the length', () => {
  test('without any, in chunks: 413 while still sending, and the line goes on', async () => {
    const before = await kept()
    const chunk = new Uint8Array(65_536).fill(7)
    const chunks = Array.from({ length: 64 }, () => ['10000\r\n', chunk, '\r\n']).flat()
    const opening = `${start.length.toString(16)}\r\n${start}\r\n`
    const { status, line } = await sendAll([head('transfer-encoding: chunked'), opening, ...chunks, '0\r\n\r\n'])
    expect(status).toBe(413)
    line.socket.write('GET /api/health HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
    expect(await line.end()).toContain('HTTP/1.1 200 OK')
    expect(await kept()).toEqual(before)
  })

  test('saying more than it sends: nothing stays once the line is gone', async () => {
    const before = await kept()
    const line = await openSocket(community.port)
    line.socket.write(head('content-length: 900000') + start)
    line.socket.write(new Uint8Array(200_000))
    await expect.poll(async () => (await kept()).arriving.length).toBe(before.arriving.length + 1)
    line.socket.resetAndDestroy()
    await expect.poll(kept).toEqual(before)
  })

  test('saying less than it sends: what was said counts', async () => {
    const before = await kept()
    const said = start.length + 10
    const { status } = await sendAll([head(`content-length: ${said}`), start, 'x'.repeat(10) + end])
    expect(status).toBe(400)
    expect(await kept()).toEqual(before)
  })

  test('saying far too much is refused before a byte is sent', async () => {
    const before = await kept()
    const { status } = await sendAll([head(`content-length: ${500 * megabyte}`)])
    expect(status).toBe(413)
    expect(await kept()).toEqual(before)
  })
})

test('five hundred cut in the middle leave nothing behind', async () => {
  const before = await kept()
  const one = async () => {
    const line = await openSocket(community.port)
    line.socket.write(head(`content-length: ${2 * megabyte}`) + start)
    line.socket.write(new Uint8Array(megabyte + 1))
    line.socket.resetAndDestroy()
  }
  for (let round = 0; round < 25; round++) {
    community.passes(seconds(2)) // or the limit of writes would stand before them
    await Promise.all(Array.from({ length: 20 }, one))
  }
  await expect.poll(kept, { timeout: 10_000 }).toEqual(before)
  expect((await ana.uploads(file(10))).file_size).toBe(10)
})

test('an upload that was refused in the middle doesn’t hold up its line', async () => {
  const bruno = await community.signIn('Bruno')
  const { body } = await bruno.ask<{ detail: string }>('POST', '/files/uploads', {
    headers: { 'tus-resumable': '1.0.0', 'upload-length': String(megabyte), 'upload-metadata': 'filename YQ==' },
  })
  expect(body).toBeUndefined()
  const id = (await community.everything()).uploads?.at(-1) as { id: string }
  const line = await openSocket(community.port)
  const length = megabyte - 5
  line.socket.write(
    `PATCH /api/files/uploads/${id.id} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${bruno.token}\r\ntus-resumable: 1.0.0\r\n` +
      `upload-offset: 5\r\ncontent-type: application/offset+octet-stream\r\ncontent-length: ${length}\r\n\r\n`,
  )
  line.socket.write(new Uint8Array(length))
  line.socket.write('GET /api/health HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
  const wire = await line.end()
  expect(wire).toContain('HTTP/1.1 409')
  expect(wire).toContain('HTTP/1.1 200 OK')
})
