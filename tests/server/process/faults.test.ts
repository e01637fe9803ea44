// Faults of the machine under a server of its own: a log that grows, damaged pages, a disk that may only be read, a kill
// between a file and its upload (tests/README.md).
import { closeSync, openSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import type { ArchiveFile } from '../../../contract/files.ts'
import type { DatabaseLocation } from '../../../server/db/db.ts'
import { namespace, onReadOnlyDisk } from '../../support/disk/namespace.ts'
import { hipatiasServer, signIn } from '../../support/server/backups.ts'
import { communityOfThisTest, expectDone } from '../../support/server/community.ts'
import { insertRows } from '../../support/server/database/rows.ts'
import { onSqlite } from '../../support/server/on-database.ts'
import { locationOfThisTest, run, serversOfThisFile } from '../../support/server/processes/server-process.ts'

const { start, stop, stopAtEnd } = serversOfThisFile()
const settings = { ...hipatiasServer, LOG_LEVEL: 'error' }

async function open() {
  const place = await locationOfThisTest()
  const server = await start(place, settings)
  const hipatia = await signIn(server.origin, 'Hipatia')
  return { place, server, hipatia, file: join(place.dataDir, 'alejandria.db') }
}

function startInVain(place: DatabaseLocation, prefix?: string[]) {
  const server = run('main', [], place, settings, prefix)
  stopAtEnd(server)
  return server.ended
}

/** Another program on the same database, as an operator opens it. */
function openBeside(file: string) {
  const beside = new DatabaseSync(file)
  onTestFinished(() => beside.close())
  return beside
}

onSqlite('the log that grew while another program was reading is cut to 64 MB afterwards', async () => {
  const community = await communityOfThisTest()
  const { hipatia, db, dataDir } = community
  const log = join(dataDir, 'alejandria.db-wal')
  const limit = 64 * 2 ** 20
  const beside = openBeside(join(dataDir, 'alejandria.db'))
  beside.exec('begin; select count(*) from posts')
  const { id: author_id } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const large = { kind: 'broadcast', subject: 'x', body: 'x'.repeat(2 ** 20), author_id, created_at: 0 } as const
  const insert = (id: string) => insertRows(db, 'mails', [{ ...large, id }])
  for (let at = 0; at < 80; at++) await insert(`${at}`)
  expect(statSync(log).size).toBeGreaterThan(limit)
  const { id } = await hipatia.writes()
  expect((await hipatia.get(`/posts/${id}`)).status).toBe(200)

  beside.exec('commit')
  // one write copies the log into the database, the next one starts it from its beginning
  await insert('next')
  await hipatia.writes()
  expect(statSync(log).size).toBeLessThanOrEqual(limit)
})

onSqlite('a file that isn’t a database any more is not served: the start ends with an error', async () => {
  const { place, server, file } = await open()
  await stop(server)
  overwrite(file, 0, 4096)
  const { code, stderr } = await startInVain(place)
  expect(code).toBe(1)
  expect(stderr).toContain('database')
})

if (namespace)
  onSqlite('on a disk that may only be read the start ends with an error, and changes nothing', async () => {
    const { place, server, file } = await open()
    await stop(server)
    const before = statSync(file)
    const { code, stderr } = await startInVain(place, onReadOnlyDisk(place.dataDir))
    expect({ code, size: statSync(file).size, mtimeMs: statSync(file).mtimeMs }).toEqual({
      code: 1,
      size: before.size,
      mtimeMs: before.mtimeMs,
    })
    expect(stderr).not.toBe('')
    const again = await start(place, settings)
    await stop(again)
  })

test('when the clock of the server jumps, the chat keeps its order and people stay signed in', async () => {
  const community = await communityOfThisTest()
  const ana = await community.signIn('Ana')
  const hour = 3_600_000
  const file = await ana.uploads({ name: 'carta.txt', bytes: 'Una carta.' })
  const say = async (message: string) => expectDone(await ana.post('/chat/messages', { message }))
  await say('antes')
  community.advanceClock(hour)
  await say('una hora más tarde')
  community.advanceClock(-2 * hour)
  await say('una hora más temprano')
  expect((await ana.fetchesBytes(file.cloudinary_url)).status).toBe(200)
  expect((await community.tryToSignIn('Ana')).status).toBe(200)
  const messages = expectDone(await ana.get<{ message: string; seq: number }[]>('/chat/messages'))
  expect(messages.map(({ message, seq }) => [seq, message])).toEqual([
    [1, 'antes'],
    [2, 'una hora más tarde'],
    [3, 'una hora más temprano'],
  ])

  // ten years ahead nothing that was open stays open
  community.advanceClock(10 * 365 * 24 * hour)
  expect((await ana.get('/posts')).status).toBe(401)
  expect((await ana.fetchesBytes(file.cloudinary_url)).status).not.toBe(200)
  expect((await community.tryToSignIn('Ana')).status).toBe(200)
})

function overwrite(file: string, position: number, length: number) {
  const opened = openSync(file, 'r+')
  writeSync(opened, Buffer.alloc(length, 0xaa), 0, length, position)
  closeSync(opened)
}

onSqlite('a server with damaged pages says so at its start, and its health is 503', async () => {
  const { place, server, hipatia, file } = await open()
  for (let at = 0; at < 20; at++) await hipatia.writes({ content: `${at} `.padEnd(20_000, 'papiro ') })
  await stop(server)
  const length = 20 * 4096
  overwrite(file, statSync(file).size - length, length)

  const damaged = await start(place, settings)
  await expect.poll(async () => (await fetch(`${damaged.origin}/api/health`)).status).toBe(503)
  await damaged.waitForOutput(/damaged|malformed/)
  // it would write into the folder while that is removed
  damaged.kill('SIGKILL')
  await damaged.ended
})

test('an upload whose server was killed right after the file was saved is finished when it is asked for', async () => {
  const community = await communityOfThisTest()
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
