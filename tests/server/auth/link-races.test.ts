// @databases both
// An account that changes while its link is used (docs/decisions/049).
import { afterAll, expect, test } from 'vitest'
import { days, expectDone, startCommunity } from '../../support/server/community.ts'
import { expectRefusal } from '../../support/server/refusal.ts'
import { holdHashes } from './hold-hashes.ts'
import { linksOf } from './links.ts'

const community = await startCommunity()
afterAll(() => community.close())
const { hipatia, visitor, tryToSignIn } = community
const { accept, read, tokenFor, resetTokenFor } = linksOf(community)

const changes: Record<string, (id: string) => Promise<{ status: number }>> = {
  deactivated: (id) => hipatia.post(`/auth/users/${id}/toggle-status`),
  'given another e-mail': (id) => hipatia.put(`/auth/users/${id}`, { email: `${id}@otra.example` }),
  deleted: (id) => hipatia.delete(`/auth/users/${id}`),
}

for (const [what, change] of Object.entries(changes))
  for (const kind of ['invitations', 'password-links'] as const)
    test(`somebody who is ${what} while their password of ${kind} is hashed doesn’t get it`, async () => {
      const name = `Persona ${what} ${kind}`.replaceAll('-', ' ')
      const person = kind === 'invitations' ? undefined : await community.signIn(name)
      const { token, id } = person ? { token: await resetTokenFor(person), id: person.id } : await tokenFor(name)
      const release = holdHashes()
      const accepting = accept(kind, token)
      // the link is read before the hash is made
      expect((await read(kind, token)).status).toBe(200)
      expect((await change(id)).status).toBeLessThan(300)
      await release()
      expectRefusal(await accepting, 410)
      expectRefusal(await tryToSignIn(name, 'una clave elegida'), 401)
      expect(await community.db.selectFrom('sessions').where('user_id', '=', id).selectAll().execute()).toHaveLength(
        person && what === 'given another e-mail' ? 1 : 0,
      )
    })

test('of a deactivation and a use at the same moment one comes first, and no session is left', async () => {
  for (let turn = 0; turn < 10; turn++) {
    const { token, id } = await tokenFor(`Pareja ${turn}`)
    const [accepted] = await Promise.all([
      accept('invitations', token),
      hipatia.post(`/auth/users/${id}/toggle-status`),
    ])
    expect([200, 410]).toContain(accepted.status)
    if (accepted.status === 200)
      expectRefusal(await community.withToken(accepted.body.access_token).get('/auth/me'), 401)
    expect((await visitor.post('/auth/login', { name: `Pareja ${turn}`, password: 'una clave elegida' })).status).toBe(
      accepted.status === 200 ? 403 : 401,
    )
  }
})

test('an invited administrator isn’t counted as one who stays', async () => {
  // Hipatia leaves the role to Dama; Teano, invited, can't sign in
  await tokenFor('Teano', { role: 'admin' })
  await hipatia.createsAccount('Dama', { role: 'admin' })
  const dama = await community.signIn('Dama')
  expectDone(await dama.put(`/auth/users/${hipatia.id}`, { role: 'normal' }))
  const { countOtherActiveAdmins } = await import('../../../server/users/queries.ts')
  expect(await countOtherActiveAdmins(community.db, dama.id)).toBe(0)
  community.advanceClock(days(1))
  expectRefusal(await dama.put(`/auth/users/${dama.id}`, { role: 'normal' }), 409)
})
