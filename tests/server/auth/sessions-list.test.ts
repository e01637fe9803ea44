// @databases both
// The list of one's sessions, and ending them (issue 6, "Account"); administrators see and end anybody's.
import { expect, test } from 'vitest'
import type { AuditEvent } from '../../../contract/audit.ts'
import type { Session } from '../../../contract/auth.ts'
import { communityOfThisFile, days, expectDone, minutes, type Person } from '../../support/server/community.ts'
import { changeRows } from '../../support/server/database/rows.ts'
import { expectRefusal } from '../../support/server/refusal.ts'
import { expectCut, openMemberSocket } from '../../support/server/sockets/sockets.ts'

const community = await communityOfThisFile()
const { hipatia, tryToSignIn } = community

const agents = {
  phone: 'Mozilla/5.0 (Android 14; Mobile; rv:120.0) Gecko/120.0 Firefox/120.0',
  iphone: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Version/17.0 Mobile/15E148 Safari/604.1',
  laptop: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/120.0.0.0 Safari/537.36',
  edge: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/120.0.0.0 Edg/120.0.0.0',
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
  expectDone(await hipatia.get<AuditEvent[]>('/audit')).map((event) => [event.action, event.actor_name, event.detail])

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

test('the list of sessions has Ana’s browsers, the last used first, with the current one marked, no other person’s and no ended ones', async () => {
  const name = await newcomer()
  const phone = await signIn(name, agents.phone)
  const began = community.moment()
  community.advanceClock(minutes(5))
  const laptop = await signIn(name, agents.laptop)
  const ofPhone = { device: 'Firefox en Android', address: '127.0.0.1', created_at: began, is_kept: true }
  const ofLaptop = { ...ofPhone, device: 'Chrome en Windows', created_at: community.moment() }
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
  await signIn(await newcomer(), agents.edge)
  expectDone(await (await signIn(name, agents.iphone)).post('/auth/logout'))
  community.advanceClock(days(29))
  expect(await isSignedIn(phone)).toBe(true)
  community.advanceClock(days(1))
  expect((await list(phone)).map(({ device }) => device)).toEqual(['Firefox en Android'])
  community.advanceClock(-days(30))
})

test.each([
  ['an iPhone', agents.iphone, 'Safari en iPhone'],
  ['a Mac', agents.edge, 'Edge en Mac'],
  ['a program', 'curl/8.5.0', null],
  ['HTML', '<b>evil</b> x/1.0 ', null],
  ['something of its own', 'Secreta Ana/1.0 (Android 14)', 'Navegador en Android'],
  ['nothing', '', null],
  ['thousands of letters', 'x'.repeat(5000), null],
])('the list of sessions never shows the raw User-Agent header of %s', async (_what, agent, device) => {
  const name = await newcomer()
  const person = await signIn(name, agent)
  const { text, body } = await person.get<Session[]>('/auth/sessions')
  expect(body.map((session) => session.device)).toEqual([device])
  for (const raw of ['evil', 'Secreta', 'curl', 'xxx', 'AppleWebKit']) expect(text).not.toContain(raw)
})

test('ending a session closes its sockets, and no others', async () => {
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
  // of the current one it is a logout
  expect((await laptop.delete(`/auth/sessions/${(await currentOf(laptop)).id}`)).status).toBe(204)
  expectRefusal(await laptop.get('/auth/me'), 401)
  expect((await listSummaries())[0]).toEqual(['sign_out', name, null])
})

test('ending another person’s session, an expired or an unknown one is 404 and changes nothing', async () => {
  const ana = await signIn(await newcomer(), agents.phone)
  const bruno = await signIn(await newcomer(), agents.laptop)
  const { id } = await currentOf(ana)
  const expired = await currentOf(await signIn(bruno.name, agents.phone))
  await changeRows(community.db, 'sessions', { expires_at: community.clock.now }, { id: expired.id })
  await socketsAreGone()
  const writes = community.watchWrites()
  for (const unknown of [id, expired.id, '0'.repeat(32), 'x', bruno.id]) {
    expectRefusal(await bruno.delete(`/auth/sessions/${unknown}`), 404)
    expectRefusal(await hipatia.delete(`/auth/sessions/${unknown}`), 404)
  }
  expect(writes()).toEqual([])
  expect(await isSignedIn(ana)).toBe(true)
})

test('ending all sessions but the current one leaves it and other people’s open', async () => {
  const name = await newcomer()
  const other = await signIn(await newcomer(), agents.phone)
  const gone: Person[] = []
  for (const agent of [agents.phone, agents.laptop, agents.iphone]) gone.push(await signIn(name, agent))
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
  expect((await listSummaries()).slice(0, 3).toSorted()).toEqual(
    ['Chrome en Windows', 'Firefox en Android', 'Safari en iPhone'].map((device) => ['session_ended', name, device]),
  )
  await socketsAreGone()
  const writes = community.watchWrites()
  expect(expectDone(await stays.post('/auth/sessions/end-others'))).toEqual({ ended: 0 })
  expect(writes()).toEqual([])
})

const sessionsOf = async (id: string) => expectDone(await hipatia.get<Session[]>(`/auth/users/${id}/sessions`))
const mails = () => community.db.selectFrom('mails').select(['kind', 'subject']).orderBy('id').execute()

test('an administrator ends one of Ana’s sessions: its socket ends, the trail and a mail say so', async () => {
  const phone = await community.signIn('Ana')
  const laptop = await community.signIn('Ana')
  const socket = await openMemberSocket(community, phone)
  const own = await list(phone)
  const seen = await sessionsOf(phone.id)
  expect(seen).toEqual(own.map((session) => ({ ...session, is_current: false })))
  const ofPhone = own.find(({ is_current }) => is_current) as Session

  expect((await hipatia.delete(`/auth/users/${phone.id}/sessions/${ofPhone.id}`)).status).toBe(204)
  await expectCut(socket, 1000)
  expect(await isSignedIn(phone)).toBe(false)
  expect(await isSignedIn(laptop)).toBe(true)
  expect(await sessionsOf(phone.id)).toHaveLength(1)
  const [event] = expectDone(await hipatia.get<AuditEvent[]>('/audit'))
  expect(event).toMatchObject({ action: 'session_ended', actor_name: 'Hipatia', target: 'Ana' })
  expect((await mails()).at(-1)).toEqual({ kind: 'security', subject: 'Se han cerrado sesiones tuyas en Alejandría' })

  // it has ended already; nothing more is told
  const sent = (await mails()).length
  expectRefusal(await hipatia.delete(`/auth/users/${phone.id}/sessions/${ofPhone.id}`), 404)
  expect(await mails()).toHaveLength(sent)
})

test('an administrator ends all sessions of Bruno at once, and nobody else’s', async () => {
  const tabs = [await community.signIn('Bruno'), await community.signIn('Bruno')] as const
  const ana = await community.signIn('Ana')
  const { id } = tabs[0]
  expect(expectDone(await hipatia.post(`/auth/users/${id}/sessions/end-all`))).toEqual({ ended: 2 })
  for (const tab of tabs) expect(await isSignedIn(tab)).toBe(false)
  expect(await isSignedIn(ana)).toBe(true)
  expect(await sessionsOf(id)).toEqual([])
  expect(expectDone(await hipatia.post(`/auth/users/${id}/sessions/end-all`))).toEqual({ ended: 0 })
  await community.signIn('Bruno')
})

test('an administrator gets a 404 for somebody else’s session under Ana’s address, and for unknown people, and ends nothing', async () => {
  const [ana, bruno] = await community.signInAll('Ana', 'Bruno')
  const [ofBruno] = await sessionsOf(bruno.id)
  expectRefusal(await hipatia.delete(`/auth/users/${ana.id}/sessions/${ofBruno?.id}`), 404)
  expect(await isSignedIn(bruno)).toBe(true)
  const gone = await hipatia.createsAccount('Carmen')
  expect((await hipatia.delete(`/auth/users/${gone.id}`)).status).toBe(204)
  for (const id of [gone.id, 'f'.repeat(32)]) {
    expectRefusal(await hipatia.get(`/auth/users/${id}/sessions`), 404)
    expectRefusal(await hipatia.post(`/auth/users/${id}/sessions/end-all`), 404)
  }
})
