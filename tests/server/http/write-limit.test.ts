// The limit of writes per person: 200 at once and 20 a second after (DECISIONS §2, "Errors").
import { afterAll, expect, test } from 'vitest'
import { seconds, startCommunity } from '../../support/server/community.ts'
import { expectRefusal } from '../../support/server/refusal.ts'

const community = await startCommunity()
afterAll(() => community.close())
const ana = await community.signIn('Ana')
const bruno = await community.signIn('Bruno')

type Person = typeof ana
const beats = (person: Person, count: number) =>
  Promise.all(Array.from({ length: count }, () => person.post('/auth/heartbeat')))
const howMany = (answers: { status: number }[], status: number) =>
  answers.filter((answer) => answer.status === status).length

test('two hundred writes at once are accepted, the next one is refused; twenty per second are added, up to two hundred', async () => {
  const first = await beats(ana, 220)
  expect({ done: howMany(first, 200), refused: howMany(first, 429) }).toEqual({ done: 200, refused: 20 })
  const writes = community.watchWrites()
  const refused = await ana.post('/posts', { title: 'Demasiado', content: 'Demasiado' })
  expectRefusal(refused, 429)
  expect(writes()).toEqual([])

  community.advanceClock(seconds(Number(refused.headers.get('retry-after'))))
  expect((await ana.post('/posts', { title: 'Ahora sí', content: 'Bien' })).status).toBe(201)

  community.advanceClock(seconds(5))
  // 19 were left of the first second
  expect(howMany(await beats(ana, 150), 200)).toBe(119)

  community.advanceClock(seconds(60 * 60))
  expect(howMany(await beats(ana, 220), 200)).toBe(200)
})

test('the limit of writes counts per person, and doesn’t count reads', async () => {
  expect(howMany(await beats(ana, 5), 200)).toBe(0)
  for (let turn = 0; turn < 30; turn++) expect((await ana.get('/posts')).status).toBe(200)
  expect(howMany(await beats(bruno, 20), 200)).toBe(20)
  expect((await community.tryToSignIn('Carmen')).status).toBe(401)
})

test('all sessions of a person share the limit of writes', async () => {
  const phone = await community.signIn('Ana')
  expectRefusal(await phone.post('/auth/heartbeat'), 429)
})

test('refused writes count towards the limit', async () => {
  community.advanceClock(seconds(60))
  await Promise.all(Array.from({ length: 100 }, () => bruno.post('/categories', { name: 'No' })))
  await Promise.all(Array.from({ length: 100 }, () => bruno.post('/posts', {})))
  expect(howMany(await beats(bruno, 150), 429)).toBeGreaterThan(0)
})

test('a clock that jumps back doesn’t change the limit of writes', async () => {
  community.advanceClock(seconds(60))
  expect(howMany(await beats(ana, 200), 200)).toBe(200)
  community.advanceClock(-seconds(30))
  expect(howMany(await beats(ana, 5), 200)).toBe(0)
  community.advanceClock(seconds(1))
  expect(howMany(await beats(ana, 25), 200)).toBe(20)
})
