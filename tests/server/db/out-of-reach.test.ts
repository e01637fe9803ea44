// @databases both
// An unreachable PostgreSQL: 503 with a message, without delay, and recovery when it is back (DECISIONS §1, "health").
// SQLite while another process holds its lock, as `begin` in a shell does: nobody else waits.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, inject, onTestFinished, vi } from 'vitest'
import { createDatabase } from '../../../tools/postgres.ts'
import { type Community, communityOfThisTest, expectDone } from '../../support/server/community.ts'
import { onPostgres, onSqlite } from '../../support/server/on-database.ts'
import { expectRefusal } from '../../support/server/refusal.ts'

const postgresUrl = inject('postgresUrl')

const cuts = ['connections break at once', 'nothing listens'] as const
type Cut = (typeof cuts)[number]

/** A proxy to PostgreSQL whose connections can be cut. */
async function startCuttableProxy(url: string) {
  const { hostname, port } = new URL(url)
  const connections = new Set<Socket>()
  let broken: Cut | undefined
  const server = createServer((near) => {
    if (broken) return void near.destroy()
    const far = connect(Number(port || 5432), hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      connections.add(from)
      from.pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        connections.delete(from)
        to.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port: ownPort } = server.address() as AddressInfo
  const proxy = new URL(url)
  proxy.hostname = '127.0.0.1'
  proxy.port = `${ownPort}`
  return {
    url: proxy.href,
    cut(how: Cut) {
      broken = how
      if (how === 'nothing listens') server.close()
      for (const connection of connections) connection.destroy()
    },
    async mend() {
      if (broken === 'nothing listens') {
        server.listen(ownPort, '127.0.0.1')
        await once(server, 'listening')
      }
      broken = undefined
    },
    close: () => void server.close(),
  }
}

for (const how of cuts)
  onPostgres(`an unreachable PostgreSQL (${how}) is 503 for everybody, and recovers when it is back`, async () => {
    const proxy = await startCuttableProxy(await createDatabase(postgresUrl ?? ''))
    onTestFinished(proxy.close)
    const community = await communityOfThisTest({ location: { dataDir: '', databaseUrl: proxy.url } })
    const { hipatia, visitor } = community
    const written = await hipatia.writes({ title: 'Antes' })
    expect((await visitor.get('/health')).status).toBe(200)

    proxy.cut(how)
    for (let turn = 0; turn < 3; turn++) {
      const answers = [
        await visitor.get('/health'),
        await hipatia.get('/posts'),
        await hipatia.post('/posts', { title: 'Durante', content: 'x' }),
        await community.tryToSignIn('Hipatia'),
      ]
      for (const answer of answers) {
        expectRefusal(answer, 503)
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
        expect(answer.text).not.toMatch(/ECONN|terminated|127\.0\.0\.1/)
      }
    }
    await proxy.mend()
    expect((await visitor.get('/health')).status).toBe(200)
    expect(expectDone(await hipatia.get('/posts'))).toMatchObject([{ id: written.id }])
    expect((await hipatia.post('/posts', { title: 'Después', content: 'x' })).status).toBe(201)
  })

onSqlite('on SQLite a closed database is a server error in the common shape', async () => {
  const { visitor, db } = await communityOfThisTest()
  expect((await visitor.get('/health')).status).toBe(200)
  await db.destroy()
  const answer = await visitor.get('/health')
  expect(answer.status).toBeGreaterThanOrEqual(500)
  expectRefusal(answer, answer.status)
})

function lockDatabase({ dataDir }: Community) {
  const other = new DatabaseSync(join(dataDir, 'alejandria.db'))
  other.exec('begin immediate')
  return () => {
    other.exec('rollback')
    other.close()
  }
}

onSqlite('while another process holds the lock people read on, and what they save is stored afterwards', async () => {
  const community = await communityOfThisTest()
  const { hipatia, visitor } = community
  await hipatia.writes({ title: 'Antes' })
  const unlock = lockDatabase(community)
  const saved = vi.fn()
  const saving = hipatia.post('/posts', { title: 'Durante', content: 'x', is_published: true })
  const chatting = hipatia.post('/chat/messages', { message: 'Hola', message_type: 'text' })
  void saving.then(saved)

  expect((await visitor.get('/health')).status).toBe(200)
  expect(expectDone(await hipatia.get('/posts'))).toMatchObject([{ title: 'Antes' }])
  // the use of a session is stored once a minute: a lock doesn't hold it up
  community.advanceClock(120_000)
  expect((await hipatia.get('/auth/me')).status).toBe(200)
  // heartbeats are collected, and written together later
  expect((await hipatia.post('/auth/heartbeat', {})).status).toBe(200)
  const online = expectDone(await hipatia.get('/auth/online-users'))
  expect(online).toMatchObject({ online_users: [{ name: 'Hipatia' }] })
  expect(saved).not.toHaveBeenCalled()

  unlock()
  for (const sending of [saving, chatting]) expect((await sending).status).toBe(201)
  expect(expectDone(await hipatia.get('/posts'))).toMatchObject([{ title: 'Durante' }, { title: 'Antes' }])
})

onSqlite('a lock that stays is 503 for writes, and nothing is stored', async () => {
  const community = await communityOfThisTest()
  const { hipatia } = community
  const unlock = lockDatabase(community)
  const [post, message] = await Promise.all([
    hipatia.post('/posts', { title: 'Durante', content: 'x', is_published: true }),
    hipatia.post('/chat/messages', { message: 'Hola', message_type: 'text' }),
  ])
  for (const answer of [post, message]) {
    expectRefusal(answer, 503)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  }
  unlock()
  expect((await hipatia.get<unknown[]>('/posts')).body).toEqual([])
  expect((await hipatia.post('/posts', { title: 'Después', content: 'x' })).status).toBe(201)
})

onSqlite('a database that takes no writes for long is not healthy, until it takes one', async () => {
  const writeWatch = { pollIntervalMs: 20, writeIntervalMs: 100, maxAgeMs: 2000 }
  const community = await communityOfThisTest({ writeWatch })
  const health = async () => (await community.visitor.get('/health')).status
  expect(await health()).toBe(200)
  const unlock = lockDatabase(community)
  await expect.poll(health).toBe(503)
  unlock()
  await expect.poll(health).toBe(200)
})
