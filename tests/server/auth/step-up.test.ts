// Dangerous calls ask again for the password when the last sign-in or confirmation is more than ten minutes ago.
import { beforeEach, expect, test } from 'vitest'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { api } from '../../../contract/index.ts'
import { communityOfThisFile, expectDone, type Person, passwordOf } from '../../support/server/community.ts'
import { changeRows } from '../../support/server/database/rows.ts'
import { expectRefusal } from '../../support/server/refusal.ts'
import { openMemberSocket } from '../../support/server/sockets/sockets.ts'
import { days, minutes, seconds } from '../../support/server/times.ts'

const community = await communityOfThisFile()
const { hipatia } = community
await community.signIn('Ana')

/** Hipatia at a browser that never gives the password by itself. */
let admin: Person
const signInAs = async (name: string) => {
  const { token, id } = await community.signIn(name)
  return Object.assign(community.withToken(token), { id, name }) as Person
}
beforeEach(async () => {
  admin = await signInAs('Hipatia')
})

const confirm = (person: Pick<Person, 'post'>, password: unknown) => person.post('/auth/confirm', { password })
const refused = {
  code: 'not_confirmed',
  detail: 'Para hacer esto tienes que confirmar antes que eres tú, con tu contraseña.',
}

const dangerous = [
  ...['POST /auth/users', 'PUT /auth/users/:id', 'DELETE /auth/users/:id', 'POST /auth/users/:id/toggle-status'],
  ...['POST /auth/invitations', 'POST /auth/invitations/list', 'POST /auth/invitations/:id/renew'],
  ...['DELETE /auth/invitations/:id', 'POST /auth/factors/of/:id/remove', 'PUT /auth/factor-demand'],
  ...['POST /auth/factors/recovery-codes', 'POST /auth/totp/begin', 'POST /auth/totp', 'POST /auth/totp/remove'],
  ...['POST /auth/passkeys/begin', 'POST /auth/passkeys', 'PUT /auth/passkeys/:id', 'DELETE /auth/passkeys/:id'],
  ...['POST /auth/password-links/for/:id', 'POST /notifications/admin/broadcast', 'POST /account/export'],
  ...['POST /auth/first-password', 'DELETE /auth/sessions/:id', 'POST /auth/sessions/end-others'],
  ...['DELETE /auth/users/:id/sessions/:session_id', 'POST /auth/users/:id/sessions/end-all'],
]

test('the contract names the dangerous calls, which are these', () => {
  const rows = Object.values(api).flatMap((area): Endpoint[] => Object.values(area))
  const named = rows.filter((row) => row.confirms).map(({ method, path }) => `${method} ${path}`)
  expect(named.toSorted()).toEqual(dangerous.toSorted())
})

test.each(dangerous)(
  'more than ten minutes after the sign-in %s is refused and changes nothing, whatever it was sent',
  async (call) => {
    const ana = await hipatia.createsAccount(`Blanco ${dangerous.indexOf(call)}`)
    community.advanceClock(minutes(10) + seconds(1))
    const [method = '', path = ''] = call.split(' ')
    const writes = community.watchWrites()
    for (const body of [{}, { role: 'admin', password: 'una clave nueva' }, undefined])
      expectRefusal(await admin.ask(method, path.replaceAll(/:\w+/g, ana.id), { body }), 403, refused)
    expect(writes()).toEqual([])
  },
)

test('more than ten minutes after the sign-in other calls go on, and so do the dangerous ones for whoever may not make them', async () => {
  const ana = await signInAs('Ana')
  community.advanceClock(minutes(11))
  expectDone(await admin.get('/auth/users'))
  expect(await admin.writes()).toMatchObject({ author_name: 'Hipatia' })
  const { status, body } = await ana.delete(`/auth/users/${admin.id}`)
  expect({ status, body }).toMatchObject({ status: 403, body: { code: 'admin_only' } })
  expectRefusal(await community.visitor.delete(`/auth/users/${admin.id}`), 401)
})

test('the password counts for ten minutes, in this session only, which goes on under a new token', async () => {
  const { id } = await hipatia.createsAccount('Dafne')
  const other = await signInAs('Hipatia')
  const socket = await openMemberSocket(community, admin)
  community.advanceClock(minutes(10))
  // nothing is asked up to ten minutes after the sign-in
  expectDone(await admin.put(`/auth/users/${id}`, { phone: '600' }))
  community.advanceClock(minutes(1))
  const before = admin.token
  const { status, headers, text } = await confirm(admin, passwordOf('Hipatia'))
  expect({ status, text }).toEqual({ status: 204, text: '' })
  expect(headers.get('x-access-token')).toBe(admin.token)
  expect(admin.token).not.toBe(before)
  expectRefusal(await community.withToken(before).get('/auth/me'), 401)
  expectRefusal(await confirm(community.withToken(before), passwordOf('Hipatia')), 401)
  expectDone(await admin.put(`/auth/users/${id}`, { phone: '601' }))
  expect((await other.put(`/auth/users/${id}`, { phone: '602' })).body).toMatchObject(refused)
  // the page’s connection is the same session’s
  expect(await socket.says('Sigo aquí')).toMatchObject({ username: 'Hipatia' })

  community.advanceClock(minutes(10))
  expectDone(await admin.put(`/auth/users/${id}`, { phone: '603' }))
  community.advanceClock(seconds(1))
  expect((await admin.put(`/auth/users/${id}`, { phone: '604' })).body).toMatchObject(refused)
})

test('who signed in before this version, or while the clock was a day ahead, is asked at once; that of another machine may be ahead by seconds', async () => {
  const { id } = await hipatia.createsAccount('Gaia')
  await changeRows(community.db, 'sessions', { confirmed_at: null }, { user_id: admin.id })
  expect((await admin.put(`/auth/users/${id}`, { phone: '608' })).body).toMatchObject(refused)
  expectDone(await confirm(admin, passwordOf('Hipatia')))
  expectDone(await admin.put(`/auth/users/${id}`, { phone: '608' }))
  community.advanceClock(days(1))
  admin = await signInAs('Hipatia')
  community.advanceClock(-days(1))
  expect((await admin.put(`/auth/users/${id}`, { phone: '606' })).body).toMatchObject(refused)
  community.advanceClock(seconds(40))
  expectDone(await confirm(admin, passwordOf('Hipatia')))
  community.advanceClock(-seconds(40))
  expectDone(await admin.put(`/auth/users/${id}`, { phone: '607' }))
})

test('a wrong password confirms nothing; the fifth ends the session, and its person signs in again at once', async () => {
  const { id } = await hipatia.createsAccount('Eco')
  const other = await signInAs('Hipatia')
  community.advanceClock(minutes(11))
  const before = admin.token
  for (const wrong of ['no es esta', passwordOf('Ana')]) expectRefusal(await confirm(admin, wrong), 400)
  expect(admin.token).toBe(before)
  expect((await admin.put(`/auth/users/${id}`, { phone: '605' })).body).toMatchObject(refused)
  expectRefusal(await confirm(admin, ''), 422, { field: 'password' })
  for (const wrong of ['prueba 3', 'prueba 4']) expectRefusal(await confirm(admin, wrong), 400)
  expectRefusal(await confirm(admin, 'prueba 5'), 401)
  expectRefusal(await admin.get('/auth/me'), 401)

  // whoever has the token of a session locks its person out of nothing elsewhere
  expectDone(await confirm(other, passwordOf('Hipatia')))
  expectDone(await other.put(`/auth/users/${id}`, { phone: '606' }))
  const again = await signInAs('Hipatia')
  expectDone(await confirm(again, passwordOf('Hipatia')))
  expectDone(await again.put(`/auth/users/${id}`, { phone: '607' }))
})

test('of two confirmations at once with one token one gives a new token, and the other is refused', async () => {
  community.advanceClock(minutes(11))
  const tabs = [community.withToken(admin.token), community.withToken(admin.token)]
  const statuses = await Promise.all(tabs.map(async (tab) => (await confirm(tab, passwordOf('Hipatia'))).status))
  expect(statuses.toSorted()).toEqual([204, 401])
  const winner = tabs[statuses.indexOf(204)] as (typeof tabs)[0]
  expectDone(await winner.get('/auth/me'))
})
