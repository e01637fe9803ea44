// Presence by open sockets (DECISIONS §2, "Presence"), and the updates that sockets get.
import { beforeEach, expect, test } from 'vitest'
import type { OnlineUser } from '../../../contract/presence.ts'
import { communityOfThisFile, expectDone, type Person, seconds } from '../../support/server/community.ts'
import { openMemberSocket, until } from '../../support/server/sockets/sockets.ts'

const community = await communityOfThisFile()
const { hipatia } = community
const [ana, bruno] = await community.signInAll('Ana', 'Bruno')

const promptly = (assert: () => unknown) => until(assert, 8000)
const online = async (as: Pick<Person, 'get'> = hipatia) =>
  expectDone(await as.get<{ online_users: OnlineUser[] }>('/auth/online-users')).online_users
const namesOnline = async () => (await online()).map(({ name }) => name)
const sendHeartbeat = async (person: Person) => expectDone(await person.post('/auth/heartbeat'))

beforeEach(() => until(async () => expect(await namesOnline()).toEqual([])))

test('a person who opens a socket is online within two seconds; every socket gets the update, a new one the list at once', async () => {
  const anas = await openMemberSocket(community, ana)
  await promptly(() => expect(anas.online()).toEqual(['Ana']))
  const brunos = await openMemberSocket(community, bruno)
  await promptly(() =>
    expect([anas.online(), brunos.online()]).toEqual([
      ['Ana', 'Bruno'],
      ['Ana', 'Bruno'],
    ]),
  )
  expect(await namesOnline()).toEqual(['Ana', 'Bruno'])
  expect(anas.of('users_online_update').at(-1)).toEqual([
    { id: ana.id, name: 'Ana', role: 'normal' },
    { id: bruno.id, name: 'Bruno', role: 'normal' },
  ])
  const second = await openMemberSocket(community, bruno) // changes nothing in the list
  await promptly(() => expect(second.online()).toEqual(['Ana', 'Bruno']))
})

test('a person whose socket closes or is lost is offline within two seconds; who comes later gets no outdated list', async () => {
  const anas = await openMemberSocket(community, ana)
  for (const transports of [['websocket'], ['polling']] as const) {
    const brunos = await openMemberSocket(community, bruno, { transports: [...transports] })
    await promptly(() => expect(anas.online()).toEqual(['Ana', 'Bruno']))
    await brunos.close()
    await promptly(() => expect(anas.online()).toEqual(['Ana']))
    expect(await namesOnline()).toEqual(['Ana'])
  }
  await anas.close()
  await until(async () => expect(await namesOnline()).toEqual([]))
  const brunos = await openMemberSocket(community, bruno)
  await promptly(() => expect(brunos.online()).toEqual(['Bruno']))
  expect(brunos.of('users_online_update')).toHaveLength(1)
})

test('several tabs and devices count as the same person, online until the last of them closes', async () => {
  const witness = await openMemberSocket(community, hipatia)
  const laptop = await community.signIn('Ana')
  const tabs = await Promise.all([ana, ana, laptop].map((browser) => openMemberSocket(community, browser)))
  await promptly(() => expect(witness.online()).toEqual(['Ana', 'Hipatia']))
  const updates = witness.of('users_online_update').length
  for (const tab of tabs.slice(0, 2)) await tab.close()
  const brunos = await openMemberSocket(community, bruno)
  await promptly(() => expect(witness.online()).toEqual(['Ana', 'Bruno', 'Hipatia']))
  // closing tabs sent no update
  expect(witness.of('users_online_update')).toHaveLength(updates + 1)
  await tabs[2]?.close()
  await promptly(() => expect(witness.online()).toEqual(['Bruno', 'Hipatia']))
  await brunos.close()
})

test('user_offline counts for its own tab only, and user_online reverts it', async () => {
  const witness = await openMemberSocket(community, hipatia)
  const [one, two] = [await openMemberSocket(community, ana), await openMemberSocket(community, ana)]
  await promptly(() => expect(witness.online()).toEqual(['Ana', 'Hipatia']))
  for (let time = 0; time < 2; time++) one.emit('user_offline', { id: ana.id })
  const brunos = await openMemberSocket(community, bruno)
  await promptly(() => expect(witness.online()).toEqual(['Ana', 'Bruno', 'Hipatia']))
  two.emit('user_offline', { id: ana.id })
  await promptly(() => expect(witness.online()).toEqual(['Bruno', 'Hipatia']))
  // the tab still gets updates
  const { message } = await brunos.says('¿Se ha ido Ana?')
  await until(() => expect(one.texts()).toContain(message))
  for (let time = 0; time < 2; time++) two.emit('user_online', { id: ana.id, name: 'Ana', role: 'normal' })
  await promptly(() => expect(witness.online()).toEqual(['Ana', 'Bruno', 'Hipatia']))
  await two.close()
  await promptly(() => expect(witness.online()).toEqual(['Bruno', 'Hipatia']))
})

test('user_online and user_offline change nobody else’s presence, name or role', async () => {
  const witness = await openMemberSocket(community, hipatia)
  const brunos = await openMemberSocket(community, bruno)
  const anas = await openMemberSocket(community, ana)
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
  const carmens = await openMemberSocket(community, await community.signIn('Carmen'))
  await promptly(() => expect(witness.online()).toEqual(['Ana', 'Carmen', 'Hipatia']))
  await carmens.close()
})

test('logout, deactivation and deletion end presence at once, by socket and by heartbeat', async () => {
  const witness = await openMemberSocket(community, hipatia)
  const ends: Record<string, (person: Person) => Promise<unknown>> = {
    Elena: async (elena) => elena.post('/auth/logout'),
    Fermín: async ({ id }) => expectDone(await hipatia.post(`/auth/users/${id}/toggle-status`)),
    Gema: async ({ id }) => expectDone(await hipatia.delete(`/auth/users/${id}`)),
  }
  for (const [name, end] of Object.entries(ends)) {
    const person = await community.signIn(name)
    const socket = await openMemberSocket(community, person)
    await sendHeartbeat(person)
    await promptly(() => expect(witness.online()).toContain(name))
    await promptly(() => expect(socket.online()).toContain(name))
    await end(person)
    expect(await namesOnline()).toEqual(['Hipatia'])
    await promptly(() => expect(witness.online()).toEqual(['Hipatia']))
    // an update may come between the end and the cut, but none after it
    await socket.gone
    const brunos = await openMemberSocket(community, bruno)
    await promptly(() => expect(witness.online()).toEqual(['Bruno', 'Hipatia']))
    expect(socket.online()).not.toContain('Bruno')
    await brunos.close()
    await promptly(() => expect(witness.online()).toEqual(['Hipatia']))
  }
})

test('a heartbeat counts for 150 seconds, also after the socket closes, and sockets get the update when that ends', async () => {
  const witness = await openMemberSocket(community, hipatia)
  const anas = await openMemberSocket(community, ana)
  await sendHeartbeat(ana)
  await promptly(() => expect(witness.online()).toEqual(['Ana', 'Hipatia']))
  await anas.close()
  const brunos = await openMemberSocket(community, bruno)
  await promptly(() => expect(witness.online()).toEqual(['Ana', 'Bruno', 'Hipatia']))
  await brunos.close()
  community.advanceClock(seconds(151))
  await until(() => expect(witness.online()).not.toContain('Ana'))
})

test('a person with an open socket is online for hours without a heartbeat', async () => {
  const witness = await openMemberSocket(community, hipatia)
  await openMemberSocket(community, ana)
  await promptly(() => expect(witness.online()).toEqual(['Ana', 'Hipatia']))
  community.advanceClock(seconds(3 * 60 * 60))
  await until(async () => expect(await namesOnline()).toEqual(['Ana', 'Hipatia']), 15_000)
  await until(() => expect(witness.online()).toEqual(['Ana', 'Hipatia']))
})
