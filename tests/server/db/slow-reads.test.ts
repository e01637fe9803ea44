// @databases both
// Reads that take long: they hold up nobody, and end at their time.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { isTooSlow } from '../../../server/db/errors.ts'
import { communityOfThisFile, expectDone } from '../../support/server/community.ts'
import { onPostgres } from '../../support/server/on-database.ts'
import { expectRefusal } from '../../support/server/refusal.ts'

const { services, visitor, hipatia } = await communityOfThisFile()
await hipatia.writes({ title: 'El faro' })
const expectFound = async (path: string) =>
  expect(expectDone(await hipatia.get(path))).toMatchObject([{ title: 'El faro' }])

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
  await expectFound('/posts')
  // another slow read has a connection of its own
  await expectFound('/posts?q=faro')
  expect(ended).toEqual([])
  expect(await reading).toBe('too slow')
  await expectFound('/posts?q=faro')
})

onPostgres('a search that takes too long is refused and says so', async () => {
  // a long change of the index: a search waits for its lock
  const answer = await services.db.transaction().execute(async (tx) => {
    await sql`lock table documents in access exclusive mode`.execute(tx)
    return hipatia.get('/posts?q=faro')
  })
  const detail = 'Esto tarda demasiado ahora mismo. Espera un momento o busca algo más concreto.'
  expectRefusal(answer, 503, { detail })
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  await expectFound('/posts?q=faro')
})

test('what only reads can’t write', async () => {
  await expect(services.readDb.deleteFrom('posts').execute()).rejects.toThrow(/read-?only/)
})
