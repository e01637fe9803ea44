// @databases both
// Lifetime of a socket (DECISIONS §2, "Auth"): until its session ends, for any reason.
import { describe, expect, test } from 'vitest'
import { communityOfThisFile, days, expectDone, type Person, passwordOf } from '../../support/server/community.ts'
import { expectRefusal } from '../../support/server/refusal.ts'
import {
  createBystanders,
  expectCut,
  openMemberSocket,
  openRawSocket,
  refusalOf,
  until,
} from '../../support/server/sockets/sockets.ts'

const community = await communityOfThisFile()
const { hipatia } = community
const [ana, bruno] = await community.signInAll('Ana', 'Bruno')

const { createPerson: newcomer, expectMessageDelivered: somethingIsSaid } = createBystanders(community, ana)

const changesPassword = (person: Person) =>
  person.post('/auth/change-password', {
    current_password: passwordOf(person.name),
    new_password: 'otra clave distinta',
  })

describe('a socket is cut within a second and receives nothing more', () => {
  const ends: Record<string, (person: Person) => Promise<{ status: number }>> = {
    'when its person logs out': (person) => person.post('/auth/logout'),
    'when the account is deactivated': ({ id }) => hipatia.post(`/auth/users/${id}/toggle-status`),
    'when the account is edited to be inactive': ({ id }) => hipatia.put(`/auth/users/${id}`, { is_active: false }),
    'when the account is deleted': ({ id }) => hipatia.delete(`/auth/users/${id}`),
    'when an admin gives a new password': ({ id }) => hipatia.put(`/auth/users/${id}`, { password: 'una nueva clave' }),
    'when the password is changed in another session': async ({ name }) =>
      changesPassword(await community.signIn(name)),
  }

  test.each(Object.entries(ends))('%s', async (_when, end) => {
    const people = await Promise.all([newcomer(), newcomer(), newcomer(), newcomer()])
    const bystander = await openMemberSocket(community, bruno)
    const gone = []
    let waitedMs = 0
    for (const person of people) {
      const tabs = [
        await openMemberSocket(community, person),
        await openMemberSocket(community, person, { transports: ['polling'] }),
      ]
      const { status } = await end(person)
      expect([200, 204]).toContain(status)
      for (const tab of tabs) waitedMs += await expectCut(tab, 1000)
      gone.push(...tabs)
    }
    // all four together: each was notified, without waiting for a poll
    expect(waitedMs).toBeLessThan(1000)
    const said = await somethingIsSaid()
    for (const socket of gone) expect(socket.texts()).not.toContain(said)
    for (const person of people) expect(await refusalOf(community, person)).toBe('unauthorized')
    expect(bystander.isOpen()).toBe(true)
    await until(() => expect(bystander.texts()).toContain(said))
  })

  test('when the role changes; the same token connects again, with the new role', async () => {
    const person = await newcomer()
    const post = await hipatia.drafts()
    for (const role of ['admin', 'normal'] as const) {
      const socket = await openMemberSocket(community, person)
      expectDone(await hipatia.put(`/auth/users/${person.id}`, { role }))
      await expectCut(socket, 1000)
      expect(expectDone(await person.get('/auth/me'))).toMatchObject({ role })
      const again = await openMemberSocket(community, person)
      await until(() =>
        expect(again.of('users_online_update').flat()).toContainEqual({ id: person.id, name: person.name, role }),
      )
      // only admins may watch another person's draft
      again.emit('watch', { post: post.id })
      const said = await again.says('¿Sigo aquí?')
      expect(said).toMatchObject({ author_id: person.id })
      await community.insertComment(post, hipatia)
      expectDone(await hipatia.post(`/comments/post/${post.id}`, { content: 'Un comentario.' }))
      if (role === 'admin') await until(() => expect(again.of('comments_changed')).not.toEqual([]))
      else {
        await somethingIsSaid()
        expect(again.of('comments_changed')).toEqual([])
      }
      await again.close()
    }
  })

  test('when the own password is changed; the new token connects, the old one no more', async () => {
    const phone = await newcomer()
    const before = phone.token
    const laptop = await community.signIn(phone.name)
    const sockets = [await openMemberSocket(community, phone), await openMemberSocket(community, laptop)]
    expectDone(await changesPassword(phone))
    for (const socket of sockets) await expectCut(socket, 1000)
    expect(await refusalOf(community, { token: before })).toBe('unauthorized')
    const again = await openMemberSocket(community, phone)
    expect(await again.says('Sigo aquí')).toMatchObject({ username: phone.name })
  })

  test('but not those of other sessions when its person logs out', async () => {
    const phone = await newcomer()
    const onPhone = await openMemberSocket(community, phone)
    const tablet = await community.signIn(phone.name)
    const onTablet = await openMemberSocket(community, tablet)
    expectDone(await tablet.post('/auth/logout'))
    await expectCut(onTablet, 1000)
    expect(onPhone.isOpen()).toBe(true)
    expect(await onPhone.says('Sigo aquí')).toMatchObject({ username: phone.name })
  })

  test('a new name closes no socket, and later messages have it', async () => {
    const person = await newcomer()
    const socket = await openMemberSocket(community, person)
    expectDone(await hipatia.put(`/auth/users/${person.id}`, { name: `${person.name} Nueva` }))
    expect(await socket.says('Me llamo de otra manera')).toMatchObject({ username: `${person.name} Nueva` })
    await until(() => expect(socket.online()).toContain(`${person.name} Nueva`))
    expect(socket.isOpen()).toBe(true)
  })
})

test('a message sent while its session ends isn’t stored', async () => {
  for (const end of [
    (person: Person) => person.post('/auth/logout'),
    ({ id }: Person) => hipatia.post(`/auth/users/${id}/toggle-status`),
    // this change notifies nobody
    ({ id }: Person) => community.db.updateTable('sessions').set({ expires_at: 0 }).where('user_id', '=', id).execute(),
  ]) {
    const person = await newcomer()
    const socket = await openMemberSocket(community, person)
    await end(person)
    const said = socket.says('Demasiado tarde').catch(() => undefined)
    const answer = await Promise.race([said, socket.gone.then(() => undefined)])
    if (answer) expect(answer).toMatchObject({ code: 'unauthenticated', detail: expect.stringMatching(/\S/) })
    await expectCut(socket, 3000)
    expect((await ana.get('/chat/messages')).text).not.toContain('Demasiado tarde')
  }
})

test('a handshake during the end of its session is refused, or its socket cut within two seconds', async () => {
  const person = await newcomer()
  const tabs: Person[] = []
  for (let turn = 0; turn < 10; turn++) tabs.push(await community.signIn(person.name))
  const lines = await Promise.all(tabs.map(async () => openRawSocket(community)))
  const ended = tabs.map((tab, turn) => {
    lines[turn]?.send(`40{"token":"${tab.token}"}`)
    return tab.post('/auth/logout')
  })
  await Promise.all(ended)
  const isOut = (line: (typeof lines)[number]) => !line.isOpen() || line.heard()[1] === '44{"message":"unauthorized"}'
  await until(() => expect(lines.every(isOut)).toBe(true), 8000)
})

test('a socket is cut within three seconds of its session’s expiry', async () => {
  const person = await newcomer()
  const socket = await openMemberSocket(community, person)
  community.advanceClock(days(31))
  await expectCut(socket, 3000)
  expect(await refusalOf(community, person)).toBe('unauthorized')
  expectRefusal(await person.get('/auth/me'), 401)
})
