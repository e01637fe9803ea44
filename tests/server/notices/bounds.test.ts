// @databases both
// However much somebody writes to a person, their bell stays as cheap as anybody's (decision 059).
import { expect, test } from 'vitest'
import { newId } from '../../../server/ids.ts'
import { countUnread, insertNotices } from '../../../server/notices/queries.ts'
import { communityOfThisFile, type Person } from '../../support/server/community.ts'
import { rowsOf } from '../../support/server/database/rows.ts'
import { openMemberSocket, until } from '../../support/server/sockets/sockets.ts'
import { unreadOf } from './bell.ts'

const community = await communityOfThisFile()
const { db, clock } = community
const amparo = await community.signIn('Amparo')

/** Stores unread comments of Amparo, the oldest first. */
async function flood({ id: user_id }: Person, count: number) {
  const ids = Array.from({ length: count }, newId)
  const about = { kind: 'comment', subject_kind: 'file', subject_id: newId(), post_id: null } as const
  const notice = { ...about, user_id, actor_id: amparo.id, created_at: clock.now, read_at: null }
  await insertNotices(
    db,
    ids.map((id) => ({ ...notice, id, cause_id: id })),
  )
  return ids
}

const unreadRows = async ({ id }: Person) =>
  (await rowsOf(db, 'notices', { user_id: id })).flatMap((row) => (row.read_at === null ? [row.id] : []))

test('of a thousand unread notices the oldest goes for each new one, of one person only', async () => {
  const [telesila, eudoxo] = await community.signInAll('Telesila', 'Eudoxo')
  const [first, second] = await flood(telesila, 1000)
  const [oldest] = await flood(eudoxo, 1000)
  await amparo.comments(await telesila.writes())
  const left = await unreadRows(telesila)
  expect(left).toHaveLength(1000)
  expect([left.includes(first as string), left[0]]).toEqual([false, second])
  expect((await unreadRows(eudoxo))[0]).toBe(oldest)
  // a subject with 999, and the new one
  expect(await unreadOf(telesila)).toBe(2)
})

test('who had more than that before loses some with each new one, so that none costs much', async () => {
  const corina = await community.signIn('Corina')
  await flood(corina, 1800)
  const post = await corina.writes()
  for (const left of [1301, 1000, 1000]) {
    await amparo.comments(post)
    expect(await unreadRows(corina)).toHaveLength(left)
  }
})

test('counting twenty thousand unread notices takes no longer than a thousand', async () => {
  const [few, many] = await community.signInAll('Praxila', 'Mirtis')
  await flood(few, 1000)
  await flood(many, 20_000)
  const times = new Map([few, many].map((person) => [person, [] as number[]]))
  for (let turn = 0; turn < 9; turn++)
    for (const [{ id }, measured] of times) {
      const start = performance.now()
      expect(await countUnread(db, { id, role: 'normal' })).toBe(1)
      measured.push(performance.now() - start)
    }
  const fastest = (person: Person) => Math.min(...(times.get(person) ?? []))
  expect(fastest(many) / fastest(few)).toBeLessThan(5)
})

test('a page is told the count once a second, however many notices arrive, and the last count in any case', async () => {
  const benigna = await community.signIn('Benigna')
  const socket = await openMemberSocket(community, benigna)
  const posts = await Promise.all(Array.from({ length: 25 }, () => benigna.writes()))
  const start = performance.now()
  for (const post of posts) await amparo.comments(post)
  await until(() => expect(socket.of('notices_changed').at(-1)).toEqual({ unread: 25 }))
  const seconds = (performance.now() - start) / 1000
  expect(socket.of('notices_changed').length).toBeLessThanOrEqual(2 + seconds)
})
