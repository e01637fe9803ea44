// @databases both
// Presence by heartbeats of the last 150 s (DECISIONS §2, "Presence"). By sockets:
// tests/server/presence/sockets.test.ts
import { expect, test } from 'vitest'
import type { OnlineUser } from '../../../contract/presence.ts'
import { insertPresence, insertProcess } from '../../../server/presence/queries.ts'
import { createPresenceTracker } from '../../../server/presence/tracker.ts'
import { communityOfThisFile, days, expectDone, type Person, seconds } from '../../support/server/community.ts'
import { rowOf } from '../../support/server/database/rows.ts'

const community = await communityOfThisFile()
const { hipatia } = community

const beats = async (person: Person) => expectDone(await person.post('/auth/heartbeat'))
const online = async (as: Pick<Person, 'get'> = hipatia) =>
  expectDone(await as.get<{ online_users: OnlineUser[] }>('/auth/online-users')).online_users
const namesOnline = async () => (await online()).map(({ name }) => name)
const later = () => community.advanceClock(seconds(151))

test('signing in makes nobody online, a heartbeat does for 150 seconds, so that two lost ones don’t matter', async () => {
  const ana = await community.signIn('Ana')
  expect(await online()).toEqual([])
  expect(await beats(ana)).toEqual({ status: 'ok' })
  expect(await online()).toEqual([{ id: ana.id, name: 'Ana', role: 'normal' }])
  community.advanceClock(seconds(149))
  expect(await namesOnline()).toEqual(['Ana'])
  community.advanceClock(seconds(2))
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

test('a process that was killed while its clock was ahead keeps nobody online', async () => {
  later()
  const { db, services, clock } = community
  const ana = await community.signIn('Ana')
  const { id } = await rowOf(db, 'sessions', { user_id: ana.id })
  const dead = { id: services.newId(), version: '1', started_at: clock.now }
  await insertProcess(db, { ...dead, lease_until: clock.now + days(1) })
  await insertPresence(db, dead.id, [id])
  expect(await namesOnline()).toEqual(['Ana'])
  const other = createPresenceTracker(services, '1')
  await other.write()
  expect(await namesOnline()).toEqual([])
  await other.close()
})

test('a person with two sessions is listed once, until both are gone, whatever session without a heartbeat is left', async () => {
  later()
  const phone = await community.signIn('Ana')
  const laptop = await community.signIn('Ana')
  await community.signIn('Ana')
  await beats(phone)
  await beats(laptop)
  expect(await namesOnline()).toEqual(['Ana'])
  await phone.post('/auth/logout')
  expect(await namesOnline()).toEqual(['Ana'])
  await laptop.post('/auth/logout')
  expect(await namesOnline()).toEqual([])
})

test('a heartbeat counts for its sender, whatever person it names, who has the current name and role', async () => {
  later()
  const [ana, bruno] = await community.signInAll('Ana', 'Bruno')
  await beats(ana)
  const named = { id: hipatia.id, user_id: hipatia.id, name: 'Hipatia', role: 'admin' }
  expectDone(await bruno.post('/auth/heartbeat', named))
  expectDone(await hipatia.put(`/auth/users/${ana.id}`, { name: 'Aspasia', role: 'admin' }))
  expect(await online()).toEqual([
    { id: ana.id, name: 'Aspasia', role: 'admin' },
    { id: bruno.id, name: 'Bruno', role: 'normal' },
  ])
})
