// Who is online by an open socket (DECISIONS §2, "Presence"), and what everybody with a socket hears of it.
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { OnlineUser } from '../contract/users.ts'
import { done, foundCommunity, type Person, seconds } from './support/community.ts'
import { opensSocket, until } from './support/sockets.ts'

const community = await foundCommunity()
afterAll(() => community.close())
const { hipatia } = community
const ana = await community.signIn('Ana')
const bruno = await community.signIn('Bruno')

/** Who is told within two seconds. */
const promptly = (assert: () => unknown) => until(assert, 2000)
const online = async (as: Pick<Person, 'get'> = hipatia) =>
  done(await as.get<{ online_users: OnlineUser[] }>('/auth/online-users')).online_users
const namesOnline = async () => (await online()).map(({ name }) => name)
const beats = async (person: Person) => done(await person.post('/auth/heartbeat'))

beforeEach(() => until(async () => expect(await namesOnline()).toEqual([])))

test('who opens a socket is online within two seconds, and everybody with a socket is told, without announcing it', async () => {
  const anas = await opensSocket(community, ana)
  await promptly(() => expect(anas.online()).toEqual(['Ana']))
  await opensSocket(community, bruno)
  await promptly(() => expect(anas.online()).toEqual(['Ana', 'Bruno']))
  expect(await namesOnline()).toEqual(['Ana', 'Bruno'])
  expect(anas.of('users_online_update').at(-1)).toEqual([
    { id: ana.id, name: 'Ana', role: 'normal' },
    { id: bruno.id, name: 'Bruno', role: 'normal' },
  ])
})

test('who comes later is told at once who is there', async () => {
  await opensSocket(community, ana)
  await until(async () => expect(await namesOnline()).toEqual(['Ana']))
  const brunos = await opensSocket(community, bruno)
  await promptly(() => expect(brunos.online()).toEqual(['Ana', 'Bruno']))
})

test('the first to come isn’t told of those who were here before', async () => {
  const anas = await opensSocket(community, ana)
  await promptly(() => expect(anas.online()).toEqual(['Ana']))
  await anas.close()
  await until(async () => expect(await namesOnline()).toEqual([]))
  const brunos = await opensSocket(community, bruno)
  await promptly(() => expect(brunos.online()).toEqual(['Bruno']))
  expect(brunos.of('users_online_update')).toHaveLength(1)
})

test('who closes it, or is lost, is gone within two seconds', async () => {
  const anas = await opensSocket(community, ana)
  for (const transports of [['websocket'], ['polling']] as const) {
    const brunos = await opensSocket(community, bruno, { transports: [...transports] })
    await promptly(() => expect(anas.online()).toEqual(['Ana', 'Bruno']))
    await brunos.close()
    await promptly(() => expect(anas.online()).toEqual(['Ana']))
    expect(await namesOnline()).toEqual(['Ana'])
  }
})

test('several tabs and devices are one person, there until the last one closes', async () => {
  const witness = await opensSocket(community, hipatia)
  const laptop = await community.signIn('Ana')
  const tabs = [
    await opensSocket(community, ana),
    await opensSocket(community, ana),
    await opensSocket(community, laptop),
  ]
  await promptly(() => expect(witness.online()).toEqual(['Ana', 'Hipatia']))
  const told = witness.of('users_online_update').length
  for (const tab of tabs.slice(0, 2)) await tab.close()
  const brunos = await opensSocket(community, bruno)
  await promptly(() => expect(witness.online()).toEqual(['Ana', 'Bruno', 'Hipatia']))
  // nobody was told of tabs
  expect(witness.of('users_online_update')).toHaveLength(told + 1)
  await tabs[2]?.close()
  await promptly(() => expect(witness.online()).toEqual(['Bruno', 'Hipatia']))
  await brunos.close()
})

test('a tab that says it is gone speaks for itself alone, and may say that it is back', async () => {
  const witness = await opensSocket(community, hipatia)
  const [one, two] = [await opensSocket(community, ana), await opensSocket(community, ana)]
  await promptly(() => expect(witness.online()).toEqual(['Ana', 'Hipatia']))
  one.emit('user_offline', { id: ana.id })
  one.emit('user_offline', { id: ana.id })
  const brunos = await opensSocket(community, bruno)
  await promptly(() => expect(witness.online()).toEqual(['Ana', 'Bruno', 'Hipatia']))
  two.emit('user_offline', { id: ana.id })
  await promptly(() => expect(witness.online()).toEqual(['Bruno', 'Hipatia']))
  // it hears what is said all the same
  const { message } = await brunos.says('¿Se ha ido Ana?')
  await until(() => expect(one.texts()).toContain(message))
  two.emit('user_online', { id: ana.id, name: 'Ana', role: 'normal' })
  two.emit('user_online', { id: ana.id, name: 'Ana', role: 'normal' })
  await promptly(() => expect(witness.online()).toEqual(['Ana', 'Bruno', 'Hipatia']))
  await two.close()
  await promptly(() => expect(witness.online()).toEqual(['Bruno', 'Hipatia']))
})

test('nobody takes somebody else away, brings them back or makes them an admin', async () => {
  const witness = await opensSocket(community, hipatia)
  const brunos = await opensSocket(community, bruno)
  const anas = await opensSocket(community, ana)
  await promptly(() => expect(witness.online()).toEqual(['Ana', 'Bruno', 'Hipatia']))
  for (const named of [{ id: bruno.id }, bruno.id, [bruno.id], { id: bruno.id, name: 'Bruno', role: 'normal' }])
    anas.emit('user_offline', named)
  await promptly(() => expect(witness.online()).toEqual(['Bruno', 'Hipatia']))
  anas.emit('user_online', { id: bruno.id, name: 'Admin', role: 'admin' })
  await promptly(() => expect(witness.online()).toEqual(['Ana', 'Bruno', 'Hipatia']))
  expect(witness.of<OnlineUser[]>('users_online_update').at(-1)).toEqual([
    { id: ana.id, name: 'Ana', role: 'normal' },
    { id: bruno.id, name: 'Bruno', role: 'normal' },
    { id: hipatia.id, name: 'Hipatia', role: 'admin' },
  ])
  await brunos.close()
  await promptly(() => expect(witness.online()).toEqual(['Ana', 'Hipatia']))
  anas.emit('user_online', { id: bruno.id, name: 'Bruno', role: 'admin' })
  const carmens = await opensSocket(community, await community.signIn('Carmen'))
  await promptly(() => expect(witness.online()).toEqual(['Ana', 'Carmen', 'Hipatia']))
  await carmens.close()
})

test('logging out, being deactivated and being deleted are at once, sockets and heartbeats and all', async () => {
  const witness = await opensSocket(community, hipatia)
  const ends: Record<string, (person: Person) => Promise<unknown>> = {
    Elena: async (elena) => elena.post('/auth/logout'),
    Fermín: async ({ id }) => done(await hipatia.post(`/auth/users/${id}/toggle-status`)),
    Gema: async ({ id }) => done(await hipatia.delete(`/auth/users/${id}`)),
  }
  for (const [name, end] of Object.entries(ends)) {
    const person = await community.signIn(name)
    const socket = await opensSocket(community, person)
    await beats(person)
    await promptly(() => expect(witness.online()).toContain(name))
    await end(person)
    expect(await namesOnline()).toEqual(['Hipatia'])
    await promptly(() => expect(witness.online()).toEqual(['Hipatia']))
    expect(socket.online()).toContain(name)
  }
})

test('logging out on the laptop leaves the phone’s socket there', async () => {
  const laptop = await community.signIn('Ana')
  await opensSocket(community, ana)
  const onLaptop = await opensSocket(community, laptop)
  await until(async () => expect(await namesOnline()).toEqual(['Ana']))
  done(await laptop.post('/auth/logout'))
  await onLaptop.gone
  expect(await namesOnline()).toEqual(['Ana'])
})

test('names and roles are told as they are now', async () => {
  const witness = await opensSocket(community, hipatia)
  const hugo = await community.signIn('Hugo')
  await opensSocket(community, hugo)
  await promptly(() => expect(witness.online()).toEqual(['Hipatia', 'Hugo']))
  done(await hipatia.put(`/auth/users/${hugo.id}`, { name: 'Ágata' }))
  await promptly(() => expect(witness.online()).toEqual(['Ágata', 'Hipatia']))
})

test('who only beats is there for 150 seconds, and those with a socket are told when that is over', async () => {
  const witness = await opensSocket(community, hipatia)
  await beats(bruno)
  await promptly(() => expect(witness.online()).toEqual(['Bruno', 'Hipatia']))
  community.passes(seconds(151))
  await until(() => expect(witness.online()).not.toContain('Bruno'))
})

test('a heartbeat stays when the socket closes', async () => {
  const witness = await opensSocket(community, hipatia)
  const anas = await opensSocket(community, ana)
  await beats(ana)
  await promptly(() => expect(witness.online()).toEqual(['Ana', 'Hipatia']))
  await anas.close()
  const brunos = await opensSocket(community, bruno)
  await promptly(() => expect(witness.online()).toEqual(['Ana', 'Bruno', 'Hipatia']))
  await brunos.close()
  community.passes(seconds(151))
  await until(() => expect(witness.online()).not.toContain('Ana'))
})

test('a socket needs no heartbeat: hours later the person is still there', async () => {
  const witness = await opensSocket(community, hipatia)
  await opensSocket(community, ana)
  await promptly(() => expect(witness.online()).toEqual(['Ana', 'Hipatia']))
  community.passes(seconds(3 * 60 * 60))
  await until(async () => expect(await namesOnline()).toEqual(['Ana', 'Hipatia']), 15_000)
  await until(() => expect(witness.online()).toEqual(['Ana', 'Hipatia']))
})
