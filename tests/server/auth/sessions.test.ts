// @databases both
// Sessions (DECISIONS §2, "Auth"): opaque tokens, stored hashed; kept ones end `SESSION_DAYS` after the last visit, at the
// latest after 180 days; others 12 hours after the last activity, at the latest after seven days.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Session } from '../../../contract/auth.ts'
import { communityOfThisFile, expectDone, type Person, passwordOf } from '../../support/server/community.ts'
import { expectRefusal } from '../../support/server/refusal.ts'
import { expectCut, openMemberSocket } from '../../support/server/sockets/sockets.ts'
import { days, hours, minutes, seconds } from '../../support/server/times.ts'

const community = await communityOfThisFile()
const { hipatia, visitor } = community
// all accounts are created now: Hipatia's own session ends in these tests
for (const name of ['Ana', 'Bruno', 'Clío', 'Berenice', 'Dafne']) await community.signIn(name)

const isSignedIn = async (person: { get: typeof visitor.get }) => (await person.get('/auth/me')).status === 200

test('a session that is kept ends 180 days after the sign-in if it is used every week, and 30 days after its last use', async () => {
  const ana = await community.signIn('Ana')
  const resting = await community.signIn('Ana')
  const berenice = await community.signIn('Berenice')
  for (let week = 0; week < 25; week++) {
    community.advanceClock(days(7))
    for (const person of [ana, berenice]) expect(await isSignedIn(person)).toBe(true)
  }
  expect(await isSignedIn(resting)).toBe(false)
  // a new token doesn't postpone the end
  const passwords = { current_password: passwordOf('Berenice'), new_password: 'un papiro nuevo' }
  expectDone(await berenice.post('/auth/change-password', passwords))

  community.advanceClock(days(5) - seconds(1))
  for (const person of [ana, berenice]) expect(await isSignedIn(person)).toBe(true)
  community.advanceClock(seconds(1))
  for (const person of [ana, berenice]) expectRefusal(await person.get('/auth/me'), 401)

  const bruno = await community.signIn('Bruno')
  community.advanceClock(days(30) - seconds(1))
  expect(await isSignedIn(bruno)).toBe(true)
  community.advanceClock(days(30))
  expectRefusal(await bruno.get('/auth/me'), 401)
})

test('who comes once a week for a year on one telephone signs in three times', async () => {
  let telephone = await community.signIn('Ana')
  let signIns = 1
  for (let week = 1; week <= 52; week++) {
    community.advanceClock(days(7))
    if (await isSignedIn(telephone)) continue
    telephone = await community.signIn('Ana')
    signIns++
  }
  expect(signIns).toBe(3)
})

test('a session that isn’t kept ends after twelve hours without activity, and after seven days', async () => {
  const signIn = async () => {
    const credentials = { name: 'Bruno', password: passwordOf('Bruno'), keep: false }
    const { body } = await visitor.post<{ access_token: string }>('/auth/login', credentials)
    return community.withToken(body.access_token)
  }
  const [active, resting] = [await signIn(), await signIn()]
  community.advanceClock(hours(12) - seconds(1))
  expect(await isSignedIn(active)).toBe(true)
  community.advanceClock(seconds(1))
  expectRefusal(await resting.get('/auth/me'), 401)
  for (let turn = 0; turn < 14; turn++) {
    community.advanceClock(hours(11))
    expect(await isSignedIn(active)).toBe(true)
  }
  const kept = expectDone(await active.get<Session[]>('/auth/sessions')).map(({ is_kept }) => is_kept)
  expect(kept).toEqual([false])
  community.advanceClock(hours(2) - seconds(1))
  expect(await isSignedIn(active)).toBe(true)
  community.advanceClock(seconds(1))
  expectRefusal(await active.get('/auth/me'), 401)
})

test('requests that a page sends by itself don’t extend a session, nor change its last activity; a refused one doesn’t revive it', async () => {
  const ana = await community.signIn('Ana')
  const began = community.moment()
  for (let visit = 0; visit < 5; visit++) {
    community.advanceClock(days(5))
    expectDone(await ana.post('/auth/heartbeat', undefined, { isByPage: true }))
    expectDone(await ana.get('/auth/online-users', { isByPage: true }))
  }
  const [session] = expectDone(await ana.get<Session[]>('/auth/sessions', { isByPage: true }))
  expect(session).toMatchObject({ is_current: true, last_seen_at: began })
  community.advanceClock(days(5))
  expectRefusal(await ana.post('/auth/heartbeat', undefined, { isByPage: true }), 401)
  // an answer to the person comes too late as well
  expectRefusal(await ana.get('/auth/me'), 401)
  community.clock.now -= days(1)
  expect(await isSignedIn(ana)).toBe(true)
  community.clock.now += days(1)
  expect(await isSignedIn(ana)).toBe(true)
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

test('logging out ends this session and no other', async () => {
  const phone = await community.signIn('Ana')
  const laptop = await community.signIn('Ana')
  const bruno = await community.signIn('Bruno')
  const { status, text, headers } = await phone.post('/auth/logout')
  // files of the archive don't stay on a shared computer
  expect(headers.get('clear-site-data')).toBe('"cache"')
  expect({ status, text }).toEqual({ status: 204, text: '' })
  for (const other of [laptop, bruno]) expect(await isSignedIn(other)).toBe(true)
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
    const bytes = Buffer.from(token, 'base64url')
    expect(bytes).toHaveLength(32)
    for (const written of [token, bytes.toString('hex'), bytes.toString('base64')]) expect(text).not.toContain(written)
  }
  for (const session of rows.sessions as Record<string, string>[])
    for (const stolen of [session.id, session.token_hash, session.user_id])
      expectRefusal(await community.withToken(`${stolen}`).get('/auth/me'), 401)

  if (community.isPostgres) return
  const files = readdirSync(community.dataDir).filter((name) => name.startsWith('alejandria.db'))
  expect(files).toContain('alejandria.db')
  for (const file of files) {
    const bytes = readFileSync(join(community.dataDir, file))
    for (const secret of [dafne.token, ...passwords]) expect(bytes.includes(secret)).toBe(false)
  }
})

test('a token is accepted in the Authorization header only, and only complete', async () => {
  const { token } = await community.signIn('Ana')
  for (const name of ['access_token', 'token', 'auth_token'])
    expectRefusal(await visitor.get(`/auth/me?${name}=${token}`), 401)
  const elsewhere = { cookie: `auth_token=${token}; token=${token}`, 'proxy-authorization': `Bearer ${token}` }
  for (const header of Object.entries({ ...elsewhere, 'x-auth-token': token, 'x-access-token': token }))
    expectRefusal(await visitor.get('/auth/me', { headers: Object.fromEntries([header]) }), 401)
  for (const authorization of [
    ...[token, `Basic ${Buffer.from(`Ana:${token}`).toString('base64')}`, `Bearer "${token}"`, 'Bearer', ''],
    ...[token.slice(0, -1), `${token}A`, `${token.slice(0, -2)}__`, token.toUpperCase()].map((it) => `Bearer ${it}`),
    `Bearer ${token}, Bearer ${token}`,
  ])
    expectRefusal(await visitor.get('/auth/me', { headers: { authorization } }), 401)
  expectRefusal(await visitor.post('/auth/heartbeat', { access_token: token }), 401)
})
