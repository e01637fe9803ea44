// @databases both
// Resumable uploads (tus 1.0; an addition by DECISIONS §3).
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import type { ArchiveFile } from '../../../contract/files.ts'
import { communityOfThisFile, days } from '../../support/server/community.ts'
import { changeRows, rowsOf } from '../../support/server/database/rows.ts'
import { expectRefusal } from '../../support/server/refusal.ts'
import { storageOfThisRun } from '../../support/server/storage/storage-of-run.ts'
import { announce, bytesOf, cancel, idOf, look, protocol, send } from './tus.ts'

const community = await communityOfThisFile({ storage: await storageOfThisRun(), maxUploadBytes: 2 ** 20 })
const { hipatia, visitor, port } = community
const ana = await community.signIn('Ana')

const metadata = { filename: 'foto.txt', filetype: 'text/plain' }
const begin = async (size: number, more: Record<string, string> = {}) =>
  idOf(await announce(ana, size, { ...metadata, ...more }))
const offsetOf = async (id: string, owner = ana) => (await look(owner, id)).headers.get('upload-offset')
const arriving = async () => (await community.services.incoming.list()).map(({ name }) => name)

/** Sends the head of a PATCH and some bytes, and closes the connection. */
async function sendAndDisconnect(id: string, offset: number, declaredLength: number, bytes: Uint8Array) {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(
    `PATCH /api/files/uploads/${id} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${ana.token}\r\ntus-resumable: 1.0.0\r\n` +
      `content-type: application/offset+octet-stream\r\nupload-offset: ${offset}\r\ncontent-length: ${declaredLength}\r\n\r\n`,
  )
  socket.write(bytes)
  await expect.poll(() => community.services.incoming.sizeOf(id)).toBe(offset + bytes.length)
  socket.resetAndDestroy()
}

describe('a resumable upload', () => {
  test('in pieces becomes the announced file, with the same id', async () => {
    const historia = await hipatia.createsCategory('Historia')
    const bytes = randomBytes(300_000)
    const more = { description: 'De ayer', category_id: historia.id }
    const sent = { filename: 'niño "1".bin', filetype: 'application/x-juego', ...more }
    const made = await announce(ana, bytes.length, sent)
    expect(made.status).toBe(201)
    expect(made.headers.get('location')).toMatch(/^\/api\/files\/uploads\/[0-9a-f]{32}$/)
    const id = idOf(made)
    const first = await send(ana, id, 0, bytes.subarray(0, 200_000))
    expect([first.status, first.headers.get('upload-offset')]).toEqual([204, '200000'])
    expect((await ana.get(`/files/${id}`)).status).toBe(404)
    const { status, body } = await send(ana, id, 200_000, bytes.subarray(200_000))
    expect(status).toBe(200)
    expect(body).toMatchObject({ id, original_name: 'niño "1".bin', file_type: 'application/x-juego', ...more })
    expect(body).toMatchObject({ file_size: 300_000, uploaded_by: 'Ana' })
    expect((await ana.fetchesBytes(body.cloudinary_url)).bytes.equals(bytes)).toBe(true)
    expect(await arriving()).toEqual([])
  })

  test('resumes where the connection broke', async () => {
    const bytes = randomBytes(200_000)
    const id = await begin(bytes.length)
    await sendAndDisconnect(id, 0, bytes.length, bytes.subarray(0, 70_000))
    const { status, headers } = await look(ana, id)
    expect(status).toBe(200)
    expect(headers.get('upload-length')).toBe('200000')
    const offset = Number(headers.get('upload-offset'))
    expect(offset).toBe(70_000)
    const { body } = await send(ana, id, offset, bytes.subarray(offset))
    expect((await ana.fetchesBytes(body.cloudinary_url)).bytes.equals(bytes)).toBe(true)
  })

  test('whose last answer was lost is found complete, stored once, and no more cancelled', async () => {
    const id = await begin(5)
    expect((await send(ana, id, 0, 'Hola!')).status).toBe(200)
    const { status, headers } = await look(ana, id)
    expect([status, headers.get('upload-offset'), headers.get('upload-length')]).toEqual([200, '5', '5'])
    expectRefusal(await send(ana, id, 5, 'más'), 413)
    expectRefusal(await cancel(ana, id), 400)
    expect((await ana.get<ArchiveFile>(`/files/${id}`)).body).toMatchObject({ original_name: 'foto.txt', file_size: 5 })
  })

  test('from another offset than its own is refused and loses nothing; cancelled it leaves nothing', async () => {
    const id = await begin(10)
    await send(ana, id, 0, 'hola ')
    expectRefusal(await send(ana, id, 3, 'mundo!!'), 409)
    expect(await offsetOf(id)).toBe('5')
    expect((await send(ana, id, 5, 'mun')).status).toBe(204)
    expect(await arriving()).toEqual([id])
    expect((await cancel(ana, id)).status).toBe(204)
    expect(await arriving()).toEqual([])
    expectRefusal(await send(ana, id, 8, 'do'), 404)
  })

  test('expires after a day without new bytes', async () => {
    const { sweep } = await import('../../../server/files/sweep.ts')
    const id = await begin(10)
    community.advanceClock(days(1) - 1000)
    await send(ana, id, 0, 'hola ')
    // its age counts from its last bytes
    community.advanceClock(days(1) - 1000)
    await sweep(community.services, { alone: true })
    expect(await arriving()).toEqual([id])
    community.advanceClock(2000)
    await sweep(community.services, { alone: true })
    expect(await arriving()).toEqual([])
    expect((await look(ana, id)).status).toBe(404)
  })
})

describe('the announcement of an upload is refused for', () => {
  const nothing = async () => ({ rows: await community.readAllTables(), arriving: await arriving() })

  test.each([
    ['a file over the maximum, with the maximum', 2 ** 20 + 1, {}, 413, undefined, '1 MB'],
    ['an empty file, with the reason', 0, {}, 422, 'file', 'El archivo está vacío'],
    ['an unknown category', 5, { category_id: '0'.repeat(32) }, 422, 'category_id', ''],
    ['a description that is too long', 5, { description: 'x'.repeat(1001) }, 422, 'description', ''],
    ['a negative length', '-1', {}, 400, undefined, ''],
    ['a length with an exponent', '1e9', {}, 400, undefined, ''],
    ['a length in words', 'mucho', {}, 400, undefined, ''],
    ['no length', '', {}, 400, undefined, ''],
  ] as const)('%s', async (_what, size, more, status, field, reason) => {
    const before = await nothing()
    const answer = await announce(ana, size, { ...metadata, ...more })
    expectRefusal(answer, status, field === undefined ? {} : { field })
    expect(answer.text).toContain(reason)
    expect(await nothing()).toEqual(before)
  })

  test('a missing header of the protocol, but not for the maximum', async () => {
    const before = await nothing()
    expectRefusal(await ana.ask('POST', '/files/uploads', { headers: { 'upload-length': '5' } }), 400)
    expect(await nothing()).toEqual(before)
    expect((await announce(ana, 2 ** 20)).status).toBe(201)
  })
})

test('more bytes than announced are refused, also without a length, and nothing of them is stored', async () => {
  const id = await begin(10)
  expectRefusal(await send(ana, id, 0, 'x'.repeat(11)), 413)
  const chunked = new Blob(['x'.repeat(5000)]).stream()
  const response = await fetch(`${community.origin}/api/files/uploads/${id}`, {
    method: 'PATCH',
    headers: { ...bytesOf, authorization: `Bearer ${ana.token}`, 'upload-offset': '0' },
    body: chunked,
    duplex: 'half',
  } as RequestInit)
  expect(response.status).toBe(413)
  expect((await ana.get(`/files/${id}`)).status).toBe(404)
})

test('nobody sees, continues or cancels another person’s upload, not even an admin, nor by additions to an own address', async () => {
  const bruno = await community.signIn('Bruno')
  const id = await begin(10)
  for (const other of [bruno, hipatia]) {
    expect((await look(other, id)).status).toBe(404)
    expectRefusal(await send(other, id, 0, 'hola'), 404)
    expectRefusal(await cancel(other, id), 404)
  }
  expect((await look(visitor, id)).status).toBe(401)
  const own = idOf(await announce(bruno, 10))
  for (const added of [`?a=/${id}`, `?/${id}`, `#/${id}`]) {
    const path = `/files/uploads/${own}${added}`
    await bruno.ask('PATCH', path, { raw: 'x', headers: { ...bytesOf, 'upload-offset': '0' } })
    await bruno.ask('DELETE', path, { headers: protocol })
    expect(await offsetOf(id)).toBe('0')
  }
})

test('an upload survives the deletion of its category and loses the category', async () => {
  const breve = await hipatia.createsCategory('Breve')
  const id = await begin(4, { category_id: breve.id })
  await hipatia.delete(`/categories/${breve.id}`)
  const { status, body } = await send(ana, id, 0, 'hola')
  expect({ status, category: body.category_id }).toEqual({ status: 200, category: null })
})

test('a request for the offset while an upload is stored waits for the end, and the file is stored once', async () => {
  const { storage } = community.services
  const { put } = storage
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  storage.put = async (...given) => {
    await put(...given)
    await released
  }
  const id = await begin(4)
  const sent = send(ana, id, 0, 'hola')
  await expect.poll(() => community.storedKeys()).toHaveLength((await rowsOf(community.db, 'files')).length + 1)
  const asked = look(ana, id)
  release()
  expect((await sent).status).toBe(200)
  expect((await asked).headers.get('upload-offset')).toBe('4')
  storage.put = put
})

test('answers to uploads allow no other site, and other methods are refused', async () => {
  const made = await announce(ana, 5)
  for (const name of made.headers.keys()) expect(name).not.toMatch(/^access-control/)
  expectRefusal(await ana.get('/files/uploads/x'), 405)
  expectRefusal(await ana.put('/files/uploads', {}), 405)
})

test('an upload needn’t be sent again after its row was refused by the database', async () => {
  const { storage } = community.services
  const id = await begin(4)
  const put = storage.put
  const other = await ana.uploads({ bytes: 'otra cosa' })
  storage.put = async (...given) => {
    await put(...given)
    await changeRows(community.db, 'files', { id }, { id: other.id }) // a conflict: the id of the upload is taken
  }
  expect((await send(ana, id, 0, 'hola')).status).toBe(500)
  storage.put = put
  await changeRows(community.db, 'files', { id: other.id }, { id })
  expect(await offsetOf(id)).toBe('4')
  expect((await ana.get<ArchiveFile>(`/files/${id}`)).body.file_size).toBe(4)
  expect(await arriving()).not.toContain(id)
})

test('a person has at most a hundred unfinished uploads, and other people can still start theirs', async () => {
  const berta = await community.signIn('Berta')
  const made = []
  for (let count = 0; count < 100; count++) made.push(await announce(berta, 5))
  for (const { status } of made) expect(status).toBe(201)
  const detail = 'Tienes demasiadas subidas a medias. Termina o cancela alguna.'
  expectRefusal(await announce(berta, 5), 429, { detail })
  expect((await announce(ana, 5)).status).toBe(201)
  await cancel(berta, idOf(made[0] as (typeof made)[0]))
  expect((await announce(berta, 5)).status).toBe(201)
})

test('an unreachable storage is 503, and asking for the offset stores the file once it is back', async () => {
  const { storage } = community.services
  const id = await begin(4)
  const put = storage.put
  const { StorageUnavailable } = await import('../../../server/storage/storage.ts')
  storage.put = () => Promise.reject(new StorageUnavailable('away'))
  expectRefusal(await send(ana, id, 0, 'hola'), 503)
  expect((await look(ana, id)).status).toBe(503)
  expect((await ana.get(`/files/${id}`)).status).toBe(404)
  storage.put = put
  expect(await offsetOf(id)).toBe('4')
  expect((await ana.get<ArchiveFile>(`/files/${id}`)).body.file_size).toBe(4)
  expect(await arriving()).not.toContain(id)
})
