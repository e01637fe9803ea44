// Faults of the machine under a server of its own: a log that grows, damaged pages, a disk that may only be read, a kill
// between a file and its upload (tests/README.md).
import { closeSync, openSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import type { ArchiveFile } from '../../../contract/files.ts'
import type { DatabaseLocation } from '../../../server/db/db.ts'
import { namespace, onReadOnlyDisk } from '../../support/disk/namespace.ts'
import { communityOfThisTest, expectDone, minutes } from '../../support/server/community.ts'
import { insertRows, rowOf, rowsOf } from '../../support/server/database/rows.ts'
import { onSqlite } from '../../support/server/on-database.ts'
import { run, serversOfThisFile } from '../../support/server/processes/server-process.ts'

const { open, start, stop, stopAtEnd } = serversOfThisFile()
const settings = { LOG_LEVEL: 'error' }
const databaseIn = ({ dataDir }: { dataDir: string }) => join(dataDir, 'alejandria.db')

function startInVain(place: DatabaseLocation, prefix?: string[]) {
  const server = run('main', [], place, settings, prefix)
  stopAtEnd(server)
  return server.ended
}

onSqlite('the log that grew while another program was reading is cut to 64 MB afterwards', async () => {
  const { hipatia, db, dataDir } = await communityOfThisTest()
  const log = join(dataDir, 'alejandria.db-wal')
  const limit = 64 * 2 ** 20
  // as an operator opens it
  const beside = new DatabaseSync(databaseIn({ dataDir }))
  onTestFinished(() => beside.close())
  beside.exec('begin; select count(*) from posts')
  const author = { author_id: hipatia.id, created_at: 0 }
  const large = { kind: 'broadcast', subject: 'x', body: 'x'.repeat(2 ** 20), ...author } as const
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
  const { place, server } = await open(settings)
  await stop(server)
  overwrite(databaseIn(place), 0, 4096)
  expect(await startInVain(place)).toMatchObject({ code: 1, stderr: expect.stringContaining('database') })
})

if (namespace)
  onSqlite('on a disk that may only be read the start ends with an error, and changes nothing', async () => {
    const { place, server } = await open(settings)
    await stop(server)
    const { size, mtimeMs } = statSync(databaseIn(place))
    const ended = await startInVain(place, onReadOnlyDisk(place.dataDir))
    expect(ended).toMatchObject({ code: 1, stderr: expect.stringMatching(/./) })
    expect(statSync(databaseIn(place))).toMatchObject({ size, mtimeMs })
    await stop(await start(place, settings))
  })

test('when the clock of the server jumps, the chat keeps its order and people stay signed in', async () => {
  const community = await communityOfThisTest()
  const ana = await community.signIn('Ana')
  const hour = minutes(60)
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
  const { place, server, hipatia } = await open(settings)
  for (let at = 0; at < 20; at++) await hipatia.writes({ content: `${at} `.padEnd(20_000, 'papiro ') })
  await stop(server)
  const file = databaseIn(place)
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
  const { signIn, db, dataDir } = await communityOfThisTest()
  const ana = await signIn('Ana')
  const tus = { 'tus-resumable': '1.0.0' }
  const announced = { ...tus, 'upload-length': '5', 'upload-metadata': 'filename YS50eHQ=' }
  const made = await ana.ask('POST', '/files/uploads', { headers: announced })
  const address = made.headers.get('location')?.replace('/api', '') ?? ''
  const upload = await rowOf(db, 'uploads')
  const bytes = { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
  const saved = await ana.ask<ArchiveFile>('PATCH', address, { raw: 'hola!', headers: bytes })
  expect(saved.status).toBe(200)
  // what such a kill leaves
  await insertRows(db, 'uploads', [upload])
  writeFileSync(join(dataDir, 'files/incoming', upload.id), 'hola!')

  const asked = await ana.ask('HEAD', address, { headers: tus })
  expect([asked.status, asked.headers.get('upload-offset')]).toEqual([200, '5'])
  expect(await rowsOf(db, 'uploads')).toEqual([])
  expect((await ana.get<ArchiveFile[]>('/files')).body.map(({ id }) => id)).toEqual([upload.id])
})
