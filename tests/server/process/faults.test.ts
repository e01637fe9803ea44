// Faults of the machine under a server of its own: locks from outside, a log that grows, damaged pages, a disk that may
// only be read (docs/faults.md).
import { closeSync, openSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import type { Post } from '../../../contract/posts.ts'
import { namespace, onReadOnlyDisk } from '../../support/disk/namespace.ts'
import { expectDone, personWith, startCommunity } from '../../support/server/community.ts'
import { onSqlite } from '../../support/server/on-database.ts'
import { locationOfThisTest, login, run, serversOfThisFile } from '../../support/server/processes/server-process.ts'
import { expectRefusal } from '../../support/server/refusal.ts'

const { start, stop, stopAtEnd } = serversOfThisFile()
const settings = { ADMIN_NAME: 'Hipatia', ADMIN_PASSWORD: 'la clave de Hipatia', LOG_LEVEL: 'error' }

async function open() {
  const place = await locationOfThisTest()
  const server = await start(place, settings)
  const { body } = await login(server.origin, 'Hipatia', 'la clave de Hipatia')
  return {
    place,
    server,
    hipatia: personWith(server.origin, body.access_token),
    file: join(place.dataDir, 'alejandria.db'),
  }
}

/** Another program on the same database, as an operator opens it. */
function openBeside(file: string) {
  const beside = new DatabaseSync(file)
  onTestFinished(() => beside.close())
  return beside
}

onSqlite(
  'a save is refused with 503 while another program holds the database, and works again after that',
  async () => {
    const { server, hipatia, file } = await open()
    const beside = openBeside(file)
    beside.exec('begin immediate')
    const refused = await hipatia.post('/posts', { title: 'Durante', content: 'x' })
    expectRefusal(refused, 503)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    beside.exec('rollback')

    await hipatia.writes({ title: 'Después' })
    const titles = expectDone(await hipatia.get<Post[]>('/posts')).map(({ title }) => title)
    expect(titles).toEqual(['Después'])
    await stop(server)
  },
)

onSqlite('the log that grew while another program was reading is cut to 64 MB afterwards', async () => {
  const community = await startCommunity()
  onTestFinished(() => community.close())
  const { hipatia, db, dataDir } = community
  const log = join(dataDir, 'alejandria.db-wal')
  const limit = 64 * 2 ** 20
  const beside = openBeside(join(dataDir, 'alejandria.db'))
  beside.exec('begin; select count(*) from posts')
  const { id: author_id } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const large = { kind: 'broadcast', subject: 'x', body: 'x'.repeat(2 ** 20), author_id, created_at: 0 } as const
  for (let at = 0; at < 80; at++)
    await db
      .insertInto('mails')
      .values({ ...large, id: `${at}` })
      .execute()
  expect(statSync(log).size).toBeGreaterThan(limit)
  const { id } = await hipatia.writes()
  expect((await hipatia.get(`/posts/${id}`)).status).toBe(200)

  beside.exec('commit')
  // one write copies the log into the database, the next one begins it anew
  await hipatia.writes()
  await hipatia.writes()
  expect(statSync(log).size).toBeLessThanOrEqual(limit)
})

onSqlite('a file that isn’t a database any more is not served: the start ends with an error', async () => {
  const { place, server, file } = await open()
  await stop(server)
  overwrite(file, 0, 4096)
  const next = run('main', [], place, settings)
  stopAtEnd(next)
  const { code, stderr } = await next.ended
  expect(code).toBe(1)
  expect(stderr).toContain('database')
})

if (namespace)
  onSqlite('on a disk that may only be read the start ends with an error, and changes nothing', async () => {
    const { place, server, file } = await open()
    await stop(server)
    const before = statSync(file)
    const next = run('main', [], place, settings, onReadOnlyDisk(place.dataDir))
    stopAtEnd(next)
    const { code, stderr } = await next.ended
    expect({ code, size: statSync(file).size, mtimeMs: statSync(file).mtimeMs }).toEqual({
      ...{ code: 1, size: before.size, mtimeMs: before.mtimeMs },
    })
    expect(stderr).not.toBe('')
    const again = await start(place, settings)
    await stop(again)
  })

test('when the clock of the server jumps, the chat keeps its order and people stay signed in', async () => {
  const community = await startCommunity()
  onTestFinished(() => community.close())
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
