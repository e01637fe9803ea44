// A wrong name and a wrong password take the same time, so that nobody learns who has an account, and in which state.
import { expect, test } from 'vitest'
import { inFull } from '../../support/in-full.ts'
import { rankTest } from '../../support/rank-test.ts'
import { communityOfThisFile, expectDone } from '../../support/server/community.ts'
import { restoreHashes } from '../../support/server/hashes.ts'

restoreHashes()
const community = await communityOfThisFile({ trustedProxies: ['127.0.0.1'] })
const { hipatia, visitor } = community

/** Names of ten accounts each; the accounts are made by these functions. */
const kinds: Record<string, (name: string, number: number) => Promise<unknown>> = {
  Nadie: async () => {},
  Socia: (name) => hipatia.createsAccount(name),
  Apartada: async (name) => {
    const { id } = await hipatia.createsAccount(name)
    expectDone(await hipatia.post(`/auth/users/${id}/toggle-status`))
  },
  Invitada: async (name, number) =>
    expectDone(await hipatia.post('/auth/invitations', { name, email: `invitada-${number}@alejandria.example` })),
}
const names = Object.keys(kinds)

test('refused sign-ins take the same time with unknown names, and with those of active, deactivated and invited people', {
  timeout: 600_000,
}, async () => {
  for (const [kind, make] of Object.entries(kinds))
    for (let number = 0; number < 10; number++) await make(`${kind} ${number}`, number)
  const times: Record<string, number[]> = Object.fromEntries(names.map((kind) => [kind, []]))
  for (let turn = 0; turn < inFull(500, 60); turn++) {
    const headers = { 'x-forwarded-for': `198.18.${turn >> 8}.${turn & 255}` }
    // each kind is asked first, second, third and last equally often
    for (let place = 0; place < names.length; place++) {
      const kind = names[(turn + place) % names.length] as string
      const body = { name: `${kind} ${turn % 10}`, password: 'no es esta' }
      const begun = performance.now()
      const answer = await visitor.post('/auth/login', body, { headers })
      times[kind]?.push(performance.now() - begun)
      expect(answer.status).toBe(401)
    }
  }
  const { Nadie: ofNobody = [], ...ofAccounts } = times
  for (const [kind, ofKind] of Object.entries(ofAccounts))
    expect(rankTest(ofKind, ofNobody), kind).toBeGreaterThan(1e-4)
})

const lowerQuartile = (times: number[]) => times.toSorted((a, b) => a - b)[times.length >> 2] ?? 0

test('a name whose hash is of a lower cost takes about as long as an unknown one', { timeout: 120_000 }, async () => {
  const costs = { 'Antigua 0': 'm=8192,t=1,p=1', 'Antigua 1': 'm=19456,t=1,p=1' }
  for (const [name, cost] of Object.entries(costs)) {
    const { id } = await hipatia.createsAccount(name)
    const password_hash = `$argon2id$v=19$${cost}$${'A'.repeat(22)}$${'A'.repeat(43)}`
    await community.db.updateTable('users').set({ password_hash }).where('id', '=', id).execute()
  }
  const times: Record<string, number[]> = { Nadie: [], 'Antigua 0': [], 'Antigua 1': [] }
  for (let turn = 0; turn < inFull(60, 20); turn++) {
    const headers = { 'x-forwarded-for': `198.19.0.${turn}` }
    for (const [name, ofName] of Object.entries(times)) {
      const begun = performance.now()
      const answer = await visitor.post('/auth/login', { name, password: 'no es esta' }, { headers })
      ofName.push(performance.now() - begun)
      expect(answer.status).toBe(401)
    }
  }
  const ofNobody = lowerQuartile(times.Nadie ?? [])
  for (const name of Object.keys(costs)) {
    const ratio = lowerQuartile(times[name] ?? []) / ofNobody
    expect(ratio, name).toBeGreaterThan(0.7)
    expect(ratio, name).toBeLessThan(1.5)
  }
})
