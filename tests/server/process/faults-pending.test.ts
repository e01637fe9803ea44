// Faults that stop people or stay hidden: a lock from outside, damaged pages, a kill between a file and its upload.
import { closeSync, openSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import type { ArchiveFile } from '../../../contract/files.ts'
import { personWith, startCommunity } from '../../support/server/community.ts'
import { onSqlite } from '../../support/server/on-database.ts'
import { locationOfThisTest, login, serversOfThisFile } from '../../support/server/processes/server-process.ts'

const { start, stop } = serversOfThisFile()
const settings = { ADMIN_NAME: 'Hipatia', ADMIN_PASSWORD: 'la clave de Hipatia', LOG_LEVEL: 'error' }

async function open() {
  const place = await locationOfThisTest()
  const server = await start(place, settings)
  const { body } = await login(server.origin, 'Hipatia', 'la clave de Hipatia')
  const file = join(place.dataDir, 'alejandria.db')
  return { place, server, hipatia: personWith(server.origin, body.access_token), file }
}

onSqlite('while another program holds the database people read, and a save waits until it lets go', async () => {
  const { server, hipatia, file } = await open()
  const { id } = await hipatia.writes({ title: 'Antes' })
  const beside = new DatabaseSync(file)
  onTestFinished(() => beside.close())
  beside.exec('begin immediate')
  let isSaved = false
  const saved = hipatia.post('/posts', { title: 'Durante', content: 'x' }).then((answer) => {
    isSaved = true
    return answer
  })
  for (let turn = 0; turn < 10; turn++) expect((await hipatia.get(`/posts/${id}`)).status).toBe(200)
  expect(isSaved).toBe(false)
  beside.exec('rollback')
  expect((await saved).status).toBe(201)
  await stop(server)
})

onSqlite('a server with damaged pages says so at its start, and its health is 503', async () => {
  const { place, server, hipatia, file } = await open()
  for (let at = 0; at < 20; at++) await hipatia.writes({ content: `${at} `.padEnd(20_000, 'papiro ') })
  await stop(server)
  const { size } = statSync(file)
  const opened = openSync(file, 'r+')
  const length = 20 * 4096
  writeSync(opened, Buffer.alloc(length, 0xaa), 0, length, size - length)
  closeSync(opened)

  const damaged = await start(place, settings)
  await expect.poll(async () => (await fetch(`${damaged.origin}/api/health`)).status).toBe(503)
  expect(damaged.stdout()).toMatch(/damaged|malformed/)
})

test('an upload whose server was killed right after the file was saved is finished when it is asked for', async () => {
  const community = await startCommunity()
  onTestFinished(() => community.close())
  const ana = await community.signIn('Ana')
  const tus = { 'tus-resumable': '1.0.0' }
  const announced = { ...tus, 'upload-length': '5', 'upload-metadata': 'filename YS50eHQ=' }
  const id = (await ana.ask('POST', '/files/uploads', { headers: announced })).headers
    .get('location')
    ?.split('/')
    .at(-1)
  const upload = await community.db.selectFrom('uploads').selectAll().executeTakeFirstOrThrow()
  const bytes = { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
  const saved = await ana.ask<ArchiveFile>('PATCH', `/files/uploads/${id}`, { raw: 'hola!', headers: bytes })
  expect(saved.status).toBe(200)
  // what such a kill leaves
  await community.db.insertInto('uploads').values(upload).execute()
  writeFileSync(join(community.dataDir, 'files/incoming', upload.id), 'hola!')

  const asked = await ana.ask('HEAD', `/files/uploads/${id}`, { headers: tus })
  expect({ status: asked.status, offset: asked.headers.get('upload-offset') }).toEqual({ status: 200, offset: '5' })
  expect(await community.db.selectFrom('uploads').selectAll().execute()).toEqual([])
  expect((await ana.get<ArchiveFile[]>('/files')).body.map((file) => file.id)).toEqual([id])
})
