// @databases both
import { afterAll, expect, test } from 'vitest'
import { readAtOneMoment } from '../../../server/db/read-at-one-moment.ts'
import { readRows } from '../../../server/db/rows.ts'
import { createLocation, startCommunity } from '../../support/server/community.ts'
import { insertRows } from '../../support/server/database/rows.ts'

const location = await createLocation()
const community = await startCommunity({ location })
afterAll(async () => {
  await community.close()
  location.remove()
})

test('a long read sees one moment, while Ana goes on writing', async () => {
  const ana = await community.signIn('Ana')
  await ana.writes({ title: 'Antes' })
  const titles = await readAtOneMoment(location, async (db) => {
    const list = async () => (await db.selectFrom('posts').select('title').execute()).map(({ title }) => title)
    const first = await list()
    await ana.writes({ title: 'Mientras tanto' })
    return [first, await list()]
  })
  expect(titles).toEqual([['Antes'], ['Antes']])
  expect((await ana.get<unknown[]>('/posts')).body).toHaveLength(2)
})

test('a long read cannot write', async () => {
  await expect(readAtOneMoment(location, (db) => db.deleteFrom('posts').execute())).rejects.toThrow(/read-?only/)
})

test('all rows of a table are read, in the order of its key, when they are more than a batch', async () => {
  const ids = Array.from({ length: 2500 }, (_, n) => `${n}`.padStart(4, '0'))
  const mentions = ids.map((source_id) => ({ kind: 'post' as const, source_id, user_id: community.hipatia.id }))
  await insertRows(community.db, 'mentions', mentions)
  const read = await readAtOneMoment(location, async (db) => {
    const rows: unknown[] = []
    for await (const row of readRows(db, 'mentions', ['kind', 'source_id', 'user_id'])) rows.push(row)
    return rows
  })
  expect(read).toEqual(mentions)
})
