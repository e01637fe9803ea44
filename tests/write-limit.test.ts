// How much one person may write: 200 at once and 20 a second after (DECISIONS §2, "Errors").
import { afterAll, expect, test } from 'vitest'
import { foundCommunity, seconds } from './support/community.ts'
import { expectRefusal } from './support/refusal.ts'

const community = await foundCommunity()
afterAll(() => community.close())
const ana = await community.signIn('Ana')
const bruno = await community.signIn('Bruno')

type Person = typeof ana
const beats = (person: Person, count: number) =>
  Promise.all(Array.from({ length: count }, () => person.post('/auth/heartbeat')))
const howMany = (answers: { status: number }[], status: number) =>
  answers.filter((answer) => answer.status === status).length

test('two hundred writes at once are fine, the next one waits a moment; twenty a second come back, to two hundred', async () => {
  const first = await beats(ana, 220)
  expect({ done: howMany(first, 200), refused: howMany(first, 429) }).toEqual({ done: 200, refused: 20 })
  const before = await community.everything()
  const refused = await ana.post('/posts', { title: 'Demasiado', content: 'Demasiado' })
  expectRefusal(refused, 429)
  expect(await community.everything()).toEqual(before)

  community.passes(seconds(Number(refused.headers.get('retry-after'))))
  expect((await ana.post('/posts', { title: 'Ahora sí', content: 'Bien' })).status).toBe(201)

  community.passes(seconds(5))
  // 19 were left of the first second
  expect(howMany(await beats(ana, 150), 200)).toBe(119)

  community.passes(seconds(60 * 60))
  expect(howMany(await beats(ana, 220), 200)).toBe(200)
})

test('reading goes on, and nobody else is slowed down', async () => {
  expect(howMany(await beats(ana, 5), 200)).toBe(0)
  for (let turn = 0; turn < 30; turn++) expect((await ana.get('/posts')).status).toBe(200)
  expect(howMany(await beats(bruno, 20), 200)).toBe(20)
  expect((await community.tryToSignIn('Carmen')).status).toBe(401)
})

test('another session of the same person is the same person', async () => {
  const phone = await community.signIn('Ana')
  expectRefusal(await phone.post('/auth/heartbeat'), 429)
})

test('who is refused for want of rights or for what was sent has used a write all the same', async () => {
  community.passes(seconds(60))
  await Promise.all(Array.from({ length: 100 }, () => bruno.post('/categories', { name: 'No' })))
  await Promise.all(Array.from({ length: 100 }, () => bruno.post('/posts', {})))
  expect(howMany(await beats(bruno, 150), 429)).toBeGreaterThan(0)
})

test('a clock that jumps back takes nothing away and gives nothing', async () => {
  community.passes(seconds(60))
  expect(howMany(await beats(ana, 200), 200)).toBe(200)
  community.passes(-seconds(30))
  expect(howMany(await beats(ana, 5), 200)).toBe(0)
  community.passes(seconds(1))
  expect(howMany(await beats(ana, 25), 200)).toBe(20)
})
