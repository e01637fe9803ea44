// @databases both
// Changes of one's own password (SPEC §5, DECISIONS §2 "Auth").
import { expect, test } from 'vitest'
import { communityOfThisFile, expectDone, minutes, passwordOf } from '../../support/server/community.ts'
import { expectRefusal } from '../../support/server/refusal.ts'
import { openMemberSocket } from '../../support/server/sockets/sockets.ts'
import { factorsOf } from './factors/factors.ts'

const community = await communityOfThisFile()
const { hipatia, tryToSignIn } = community
const { subjects } = factorsOf(community)

type Someone = Awaited<ReturnType<typeof community.signIn>>
const change = (person: Someone, current_password: unknown, new_password: unknown, more = {}) =>
  person.post<{ message: string; detail: string }>('/auth/change-password', { current_password, new_password, ...more })

/** Gives somebody the first password again, which has the name in it, an hour later: five changes an hour are made. */
async function restore({ id, name }: Someone) {
  community.advanceClock(minutes(61))
  expectDone(await hipatia.put(`/auth/users/${id}`, { password: passwordOf(name) }))
}

test('Ana’s new password signs in and the old one doesn’t; her other sessions end, other people’s don’t', async () => {
  const ana = await community.signIn('Ana')
  const phone = await community.signIn('Ana')
  const bruno = await community.signIn('Bruno')

  const before = ana.token
  const own = expectDone(await ana.get('/auth/me'))
  const ignored = { role: 'admin', id: hipatia.id, name: 'Hipatia', is_active: false, user_id: hipatia.id }
  const { status, body, headers } = await change(ana, passwordOf('Ana'), 'un papiro nuevo', ignored)
  expect({ status, body }).toEqual({ status: 200, body: { message: expect.stringMatching(/\S/) } })
  expect(headers.get('x-access-token')).toBe(ana.token)
  expect(ana.token).not.toBe(before)
  expect(expectDone(await ana.get('/auth/me'))).toEqual(own)
  for (const ended of [community.withToken(before), phone]) expectRefusal(await ended.get('/auth/me'), 401)
  expect((await bruno.get('/auth/me')).status).toBe(200)
  expect((await tryToSignIn('Hipatia')).status).toBe(200)

  expectRefusal(await tryToSignIn('Ana', passwordOf('Ana')), 401)
  expect((await tryToSignIn('Ana', 'un papiro nuevo')).status).toBe(200)
  await restore(ana)
})

test('a client that asks for no new token goes on with its own and its socket; the other sessions end', async () => {
  const ana = await community.signIn('Ana')
  const phone = await community.signIn('Ana')
  const socket = await openMemberSocket(community, ana)
  const passwords = { current_password: passwordOf('Ana'), new_password: 'un papiro nuevo' }
  const unasked = { headers: { 'x-renew-token': '0' } }
  const answer = await ana.post('/auth/change-password', passwords, unasked)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('x-access-token')).toBeNull()
  expectRefusal(await phone.get('/auth/me'), 401)
  expect((await ana.get('/auth/me')).status).toBe(200)
  expect(await socket.says('Sigo aquí')).toMatchObject({ username: 'Ana' })

  community.advanceClock(minutes(11))
  const confirmed = await ana.post('/auth/confirm', { password: 'un papiro nuevo' }, unasked)
  expect([confirmed.status, confirmed.headers.get('x-access-token')]).toEqual([204, null])
  expectDone(await ana.post('/auth/sessions/end-others', undefined, unasked))
  await restore(ana)
})

test('a wrong current password is 400; new ones of fewer than six characters and unchanged ones are refused in their words; nothing changes', async () => {
  const ana = await community.signIn('Ana')
  const phone = await community.signIn('Ana')
  const { users, sessions } = await community.readAllTables()
  for (const wrong of ['no es esta', passwordOf('Bruno'), `${passwordOf('Ana')} `, passwordOf('Ana').toUpperCase()])
    expectRefusal(await change(ana, wrong, 'un papiro nuevo'), 400)
  expect(await community.readAllTables()).toMatchObject({ users, sessions })
  expect((await phone.get('/auth/me')).status).toBe(200)
  const writes = community.watchWrites()
  const tooShort = { detail: 'New password must be at least 6 characters long', field: 'new_password' }
  for (const short of ['', '12345', '🦉🦉🦉🦉🦉'])
    expectRefusal(await change(ana, passwordOf('Ana'), short), 422, tooShort)
  expectRefusal(await change(ana, passwordOf('Ana'), passwordOf('Ana')), 422, {
    detail: 'New password must be different from current password',
    field: 'new_password',
  })
  expectRefusal(await change(ana, passwordOf('Ana'), 'x'.repeat(201)), 422, { field: 'new_password' })
  expectRefusal(await change(ana, '', 'un papiro nuevo'), 422, { field: 'current_password' })
  expect(writes()).toEqual([])
})

test('passwords of six and of two hundred characters are accepted, emoji included', async () => {
  const ana = await community.signIn('Ana')
  let current = passwordOf('Ana')
  for (const next of ['kq7m2x', '🦉'.repeat(6), '🦉'.repeat(200), 'x'.repeat(200), '        ']) {
    expectDone(await change(ana, current, next))
    expect((await tryToSignIn('Ana', next)).status).toBe(200)
    current = next
  }
  await restore(ana)
})

test('what others would try first is refused at its field, in words that say why', async () => {
  const { name } = await hipatia.createsAccount('María Núñez')
  const maria = await community.signIn(name, passwordOf(name))
  const common = 'Esa contraseña es una de las más usadas: es de las primeras que se prueban'
  const ownName = 'La contraseña no puede llevar tu nombre'
  const refused: Record<string, string> = {
    password1: common,
    PASSWORD1: common,
    '12345678': common,
    qwertyuiop: common,
    baseball: common,
    'soy maria': ownName,
    xMARÍAx2026: ownName,
    'la de Núñez 9': ownName,
    'un nunez más': ownName,
    'la de Alejandría': 'La contraseña no puede llevar «Alejandría»',
    alejandria2026: 'La contraseña no puede llevar «Alejandría»',
  }
  for (const [password, detail] of Object.entries(refused))
    expectRefusal(await change(maria, passwordOf(name), password), 422, { detail, field: 'new_password' })
  expect((await tryToSignIn(name)).status).toBe(200)
  expectDone(await change(maria, passwordOf(name), 'un marinero de Cádiz'))
  // a name of three letters is refused as a word, and not inside of others
  const ana = await community.signIn('Ana')
  for (const own of ['soy ana 26', 'ANA-2026-x'])
    expectRefusal(await change(ana, passwordOf('Ana'), own), 422, { detail: ownName })
  expectDone(await change(ana, passwordOf('Ana'), 'mañana llueve'))
  await restore(ana)
})

test('of two simultaneous password changes only one succeeds, and its password signs in', async () => {
  const ana = await community.signIn('Ana')
  const candidates = ['el primer papiro', 'el segundo papiro']
  const answers = await Promise.all(candidates.map((next) => change(ana, passwordOf('Ana'), next)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
  const winner = answers.findIndex(({ status }) => status === 200)
  expect((await tryToSignIn('Ana', candidates[winner])).status).toBe(200)
  expectRefusal(await tryToSignIn('Ana', candidates[1 - winner]), 401)
  await restore(ana)
})

test('a changed password is mailed to its owner, no matter who changed it; a refused change mails nobody', async () => {
  const dora = await community.signIn('Dora')
  const changed = 'Tu contraseña de Alejandría ha cambiado'
  expectDone(await change(dora, passwordOf('Dora'), 'un papiro nuevo'))
  expect(await subjects('Dora')).toEqual([changed])
  community.advanceClock(minutes(11))
  const later = await community.signIn('Hipatia')
  expectDone(await later.put(`/auth/users/${dora.id}`, { password: passwordOf('Dora') }))
  expectDone(await later.put(`/auth/users/${dora.id}`, { phone: '600' }))
  expectRefusal(await change(await community.signIn('Dora'), 'no es esta', 'un papiro nuevo'), 400)
  expect(await subjects('Dora')).toEqual([changed, changed])
  expect(await subjects('Hipatia')).toEqual([])
})
