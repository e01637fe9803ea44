// Sessions (DECISIONS §2, "Auth"): opaque tokens, stored hashed, `SESSION_DAYS` sliding.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { User } from '../../../contract/users.ts'
import { days, expectDone, minutes, seconds, startCommunity } from '../../support/server/community.ts'
import { expectRefusal } from '../../support/server/refusal.ts'

const community = await startCommunity()
afterAll(() => community.close())
const { hipatia, visitor } = community
// both accounts are created now: Hipatia's own session ends in these tests
await community.signIn('Ana')
await community.signIn('Bruno')

const isSignedIn = async (person: { get: typeof visitor.get }) => (await person.get('/auth/me')).status === 200

test('/auth/me is the caller’s account with its current values', async () => {
  const ana = await community.signIn('Ana')
  const bruno = await community.signIn('Bruno')
  expectDone(await hipatia.put(`/auth/users/${ana.id}`, { name: 'Ana María', phone: '600 100 200' }))
  expect(expectDone(await ana.get<User>('/auth/me'))).toMatchObject({
    id: ana.id,
    name: 'Ana María',
    phone: '600 100 200',
  })
  expect(expectDone(await bruno.get<User>('/auth/me'))).toMatchObject({ id: bruno.id, name: 'Bruno', phone: null })
  expectDone(await hipatia.put(`/auth/users/${ana.id}`, { name: 'Ana', phone: null }))
})

test('a session used every few days never ends; a session unused for seven days does', async () => {
  const ana = await community.signIn('Ana')
  const resting = await community.signIn('Ana')
  for (let visit = 0; visit < 5; visit++) {
    community.advanceClock(days(6))
    expect(await isSignedIn(ana)).toBe(true)
  }
  expect(await isSignedIn(resting)).toBe(false)

  community.advanceClock(days(7) - seconds(1))
  expect(await isSignedIn(ana)).toBe(true)
  community.advanceClock(days(7))
  expectRefusal(await ana.get('/auth/me'), 401)
  expectRefusal(await ana.get('/auth/me'), 401)
})

test('any request extends a session, heartbeats included', async () => {
  const ana = await community.signIn('Ana')
  community.advanceClock(days(5))
  expectDone(await ana.post('/auth/heartbeat'))
  community.advanceClock(days(5))
  expect(await isSignedIn(ana)).toBe(true)
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

test('two tabs with the same token share a session: a logout in either ends it for both', async () => {
  const tab = await community.signIn('Ana')
  const otherTab = community.withToken(tab.token)
  expect(await isSignedIn(otherTab)).toBe(true)
  await otherTab.post('/auth/logout')
  expect(await isSignedIn(tab)).toBe(false)
})

test('the database has no tokens, and its hashes are not accepted as tokens', async () => {
  const ana = await community.signIn('Ana')
  const rows = await community.readAllTables()
  const text = JSON.stringify(rows)
  for (const token of [ana.token, hipatia.token]) {
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
    expect(bytes.includes(ana.token)).toBe(false)
    expect(bytes.includes('la clave de Ana')).toBe(false)
  }
})

test('tokens are long, random and never repeated', async () => {
  const tokens = new Set<string>()
  for (let turn = 0; turn < 5; turn++) tokens.add((await community.signIn('Ana')).token)
  expect(tokens.size).toBe(5)
  for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32)
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
    { authorization: token },
    { authorization: `Basic ${Buffer.from(`Ana:${token}`).toString('base64')}` },
    { authorization: `Bearer ${token.slice(0, -1)}` },
    { authorization: `Bearer ${token}A` },
    { authorization: `Bearer ${token.slice(0, -2)}__` },
    { authorization: `Bearer ${token.toUpperCase()}` },
    { authorization: `Bearer "${token}"` },
    { authorization: `Bearer ${token}, Bearer ${token}` },
    { authorization: 'Bearer' },
    { authorization: '' },
  ] as Record<string, string>[])
    expectRefusal(await visitor.get('/auth/me', { headers }), 401)
  expectRefusal(await visitor.post('/auth/heartbeat', { access_token: token }), 401)
})
