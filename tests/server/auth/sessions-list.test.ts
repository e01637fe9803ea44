// @databases both
// The list of one's sessions, and ending them (issue 6, "Account").
import { afterAll, describe, expect, test } from 'vitest'
import type { AuditEvent } from '../../../contract/audit.ts'
import type { Session } from '../../../contract/auth.ts'
import { days, expectDone, minutes, type Person, startCommunity } from '../../support/server/community.ts'
import { expectRefusal } from '../../support/server/refusal.ts'
import { expectCut, openMemberSocket } from '../../support/server/sockets/sockets.ts'

const community = await startCommunity()
afterAll(() => community.close())
const { hipatia, tryToSignIn } = community

const agents = {
  phone: 'Mozilla/5.0 (Android 14; Mobile; rv:120.0) Gecko/120.0 Firefox/120.0',
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1',
  laptop:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36',
  edge: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36 Edg/120.0.0.0',
}

const signIn = async (name: string, agent: string): Promise<Person> => {
  const { access_token, user } = expectDone(await tryToSignIn(name, undefined, { headers: { 'user-agent': agent } }))
  return { ...community.withToken(access_token), id: user.id, name, token: access_token }
}
const list = async (person: Pick<Person, 'get'>) => expectDone(await person.get<Session[]>('/auth/sessions'))
const isSignedIn = async (person: Pick<Person, 'get'>) => (await person.get('/auth/me')).status === 200
const currentOf = async (person: Pick<Person, 'get'>) =>
  (await list(person)).find((session) => session.is_current) as Session
const listSummaries = async () =>
  expectDone(await hipatia.get<AuditEvent[]>('/audit')).map(({ action, actor_name, detail }) => [
    action,
    actor_name,
    detail,
  ])

/** Expects `work` to send a signal that this person’s sessions changed. */
async function expectAccountSignal(id: string, work: () => Promise<unknown>) {
  const signals: unknown[] = []
  const stop = community.services.bus.subscribe((signal) => void signals.push(signal))
  await work()
  await expect.poll(() => signals, { timeout: 10_000 }).toContainEqual({ kind: 'account', id })
  stop()
}

/** Waits until closed sockets are removed from the database, which is some time after their end. */
const socketsAreGone = () => expect.poll(async () => (await community.readAllTables()).presence).toEqual([])

/** A new person without sessions. */
let count = 0
const newcomer = async () => (await hipatia.createsAccount(`Persona ${++count}`)).name

describe('the list of sessions', () => {
  test('has Ana’s browsers, the last used first, with the current one marked', async () => {
    const name = await newcomer()
    const phone = await signIn(name, agents.phone)
    const began = community.moment()
    community.advanceClock(minutes(5))
    const laptop = await signIn(name, agents.laptop)
    const ofPhone = { device: 'Firefox en Android', address: '127.0.0.1', created_at: began }
    const ofLaptop = { device: 'Chrome en Windows', address: '127.0.0.1', created_at: community.moment() }
    const id = expect.stringMatching(/^[0-9a-f]{32}$/)
    expect(await list(laptop)).toEqual([
      { id, ...ofLaptop, last_seen_at: community.moment(), is_current: true },
      { id, ...ofPhone, last_seen_at: began, is_current: false },
    ])
    const laptopUsed = community.moment()
    community.advanceClock(minutes(5))
    expect(await list(phone)).toEqual([
      { id, ...ofPhone, last_seen_at: community.moment(), is_current: true },
      { id, ...ofLaptop, last_seen_at: laptopUsed, is_current: false },
    ])
  })

  test('has no other person’s sessions and no ended ones', async () => {
    const name = await newcomer()
    const other = await newcomer()
    await signIn(name, agents.laptop)
    community.advanceClock(days(6))
    const phone = await signIn(name, agents.phone)
    const gone = await signIn(name, agents.iphone)
    await signIn(other, agents.edge)
    expectDone(await gone.post('/auth/logout'))
    community.advanceClock(days(2))
    expect((await list(phone)).map(({ device }) => device)).toEqual(['Firefox en Android'])
    community.advanceClock(-days(8))
  })

  test.each([
    ['an iPhone', agents.iphone, 'Safari en iPhone'],
    ['a Mac', agents.edge, 'Edge en Mac'],
    ['a program', 'curl/8.5.0', null],
    ['HTML', '<b>evil</b> x/1.0 ', null],
    ['something of its own', 'Secreta Ana/1.0 (Android 14)', 'Navegador en Android'],
    ['nothing', '', null],
    ['thousands of letters', 'x'.repeat(5000), null],
  ])('never shows the raw User-Agent header of %s', async (_what, agent, device) => {
    const name = await newcomer()
    const person = await signIn(name, agent)
    const { text, body } = await person.get<Session[]>('/auth/sessions')
    expect(body.map((session) => session.device)).toEqual([device])
    for (const raw of ['evil', 'Secreta', 'curl', 'xxx', 'AppleWebKit']) expect(text).not.toContain(raw)
  })
})

describe('ending sessions', () => {
  test('closes the sockets of the ended session, and of no other', async () => {
    const name = await newcomer()
    const phone = await signIn(name, agents.phone)
    const laptop = await signIn(name, agents.laptop)
    const third = await signIn(name, agents.iphone)
    const socket = await openMemberSocket(community, phone)
    const stays = await openMemberSocket(community, third)
    const { id } = await currentOf(phone)
    await expectAccountSignal(phone.id, async () => {
      const { status, text } = await laptop.delete(`/auth/sessions/${id}`)
      expect({ status, text }).toEqual({ status: 204, text: '' })
    })
    await expectCut(socket, 1000)
    expectRefusal(await phone.get('/auth/me'), 401)
    expect(await isSignedIn(laptop)).toBe(true)
    expect(await isSignedIn(third)).toBe(true)
    expect(stays.isOpen()).toBe(true)
    expect((await listSummaries())[0]).toEqual(['session_ended', name, 'Firefox en Android'])
    expectRefusal(await laptop.delete(`/auth/sessions/${id}`), 404)
  })

  test('with the id of another person’s, an expired or an unknown session is 404 and changes nothing', async () => {
    const ana = await signIn(await newcomer(), agents.phone)
    const bruno = await signIn(await newcomer(), agents.laptop)
    const { id } = await currentOf(ana)
    const expired = await currentOf(await signIn(bruno.name, agents.phone))
    await community.db
      .updateTable('sessions')
      .set({ expires_at: community.clock.now })
      .where('id', '=', expired.id)
      .execute()
    await socketsAreGone()
    const writes = community.watchWrites()
    for (const unknown of [id, expired.id, '0'.repeat(32), 'x', bruno.id]) {
      expectRefusal(await bruno.delete(`/auth/sessions/${unknown}`), 404)
      expectRefusal(await hipatia.delete(`/auth/sessions/${unknown}`), 404)
    }
    expect(writes()).toEqual([])
    expect(await isSignedIn(ana)).toBe(true)
  })

  test('other than the current one leaves it and other people’s sessions open', async () => {
    const name = await newcomer()
    const other = await signIn(await newcomer(), agents.phone)
    const gone = [
      await signIn(name, agents.phone),
      await signIn(name, agents.laptop),
      await signIn(name, agents.iphone),
    ]
    const stays = await signIn(name, agents.edge)
    const sockets = await Promise.all(gone.map((person) => openMemberSocket(community, person)))
    await expectAccountSignal(stays.id, async () =>
      expect(expectDone(await stays.post('/auth/sessions/end-others'))).toEqual({ ended: 3 }),
    )
    for (const socket of sockets) await expectCut(socket, 1000)
    for (const person of gone) expectRefusal(await person.get('/auth/me'), 401)
    expect(await isSignedIn(stays)).toBe(true)
    expect(await isSignedIn(other)).toBe(true)
    expect((await list(stays)).map(({ device }) => device)).toEqual(['Edge en Mac'])
    expect((await listSummaries()).slice(0, 3).toSorted()).toEqual([
      ['session_ended', name, 'Chrome en Windows'],
      ['session_ended', name, 'Firefox en Android'],
      ['session_ended', name, 'Safari en iPhone'],
    ])
    await socketsAreGone()
    const writes = community.watchWrites()
    expect(expectDone(await stays.post('/auth/sessions/end-others'))).toEqual({ ended: 0 })
    expect(writes()).toEqual([])
  })

  test('with the id of the current session is a logout', async () => {
    const name = await newcomer()
    const ana = await signIn(name, agents.phone)
    const { id } = await currentOf(ana)
    expect((await ana.delete(`/auth/sessions/${id}`)).status).toBe(204)
    expectRefusal(await ana.get('/auth/me'), 401)
    expect((await listSummaries())[0]).toEqual(['sign_out', name, null])
  })
})

test('no answer to a member has another person’s browser, address, e-mail or phone', async () => {
  const name = await newcomer()
  const secretive = await signIn(name, agents.phone)
  expectDone(await hipatia.put(`/auth/users/${secretive.id}`, { phone: '699 111 222' }))
  const post = await secretive.writes()
  expectDone(await secretive.post('/auth/heartbeat'))
  expectDone(await secretive.post(`/comments/post/${post.id}`, { content: 'De acuerdo.' }))
  expectDone(await secretive.post('/chat/messages', { message: 'Hola' }))
  expectDone(await secretive.post('/news', { title: 'Una noticia', url: 'https://example.org/' }))
  const reader = await community.signIn('Bruno')
  const paths = [
    '/auth/online-users',
    '/posts',
    `/posts/${post.id}`,
    `/comments/post/${post.id}`,
    '/chat/messages',
    '/news',
  ]
  for (const path of paths) {
    const { status, text } = await reader.get(path)
    expect({ path, status }).toEqual({ path, status: 200 })
    expect(text).toContain(name)
    for (const personal of ['alejandria.example', '699 111', '127.0.0.1', 'Firefox', 'Android'])
      expect(text).not.toContain(personal)
  }
})
