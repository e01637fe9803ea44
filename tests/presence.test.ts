// Who is online by a heartbeat within 150 s (DECISIONS §2, "Presence"). By a socket: tests/socket-presence.test.ts
import { afterAll, expect, test } from 'vitest'
import type { OnlineUser } from '../contract/users.ts'
import { done, foundCommunity, type Person, seconds } from './support/community.ts'
import { expectRefusal } from './support/refusal.ts'

const community = await foundCommunity()
afterAll(() => community.close())
const { hipatia } = community

const beats = async (person: Person) => done(await person.post('/auth/heartbeat'))
const online = async (as: Pick<Person, 'get'> = hipatia) =>
  done(await as.get<{ online_users: OnlineUser[] }>('/auth/online-users')).online_users
const namesOnline = async () => (await online()).map(({ name }) => name)
/** Everybody who was here is gone. */
const later = () => community.passes(seconds(151))

test('nobody is online who has not said so: signing in alone doesn’t', async () => {
  await community.signIn('Ana')
  expect(done(await hipatia.get('/auth/online-users'))).toEqual({ online_users: [] })
})

test('a heartbeat counts for 150 seconds, as two lost ones leave somebody online', async () => {
  const ana = await community.signIn('Ana')
  expect(await beats(ana)).toEqual({ status: 'ok' })
  expect(await online()).toEqual([{ id: ana.id, name: 'Ana', role: 'normal' }])
  community.passes(seconds(149))
  expect(await namesOnline()).toEqual(['Ana'])
  community.passes(seconds(2))
  expect(await namesOnline()).toEqual([])
})

test('members see the same people as admins, in Spanish order, with names and roles and nothing else', async () => {
  later()
  for (const name of ['Zoe', 'ñandú', 'Nuria', 'Óscar', 'Ángel', 'Ana', 'Oriol', 'Nzinga'])
    await beats(await community.signIn(name))
  await beats(hipatia)
  const bruno = await community.signIn('Bruno')
  const seen = await online(bruno)
  expect(seen.map(({ name }) => name)).toEqual([
    ...['Ana', 'Ángel', 'Hipatia', 'Nuria', 'Nzinga', 'ñandú', 'Oriol', 'Óscar', 'Zoe'],
  ])
  expect(seen.find(({ name }) => name === 'Hipatia')).toEqual({ id: hipatia.id, name: 'Hipatia', role: 'admin' })
  for (const person of seen) expect(Object.keys(person).toSorted()).toEqual(['id', 'name', 'role'])
  expect(await online()).toEqual(seen)
})

test('somebody with two sessions is there once, and until both are gone', async () => {
  later()
  const phone = await community.signIn('Ana')
  const laptop = await community.signIn('Ana')
  await beats(phone)
  await beats(laptop)
  expect(await namesOnline()).toEqual(['Ana'])
  await phone.post('/auth/logout')
  expect(await namesOnline()).toEqual(['Ana'])
  await laptop.post('/auth/logout')
  expect(await namesOnline()).toEqual([])
})

test('logging out of one session leaves another that never said it was here out of it', async () => {
  later()
  const here = await community.signIn('Ana')
  await community.signIn('Ana')
  await beats(here)
  await here.post('/auth/logout')
  expect(await namesOnline()).toEqual([])
})

test('who is deactivated or deleted is gone at once, and comes back only by being here again', async () => {
  later()
  const carmen = await community.signIn('Carmen')
  const damian = await community.signIn('Damián')
  await beats(carmen)
  await beats(damian)
  expect(await namesOnline()).toEqual(['Carmen', 'Damián'])
  done(await hipatia.post(`/auth/users/${carmen.id}/toggle-status`))
  expect(await namesOnline()).toEqual(['Damián'])
  done(await hipatia.delete(`/auth/users/${damian.id}`))
  expect(await namesOnline()).toEqual([])
  done(await hipatia.post(`/auth/users/${carmen.id}/toggle-status`))
  expectRefusal(await carmen.post('/auth/heartbeat'), 401)
  expect(await namesOnline()).toEqual([])
})

test('names and roles are the ones of now', async () => {
  later()
  const ana = await community.signIn('Ana')
  await beats(ana)
  done(await hipatia.put(`/auth/users/${ana.id}`, { name: 'Aspasia', role: 'admin' }))
  expect(await online()).toEqual([{ id: ana.id, name: 'Aspasia', role: 'admin' }])
})

test('a heartbeat speaks for its own sender, whoever it names', async () => {
  later()
  const bruno = await community.signIn('Bruno')
  done(await bruno.post('/auth/heartbeat', { id: hipatia.id, user_id: hipatia.id, name: 'Hipatia', role: 'admin' }))
  expect(await online()).toEqual([{ id: bruno.id, name: 'Bruno', role: 'normal' }])
})
