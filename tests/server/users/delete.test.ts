// @databases both
// Deleted accounts, and the last active admin (SPEC §6; DECISIONS §2 "Users").
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { accountsOf } from '../../support/server/accounts.ts'
import { communityOfThisFile, expectDone, minutes, type Person, passwordOf } from '../../support/server/community.ts'
import { changeRows, rowOf } from '../../support/server/database/rows.ts'
import { cheapenHashes, restoreHashes } from '../../support/server/hashes.ts'
import { expectRefusal } from '../../support/server/refusal.ts'

const community = await communityOfThisFile()
const { hipatia, tryToSignIn } = community
const { create, list, newNumber, remove, toggle, update } = accountsOf(community)
const ana = await community.signIn('Ana')

beforeEach(() => community.advanceClock(minutes(1)))

test('deleting an account removes all personal data, preferences, readings and visits; the name stays under posts and files', async () => {
  const fermin = await community.signIn('Fermín')
  expectDone(await update(fermin.id, { phone: '699 888 777', avatar: 'https://example.org/fermin.png' }))
  const post = await fermin.writes()
  const file = await fermin.uploads({ name: 'nota.txt', type: 'text/plain', bytes: 'Una nota' })
  expectDone(await fermin.put('/notifications/preferences', { weekly_digest: true }))
  expectDone(await fermin.put('/sections/blog', { until: community.moment() }))
  const { seq } = await fermin.says('Hola')
  expectDone(await fermin.put('/chat/reading', { seq }))
  expect((await remove(fermin.id)).status).toBe(204)
  expectRefusal(await fermin.get('/auth/me'), 401)
  expectRefusal(await tryToSignIn('Fermín'), 401)
  expect((await list()).map(({ id }) => id)).not.toContain(fermin.id)
  expect(expectDone(await ana.get(`/posts/${post.id}`))).toMatchObject({ author_name: 'Fermín', author_id: null })
  const { users, area_visits, chat_readings, sessions, presence } = await community.readAllTables()
  const left = JSON.stringify([area_visits, chat_readings, sessions, presence])
  expect(left).not.toContain(fermin.id)
  expect(left).toContain(ana.id)
  const emptied = { email: '', phone: null, avatar: null, password_hash: '', role: 'normal' }
  const preferences = { new_posts: 0, admin_notifications: 0, comment_replies: 0, weekly_digest: 0 }
  expect(await rowOf(community.db, 'users', { id: fermin.id })).toMatchObject({ ...emptied, ...preferences })
  expect(expectDone(await ana.get(`/files/${file.id}`))).toMatchObject({ uploaded_by: 'Fermín', uploader_id: null })
  for (const personal of ['699 888 777', 'fermin.png', 'fermin@alejandria'])
    expect(JSON.stringify(users)).not.toContain(personal)
})

test('deleting an account frees name and e-mail, and a new account with them gets nothing of the old one', async () => {
  const first = await community.signIn('Gema')
  expect((await remove(first.id)).status).toBe(204)
  const second = expectDone(await create({ name: 'gema', email: 'gema@alejandria.example', password: 'secreto' }))
  expect(second.id).not.toBe(first.id)
  expectRefusal(await tryToSignIn('Gema'), 401)
  expect(expectDone(await tryToSignIn('Gema', 'secreto')).user.id).toBe(second.id)
  expectRefusal(await first.get('/auth/me'), 401)
  expect((await remove(second.id)).status).toBe(204)
  expect((await create({ name: 'Gema', email: 'gema@alejandria.example' })).status).toBe(201)
})

test('no admin can deactivate, demote or delete themselves, even with other admins, nor set their own password; their other fields they may change, and stay signed in', async () => {
  const teon = expectDone(await create({ name: 'Teón', role: 'admin' }))
  const writes = community.watchWrites()
  for (const changes of [{ is_active: false }, { role: 'normal' }, { role: 'normal', phone: '600' }])
    expectRefusal(await update(hipatia.id, changes), 409)
  for (const end of [toggle, remove]) expectRefusal(await end(hipatia.id), 409)
  // here nobody asks for the current one
  const refused = { detail: 'Cambia tu propia contraseña en «Administrar cuenta».', code: 'own_password' }
  for (const changes of [{ password: 'la nueva de Hipatia' }, { password: passwordOf('Hipatia'), phone: '601' }])
    expectRefusal(await update(hipatia.id, changes), 409, refused)
  expect(writes()).toEqual([])
  expect((await remove(teon.id)).status).toBe(204)

  const phone = await community.signIn('Hipatia')
  const own = { role: 'admin', is_active: true, phone: '600' }
  expect(expectDone(await update(hipatia.id, own))).toMatchObject({ phone: '600' })
  for (const browser of [hipatia, phone]) expect((await browser.get('/auth/me')).status).toBe(200)
  expectDone(await update(hipatia.id, { phone: null }))
})

test('an admin who is demoted while creating an account creates no account', async () => {
  await hipatia.createsAccount('Sinesio', { role: 'admin' })
  const sinesio = await community.signIn('Sinesio')
  restoreHashes()
  onTestFinished(cheapenHashes)
  // passwords are hashed two at a time: this request is queued behind all of these
  const before = Array.from({ length: 40 }, () => create({}))
  const his = create({ name: 'De Sinesio' }, sinesio)
  expectDone(await update(sinesio.id, { role: 'normal' }))
  expectRefusal(await his, 403)
  expect((await Promise.all(before)).every(({ status }) => status === 201)).toBe(true)
  expect((await list()).map(({ name }) => name)).not.toContain('De Sinesio')
})

test('admins promote and demote each other, but never demote the last admin', async () => {
  await hipatia.createsAccount('Teón', { role: 'admin' })
  const teon = await community.signIn('Teón')
  expectDone(await update(hipatia.id, { role: 'normal' }, teon))
  expectRefusal(await update(teon.id, { role: 'normal' }), 403)
  expectRefusal(await toggle(teon.id, teon), 409)
  expectRefusal(await teon.delete(`/auth/users/${teon.id}`), 409)
  expectDone(await update(hipatia.id, { role: 'admin' }, teon))
  expectDone(await update(teon.id, { role: 'normal' }))
  expect((await remove(teon.id)).status).toBe(204)
})

const actions: [string, (by: Person | typeof hipatia, of: { id: string }) => Promise<{ status: number }>][] = [
  ['demote', (by, of) => update(of.id, { role: 'normal' }, by)],
  ['deactivate', (by, of) => toggle(of.id, by)],
  ['delete', (by, of) => by.delete(`/auth/users/${of.id}`)],
]
test.each(actions)('of two admins who %s each other at the same time only one succeeds', async (_verb, act) => {
  const rival = async () =>
    community.signIn((await hipatia.createsAccount(`Rival ${newNumber()}`, { role: 'admin' })).name)
  const setRole = async (role: 'admin' | 'normal', ...people: { id: string }[]) => {
    for (const { id } of people) await changeRows(community.db, 'users', { role }, { id })
  }
  for (let round = 0; round < 10; round++) {
    const [one, two] = [await rival(), await rival()]
    await setRole('normal', hipatia)
    const answers = await Promise.all([act(one, two), act(two, one)])
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1)
    const admins = community.db.selectFrom('users').select('name').where('role', '=', 'admin')
    const active = admins.where('deactivated_at', 'is', null).where('deleted_at', 'is', null)
    expect(await active.execute()).toHaveLength(1)
    await setRole('admin', hipatia)
    await setRole('normal', one, two)
  }
})
