// @databases both
// Admins change accounts and end their sessions (SPEC §5 to §7; DECISIONS §2 "Users" and "Auth").
import { beforeEach, expect, test } from 'vitest'
import { accountsOf } from '../../support/server/accounts.ts'
import { communityOfThisFile, expectDone, minutes, passwordOf } from '../../support/server/community.ts'
import { expectRefusal } from '../../support/server/refusal.ts'

const community = await communityOfThisFile()
const { tryToSignIn } = community
const { create, list, newEmail, remove, toggle, update } = accountsOf(community)
const ana = await community.signIn('Ana')

beforeEach(() => community.advanceClock(minutes(1)))

test('updating an account keeps fields that aren’t sent, ignores those that can’t be changed, and clears phone and avatar with null or an empty text', async () => {
  const user = expectDone(await create({ phone: '600', avatar: 'http://example.org/a.png' }))
  const ignored = { id: '0'.repeat(32), created_at: '1999-01-01T00:00:00.000Z', password_hash: 'x', deleted_at: 5 }
  for (const more of [{}, ignored]) expect(expectDone(await update(user.id, more))).toEqual(user)
  expect((await tryToSignIn(user.name, 'secreto')).status).toBe(200)
  const changes = [{ name: 'Otro Nombre' }, { email: newEmail() }, { phone: '601' }, { avatar: 'https://x.example/' }]
  for (const one of changes) {
    const before = (await list()).find(({ id }) => id === user.id)
    expect(expectDone(await update(user.id, one))).toEqual({ ...before, ...one })
  }
  for (const nothing of [null, '', '  ']) {
    const avatar = 'https://example.org/a.png'
    expectDone(await update(user.id, { phone: '600', avatar }))
    expect(expectDone(await update(user.id, { phone: nothing }))).toMatchObject({ phone: null, avatar })
    expect(expectDone(await update(user.id, { avatar: nothing }))).toMatchObject({ phone: null, avatar: null })
  }
})

test('another account’s name or e-mail is 409; the account’s own name may change its case; a new one signs in and frees the old one', async () => {
  const uno = expectDone(await create({ name: 'Uno Primero' }))
  const dos = expectDone(await create({ name: 'Dos Segundo' }))
  const writes = community.watchWrites()
  expectRefusal(await update(dos.id, { name: 'UNO PRIMERO', phone: '1' }), 409, { field: 'name' })
  expectRefusal(await update(dos.id, { email: uno.email.toUpperCase(), phone: '1' }), 409, { field: 'email' })
  expectRefusal(await update(dos.id, { name: 'Аna' }), 422, { field: 'name' })
  expect(writes()).toEqual([])
  expect(expectDone(await update(dos.id, { name: 'Dós SEGUNDO' })).name).toBe('Dós SEGUNDO')
  expect((await tryToSignIn('dos segundo', 'secreto')).status).toBe(200)

  expectDone(await update(dos.id, { name: 'Después' }))
  expect((await tryToSignIn('despues', 'secreto')).status).toBe(200)
  expectRefusal(await tryToSignIn('Dos Segundo', 'secreto'), 401)
  expect((await create({ name: 'Dos Segundo' })).status).toBe(201)
})

test('a new password ends the person’s sessions, and only it signs in', async () => {
  const bruno = await community.signIn('Bruno')
  expectDone(await update(bruno.id, { password: 'la que dice Hipatia' }))
  expectRefusal(await bruno.get('/auth/me'), 401)
  expectRefusal(await tryToSignIn('Bruno'), 401)
  expect((await tryToSignIn('Bruno', 'la que dice Hipatia')).status).toBe(200)
  expect((await ana.get('/auth/me')).status).toBe(200)
  expectDone(await update(bruno.id, { password: passwordOf('Bruno') }))
})

test('unknown and deleted accounts are 404', async () => {
  const gone = expectDone(await create({}))
  expect((await remove(gone.id)).status).toBe(204)
  const writes = community.watchWrites()
  for (const id of ['0'.repeat(32), gone.id])
    for (const answer of [await update(id, { phone: '1' }), await toggle(id), await remove(id)])
      expectRefusal(answer, 404)
  expect(writes()).toEqual([])
})

test('deactivation ends all sessions, also after activation; activating an active account, or changing another field, ends none', async () => {
  const carmen = await community.signIn('Carmen')
  const phone = await community.signIn('Carmen')
  expect(expectDone(await toggle(carmen.id)).is_active).toBe(false)
  expectRefusal(await carmen.get('/auth/me'), 401)
  expect(expectDone(await toggle(carmen.id)).is_active).toBe(true)
  expectRefusal(await carmen.get('/auth/me'), 401)
  expectRefusal(await phone.get('/auth/me'), 401)
  expect((await tryToSignIn('Carmen')).status).toBe(200)

  const again = await community.signIn('Carmen')
  expectDone(await update(carmen.id, { is_active: true, phone: '600' }))
  expect((await again.get('/auth/me')).status).toBe(200)
  expect(expectDone(await update(carmen.id, { is_active: false })).is_active).toBe(false)
  expect(expectDone(await update(carmen.id, { is_active: true })).is_active).toBe(true)
  expectRefusal(await again.get('/auth/me'), 401)
})

test('a sign-in simultaneous with a deactivation leaves no open session', async () => {
  const elena = expectDone(await create({ name: 'Elena' }))
  for (let turn = 0; turn < 5; turn++) {
    const [signIn] = await Promise.all([tryToSignIn('Elena', 'secreto'), toggle(elena.id)])
    if (signIn.status === 200) expectRefusal(await community.withToken(signIn.body.access_token).get('/auth/me'), 401)
    else expectRefusal(signIn, 403)
    expectDone(await toggle(elena.id))
    if (signIn.status === 200) expectRefusal(await community.withToken(signIn.body.access_token).get('/auth/me'), 401)
  }
})
