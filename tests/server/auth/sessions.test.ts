// @databases both
// Sessions (DECISIONS §2, "Auth"): opaque tokens, stored hashed, `SESSION_DAYS` sliding, 30 days at most.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Session } from '../../../contract/auth.ts'
import {
  communityOfThisFile,
  days,
  expectDone,
  minutes,
  type Person,
  passwordOf,
  seconds,
} from '../../support/server/community.ts'
import { expectRefusal } from '../../support/server/refusal.ts'
import { expectCut, openMemberSocket } from '../../support/server/sockets/sockets.ts'

const community = await communityOfThisFile()
const { hipatia, visitor } = community
// all accounts are created now: Hipatia's own session ends in these tests
await community.signIn('Ana')
await community.signIn('Bruno')
await community.signIn('Clío')
await community.signIn('Berenice')
await community.signIn('Dafne')

const isSignedIn = async (person: { get: typeof visitor.get }) => (await person.get('/auth/me')).status === 200

test('a session used every few days ends 30 days after the sign-in; a session unused for seven days ends then', async () => {
  const ana = await community.signIn('Ana')
  const resting = await community.signIn('Ana')
  const berenice = await community.signIn('Berenice')
  for (let visit = 0; visit < 4; visit++) {
    community.advanceClock(days(6))
    for (const person of [ana, berenice]) expect(await isSignedIn(person)).toBe(true)
  }
  expect(await isSignedIn(resting)).toBe(false)
  // a new token doesn't postpone the end
  const passwords = { current_password: passwordOf('Berenice'), new_password: 'un papiro nuevo' }
  expectDone(await berenice.post('/auth/change-password', passwords))

  community.advanceClock(days(6) - seconds(1))
  for (const person of [ana, berenice]) expect(await isSignedIn(person)).toBe(true)
  community.advanceClock(seconds(1))
  for (const person of [ana, berenice]) expectRefusal(await person.get('/auth/me'), 401)

  const bruno = await community.signIn('Bruno')
  community.advanceClock(days(7) - seconds(1))
  expect(await isSignedIn(bruno)).toBe(true)
  community.advanceClock(days(7))
  expectRefusal(await bruno.get('/auth/me'), 401)
})

test('requests that a page sends by itself don’t extend a session, nor change its last activity', async () => {
  const ana = await community.signIn('Ana')
  const began = community.moment()
  for (let day = 0; day < 6; day++) {
    community.advanceClock(days(1))
    expectDone(await ana.post('/auth/heartbeat', undefined, { isByPage: true }))
    expectDone(await ana.get('/auth/online-users', { isByPage: true }))
  }
  const [session] = expectDone(await ana.get<Session[]>('/auth/sessions', { isByPage: true }))
  expect(session).toMatchObject({ is_current: true, last_seen_at: began })
  community.advanceClock(days(1))
  expectRefusal(await ana.post('/auth/heartbeat', undefined, { isByPage: true }), 401)
  // an answer to the person comes too late as well
  expectRefusal(await ana.get('/auth/me'), 401)
})

test('of more than 50 sessions of a person the least recently used ends, and nobody else’s', async () => {
  const bruno = await community.signIn('Bruno')
  const sessions = []
  for (let count = 0; count < 50; count++) {
    sessions.push(await community.signIn('Clío'))
    community.advanceClock(minutes(2))
  }
  const [oldest, second] = sessions as [Person, Person]
  const socket = await openMemberSocket(community, second)
  expect(await isSignedIn(oldest)).toBe(true)
  const newest = await community.signIn('Clío')
  // the first one was used last
  await expectCut(socket, 1000)
  expect(await isSignedIn(second)).toBe(false)
  for (const person of [oldest, newest, bruno]) expect(await isSignedIn(person)).toBe(true)
  expect(expectDone(await newest.get<Session[]>('/auth/sessions'))).toHaveLength(50)
})

test('a refused call with an expired token doesn’t revive the session', async () => {
  const ana = await community.signIn('Ana')
  community.advanceClock(days(7) + minutes(1))
  expectRefusal(await ana.post('/auth/heartbeat'), 401)
  community.clock.now -= days(1)
  expect(await isSignedIn(ana)).toBe(true)
  community.clock.now += days(1)
  expect(await isSignedIn(ana)).toBe(true)
})

test('logging out ends this session and no other', async () => {
  const phone = await community.signIn('Ana')
  const laptop = await community.signIn('Ana')
  const bruno = await community.signIn('Bruno')
  const { status, text, headers } = await phone.post('/auth/logout')
  // files of the archive don't stay on a shared computer
  expect(headers.get('clear-site-data')).toBe('"cache"')
  expect({ status, text }).toEqual({ status: 204, text: '' })
  expect(await isSignedIn(phone)).toBe(false)
  expect(await isSignedIn(laptop)).toBe(true)
  expect(await isSignedIn(bruno)).toBe(true)
  expectRefusal(await phone.post('/auth/logout'), 401)
})

test('the database has no tokens and no passwords, and its hashes are not accepted as tokens', async () => {
  const dafne = await community.signIn('Dafne')
  const passwords = [passwordOf('Dafne'), 'el papiro secreto']
  const change = { current_password: passwords[0], new_password: passwords[1] }
  expectDone(await dafne.post('/auth/change-password', change))
  const rows = await community.readAllTables()
  const text = JSON.stringify(rows)
  for (const secret of passwords) {
    expect(text + community.logText()).not.toContain(secret)
    expect(text).not.toContain(Buffer.from(secret).toString('base64'))
  }
  for (const token of [dafne.token, hipatia.token]) {
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    expect(text).not.toContain(token)
    expect(text).not.toContain(Buffer.from(token, 'base64url').toString('hex'))
    expect(text).not.toContain(Buffer.from(token, 'base64url').toString('base64'))
  }
  for (const session of rows.sessions as Record<string, string>[])
    for (const stolen of [session.id, session.token_hash, session.user_id])
      expectRefusal(await community.withToken(`${stolen}`).get('/auth/me'), 401)

  const files = community.isPostgres
    ? []
    : readdirSync(community.dataDir).filter((name) => name.startsWith('alejandria.db'))
  if (!community.isPostgres) expect(files).toContain('alejandria.db')
  for (const file of files) {
    const bytes = readFileSync(join(community.dataDir, file))
    expect(bytes.includes(dafne.token)).toBe(false)
    for (const secret of passwords) expect(bytes.includes(secret)).toBe(false)
  }
})

test('a token is accepted in the Authorization header only, and only complete', async () => {
  const { token } = await community.signIn('Ana')
  for (const query of [`access_token=${token}`, `token=${token}`, `auth_token=${token}`])
    expectRefusal(await visitor.get(`/auth/me?${query}`), 401)
  for (const headers of [
    { cookie: `auth_token=${token}; token=${token}` },
    { 'x-auth-token': token },
    { 'x-access-token': token },
    { 'proxy-authorization': `Bearer ${token}` },
  ] as Record<string, string>[])
    expectRefusal(await visitor.get('/auth/me', { headers }), 401)
  for (const authorization of [
    ...[token, `Basic ${Buffer.from(`Ana:${token}`).toString('base64')}`, `Bearer "${token}"`, 'Bearer', ''],
    ...[token.slice(0, -1), `${token}A`, `${token.slice(0, -2)}__`, token.toUpperCase()].map((it) => `Bearer ${it}`),
    `Bearer ${token}, Bearer ${token}`,
  ])
    expectRefusal(await visitor.get('/auth/me', { headers: { authorization } }), 401)
  expectRefusal(await visitor.post('/auth/heartbeat', { access_token: token }), 401)
})
