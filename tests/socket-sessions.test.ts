// For how long a socket stays open (DECISIONS §2, "Auth"): until its session ends, whatever ends it.
import { afterAll, describe, expect, test } from 'vitest'
import { days, done, foundCommunity, type Person, passwordOf } from './support/community.ts'
import { expectRefusal } from './support/refusal.ts'
import { isCut, opensLine, opensSocket, passersby, refusalOf, until } from './support/sockets.ts'

const community = await foundCommunity()
afterAll(() => community.close())
const { hipatia } = community
const ana = await community.signIn('Ana')
const bruno = await community.signIn('Bruno')

const { newcomer, somethingIsSaid } = passersby(community, ana)

describe('a socket is cut within a second, and hears nothing after', () => {
  const ends: Record<string, (person: Person) => Promise<{ status: number }>> = {
    'when one logs out': (person) => person.post('/auth/logout'),
    'when the account is deactivated': ({ id }) => hipatia.post(`/auth/users/${id}/toggle-status`),
    'when the account is edited to be inactive': ({ id }) => hipatia.put(`/auth/users/${id}`, { is_active: false }),
    'when the account is deleted': ({ id }) => hipatia.delete(`/auth/users/${id}`),
    'when an admin gives a new password': ({ id }) => hipatia.put(`/auth/users/${id}`, { password: 'una nueva clave' }),
    'when the password is changed in another session': async ({ name }) =>
      (await community.signIn(name)).post('/auth/change-password', {
        ...{ current_password: passwordOf(name), new_password: 'otra clave distinta' },
      }),
  }

  test.each(Object.entries(ends))('%s', async (_when, end) => {
    const people = await Promise.all([newcomer(), newcomer(), newcomer(), newcomer()])
    const bystander = await opensSocket(community, bruno)
    const gone = []
    let waited = 0
    for (const person of people) {
      const tabs = [
        await opensSocket(community, person),
        await opensSocket(community, person, { transports: ['polling'] }),
      ]
      const { status } = await end(person)
      expect([200, 204]).toContain(status)
      const begun = performance.now()
      for (const tab of tabs) await isCut(tab, 1000)
      waited += performance.now() - begun
      gone.push(...tabs)
    }
    // all four together: each was told of, and didn't wait for somebody to look
    expect(waited).toBeLessThan(1000)
    const said = await somethingIsSaid()
    for (const socket of gone) expect(socket.texts()).not.toContain(said)
    for (const person of people) expect(await refusalOf(community, person)).toBe('unauthorized')
    expect(bystander.isOpen()).toBe(true)
    expect(bystander.texts()).toContain(said)
  })

  test('when the role changes; the same token connects again, with the new role', async () => {
    const person = await newcomer()
    const post = await hipatia.drafts()
    for (const role of ['admin', 'normal'] as const) {
      const socket = await opensSocket(community, person)
      done(await hipatia.put(`/auth/users/${person.id}`, { role }))
      await isCut(socket, 1000)
      const again = await opensSocket(community, person)
      await until(() =>
        expect(again.of('users_online_update').flat()).toContainEqual({ id: person.id, name: person.name, role }),
      )
      // a draft of somebody else is an admin's to see
      again.emit('watch', { post: post.id })
      const said = await again.says('¿Sigo aquí?')
      expect(said).toMatchObject({ author_id: person.id })
      await community.comments(post, hipatia)
      done(await hipatia.post(`/comments/post/${post.id}`, { content: 'Un comentario.' }))
      if (role === 'admin') await until(() => expect(again.of('comments_changed')).not.toEqual([]))
      else {
        await somethingIsSaid()
        expect(again.of('comments_changed')).toEqual([])
      }
      await again.close()
    }
  })

  test('but the session in which the password was changed goes on, and other sessions of who logs out', async () => {
    const phone = await newcomer()
    const laptop = await community.signIn(phone.name)
    const [onPhone, onLaptop] = [await opensSocket(community, phone), await opensSocket(community, laptop)]
    done(
      await phone.post('/auth/change-password', {
        ...{ current_password: passwordOf(phone.name), new_password: 'otra clave distinta' },
      }),
    )
    await isCut(onLaptop, 1000)
    const tablet = await community.signIn(phone.name, 'otra clave distinta')
    const onTablet = await opensSocket(community, tablet)
    done(await tablet.post('/auth/logout'))
    await isCut(onTablet, 1000)
    expect(onPhone.isOpen()).toBe(true)
    expect(await onPhone.says('Sigo aquí')).toMatchObject({ username: phone.name })
  })

  test('a new name cuts nobody, and is the name of what is said from then on', async () => {
    const person = await newcomer()
    const socket = await opensSocket(community, person)
    done(await hipatia.put(`/auth/users/${person.id}`, { name: `${person.name} Nueva` }))
    expect(await socket.says('Me llamo de otra manera')).toMatchObject({ username: `${person.name} Nueva` })
    await until(() => expect(socket.online()).toContain(`${person.name} Nueva`))
    expect(socket.isOpen()).toBe(true)
  })
})

test('what is sent in the moment in which a session ends is refused, or not heard any more; it isn’t stored', async () => {
  for (const end of [
    (person: Person) => person.post('/auth/logout'),
    ({ id }: Person) => hipatia.post(`/auth/users/${id}/toggle-status`),
    // nobody is told of this one
    ({ id }: Person) => community.db.updateTable('sessions').set({ expires_at: 0 }).where('user_id', '=', id).execute(),
  ]) {
    const person = await newcomer()
    const socket = await opensSocket(community, person)
    await end(person)
    const answer = await socket.says('Demasiado tarde').catch(() => undefined)
    if (answer) expect(answer).toMatchObject({ code: 'unauthenticated', detail: expect.stringMatching(/\S/) })
    await isCut(socket, 3000)
    expect((await ana.get('/chat/messages')).text).not.toContain('Demasiado tarde')
  }
})

test('whoever is just being let in when the session ends is refused, or cut within two seconds', async () => {
  const person = await newcomer()
  const tabs: Person[] = []
  for (let turn = 0; turn < 10; turn++) tabs.push(await community.signIn(person.name))
  const lines = await Promise.all(tabs.map(async () => opensLine(community)))
  const ended = tabs.map((tab, turn) => {
    lines[turn]?.send(`40{"token":"${tab.token}"}`)
    return tab.post('/auth/logout')
  })
  await Promise.all(ended)
  const isOut = (line: (typeof lines)[number]) => !line.isOpen() || line.heard()[1] === '44{"message":"unauthorized"}'
  await until(() => expect(lines.every(isOut)).toBe(true), 2000)
})

test('a session that ends by its age takes its socket along within three seconds', async () => {
  const person = await newcomer()
  const socket = await opensSocket(community, person)
  community.passes(days(8))
  await isCut(socket, 3000)
  expect(await refusalOf(community, person)).toBe('unauthorized')
  expectRefusal(await person.get('/auth/me'), 401)
})
