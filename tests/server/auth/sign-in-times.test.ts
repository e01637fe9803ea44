// A wrong name and a wrong password take the same time, so that nobody learns who has an account.
import { afterAll, expect, test } from 'vitest'
import { rankTest } from '../../support/rank-test.ts'
import { startCommunity } from '../../support/server/community.ts'

const community = await startCommunity({
  trustedProxies: ['127.0.0.1'],
  budgets: { signIns: { burst: 100_000, perSecond: 100_000 } },
})
afterAll(() => community.close())

test('two thousand refused sign-ins with known and unknown names take the same time', {
  timeout: 600_000,
}, async () => {
  const pairs = Array.from({ length: 10 }, (_, n) => [`Socia ${n}`, `Nadie ${n}`])
  for (const [member = ''] of pairs) await community.hipatia.createsAccount(member)
  const times: [member: number[], nobody: number[]] = [[], []]
  for (let turn = 0; turn < 1000; turn++) {
    const pair = pairs[turn % pairs.length] as string[]
    const headers = { 'x-forwarded-for': `198.18.${turn >> 8}.${turn & 255}` }
    for (const kind of turn % 20 < 10 ? [0, 1] : [1, 0]) {
      const begun = performance.now()
      const answer = await community.visitor.post(
        '/auth/login',
        { name: pair[kind], password: 'no es esta' },
        { headers },
      )
      times[kind as 0 | 1].push(performance.now() - begun)
      expect(answer.status).toBe(401)
    }
  }
  expect(rankTest(...times)).toBeGreaterThan(1e-4)
})
