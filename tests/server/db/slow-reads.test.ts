// @databases both
// Reads that take long: they hold up nobody, and end at their time.
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { isTooSlow } from '../../../server/db/errors.ts'
import { startCommunity } from '../../support/server/community.ts'
import { onPostgres } from '../../support/server/on-database.ts'
import { expectRefusal } from '../../support/server/refusal.ts'

const { services, visitor, hipatia, close } = await startCommunity()
afterAll(() => close())
await hipatia.writes({ title: 'El faro' })

/** Far longer than a read may take. */
const endless = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 1000000000000)
  select count(*) from n`

test('a read that takes too long is ended, and others are answered meanwhile', async () => {
  const ended: string[] = []
  const reading = endless.execute(services.readDb).then(
    () => 'read',
    (error) => (isTooSlow(error) ? 'too slow' : error),
  )
  void reading.then(() => ended.push('the slow read'))
  expect((await visitor.get('/health')).status).toBe(200)
  expect((await hipatia.get<{ title: string }[]>('/posts')).body.map(({ title }) => title)).toEqual(['El faro'])
  // another slow read has a connection of its own
  expect((await hipatia.get<{ title: string }[]>('/posts?q=faro')).body.map(({ title }) => title)).toEqual(['El faro'])
  expect(ended).toEqual([])
  expect(await reading).toBe('too slow')
  expect((await hipatia.get<{ title: string }[]>('/posts?q=faro')).body.map(({ title }) => title)).toEqual(['El faro'])
})

onPostgres('a search that takes too long is refused and says so', async () => {
  // a long change of the index: a search waits for its lock
  const answer = await services.db.transaction().execute(async (tx) => {
    await sql`lock table documents in access exclusive mode`.execute(tx)
    return hipatia.get('/posts?q=faro')
  })
  expectRefusal(answer, 503, {
    detail: 'Esto tarda demasiado ahora mismo. Espera un momento o busca algo más concreto.',
  })
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await hipatia.get('/posts?q=faro')).status).toBe(200)
})

test('what only reads can’t write', async () => {
  await expect(services.readDb.deleteFrom('posts').execute()).rejects.toThrow(/read-?only/)
})
