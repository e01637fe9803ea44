// When PostgreSQL can't be reached: 503 in words, at once, and all is well again when it can (DECISIONS §1, "health").
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { expect, inject, onTestFinished } from 'vitest'
import { foundCommunity } from './support/community.ts'
import { onPostgres, onSqlite } from './support/on-database.ts'
import { createDatabase } from './support/postgres.ts'
import { expectRefusal } from './support/refusal.ts'

const postgresUrl = inject('postgresUrl')

const cuts = ['lines break at once', 'nobody listens'] as const
type Cut = (typeof cuts)[number]

/** A way to PostgreSQL that can be cut. */
async function cuttableWay(url: string) {
  const { hostname, port } = new URL(url)
  const lines = new Set<Socket>()
  let broken: Cut | undefined
  const server = createServer((near) => {
    if (broken) return void near.destroy()
    const far = connect(Number(port || 5432), hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      lines.add(from)
      from.pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        lines.delete(from)
        to.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port: ownPort } = server.address() as AddressInfo
  const way = new URL(url)
  way.hostname = '127.0.0.1'
  way.port = `${ownPort}`
  return {
    url: way.href,
    cut(how: Cut) {
      broken = how
      if (how === 'nobody listens') server.close()
      for (const line of lines) line.destroy()
    },
    async mend() {
      if (broken === 'nobody listens') {
        server.listen(ownPort, '127.0.0.1')
        await once(server, 'listening')
      }
      broken = undefined
    },
    close: () => void server.close(),
  }
}

for (const how of cuts)
  onPostgres(`${how}: it is 503 for everybody, and mends itself`, async () => {
    const way = await cuttableWay(await createDatabase(postgresUrl ?? ''))
    const community = await foundCommunity({ place: { dataDir: '', databaseUrl: way.url } })
    onTestFinished(async () => {
      await community.close()
      way.close()
    })
    const { hipatia, visitor } = community
    const written = await hipatia.writes({ title: 'Antes' })
    expect((await visitor.get('/health')).status).toBe(200)

    way.cut(how)
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
    await way.mend()
    expect((await visitor.get('/health')).status).toBe(200)
    expect((await hipatia.get<{ id: string }[]>('/posts')).body.map(({ id }) => id)).toEqual([written.id])
    expect((await hipatia.post('/posts', { title: 'Después', content: 'x' })).status).toBe(201)
  })

onSqlite('on SQLite the database is in the house: health answers as long as the server does', async () => {
  const community = await foundCommunity()
  onTestFinished(() => community.close())
  expect((await community.visitor.get('/health')).status).toBe(200)
  await community.db.destroy()
  const answer = await community.visitor.get('/health')
  expect(answer.status).toBeGreaterThanOrEqual(500)
  expectRefusal(answer, answer.status)
})
