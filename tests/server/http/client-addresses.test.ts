// Addresses of people behind a proxy (DECISIONS §1, TRUST_PROXY): some proxies write the port too, or anything.
import { expect, test } from 'vitest'
import type { Session } from '../../../contract/auth.ts'
import { communityOfThisTest, expectDone } from '../../support/server/community.ts'

const wrongPasswords = 12

test.each([
  ['IPv4 with the port', '198.51.100.8', (turn: number) => `198.51.100.8:${50_000 + turn}`],
  ['IPv6 in brackets with the port', '2001:db8::8', (turn: number) => `[2001:db8::8]:${50_000 + turn}`],
  ['IPv4 alone', '198.51.100.7', () => '198.51.100.7'],
  [
    'what isn’t an address, which counts as the proxy’s own',
    '127.0.0.1',
    (turn: number) => `203.0.113.9, nadie-${turn}`,
  ],
])('guesses of one address are counted together where a proxy writes %s', async (_, address, written) => {
  const community = await communityOfThisTest({ trustedProxies: ['127.0.0.1'] })
  const from = (turn: number) => ({ headers: { 'x-forwarded-for': written(turn) } })
  const ana = await community.signIn('Ana')
  expectDone(await community.tryToSignIn('Ana', undefined, from(0)))
  const sessions = expectDone(await ana.get<Session[]>('/auth/sessions'))
  expect(sessions.map((session) => session.address)).toContain(address)

  const statuses: number[] = []
  for (let turn = 1; turn <= wrongPasswords; turn++)
    statuses.push((await community.tryToSignIn('Ana', 'mal', from(turn))).status)
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429])
  const warnings = community.log().filter(({ msg }) => msg === 'a proxy wrote an X-Forwarded-For that is no address')
  expect(warnings).toHaveLength(address === '127.0.0.1' ? 1 : 0)
})
