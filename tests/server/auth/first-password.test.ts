// A password that an administrator gave, and that its person has to replace before anything else (docs/decisions/049).
import { afterAll, beforeEach, expect, test } from 'vitest'
import { expectDone, minutes, passwordOf, startCommunity } from '../../support/server/community.ts'
import { expectRefusal } from '../../support/server/refusal.ts'
import { expectCut, openMemberSocket } from '../../support/server/sockets/sockets.ts'
import { linksOf, tokenOf } from './links.ts'

const community = await startCommunity()
afterAll(() => community.close())
beforeEach(() => community.advanceClock(minutes(1)))
const { hipatia, visitor, tryToSignIn } = community
const { accept, read, actions } = linksOf(community)

const refusal = { detail: 'Antes de entrar tienes que elegir una contraseña nueva.' }
const mark = (person: { id: string }, more: object = {}) =>
  hipatia.put(`/auth/users/${person.id}`, { must_choose_password: true, ...more })

/** Token of the page to which a right password leads. */
async function tokenAfterSignIn(name: string, password?: string) {
  const answer = await tryToSignIn(name, password)
  expect(answer.status).toBe(403)
  expect(answer.body).toEqual({
    ...refusal,
    code: 'must_choose_password',
    path: expect.stringMatching(/^\/password\/[\w-]{43}$/),
  })
  return tokenOf(answer.body.path ?? '')
}
const sessionsOf = (id: string) => community.db.selectFrom('sessions').where('user_id', '=', id).selectAll().execute()

test('Ana has to choose her own password at the first sign-in, and is in', async () => {
  const ana = await hipatia.createsAccount('Ana', { must_choose_password: true })
  const token = await tokenAfterSignIn('Ana')
  expect(await sessionsOf(ana.id)).toEqual([])
  expect(expectDone(await read('password-links', token)).name).toBe('Ana')
  // again, for who closed the page
  expect(await tokenAfterSignIn('Ana')).toBe(token)
  expectRefusal(await accept('password-links', token, passwordOf('Ana')), 422, { field: 'password' })
  const { access_token } = expectDone(await accept('password-links', token, 'un secreto nuevo'))
  expect((await community.withToken(access_token).get('/auth/me')).status).toBe(200)
  expect((await tryToSignIn('Ana', 'un secreto nuevo')).status).toBe(200)
  expectRefusal(await tryToSignIn('Ana'), 401)
  expectRefusal(await accept('password-links', token, 'otro secreto nuevo'), 410)
  expect((await actions()).slice(-3)).toEqual([
    ['password_link_requested', null, 'Ana'],
    ['password_link_requested', null, 'Ana'],
    ['password_reset', 'Ana', null],
  ])
})

test('a wrong password tells nothing of it, and a deactivated account stays so', async () => {
  const bruno = await hipatia.createsAccount('Bruno', { must_choose_password: true })
  const wrong = await tryToSignIn('Bruno', 'otra cosa')
  expectRefusal(wrong, 401)
  expect(wrong.text).toBe((await tryToSignIn('Nadie', 'otra cosa')).text)
  expectDone(await hipatia.post(`/auth/users/${bruno.id}/toggle-status`))
  expectRefusal(await tryToSignIn('Bruno'), 403, {
    detail: 'Tu cuenta está desactivada. Habla con quien administra la comunidad.',
  })
})

test('the mark ends every session, socket and address of a file at once', async () => {
  const carmen = await community.signIn('Carmen')
  const file = await hipatia.uploads({ name: 'foto.txt', bytes: 'x' })
  const { cloudinary_url } = expectDone(await carmen.get<{ cloudinary_url: string }>(`/files/${file.id}`))
  const readFile = () => visitor.fetchesBytes(cloudinary_url)
  expect((await readFile()).status).toBe(200)
  const socket = await openMemberSocket(community, carmen)
  expectDone(await mark(carmen))
  await expectCut(socket, 1000)
  expect((await readFile()).status).toBe(403)
  for (const [method, path] of [
    ['get', '/auth/me'],
    ['get', '/posts'],
    ['post', '/auth/heartbeat'],
    ['post', '/auth/logout'],
  ] as const)
    expectRefusal(await carmen[method](path), 401)
  expect(await sessionsOf(carmen.id)).toEqual([])
})

test('a session of a marked account opens nothing, even if it is in the database', async () => {
  const dora = await community.signIn('Dora')
  await community.db.updateTable('users').set({ must_choose_since: 1 }).where('id', '=', dora.id).execute()
  expectRefusal(await dora.get('/auth/me'), 401)
  expectRefusal(
    await dora.post('/auth/change-password', {
      current_password: passwordOf('Dora'),
      new_password: 'un secreto nuevo',
    }),
    401,
  )
})

test('a password given without the mark takes it away; without a password it stays or goes as said', async () => {
  const elisa = await hipatia.createsAccount('Elisa', { must_choose_password: true })
  expectDone(await hipatia.put(`/auth/users/${elisa.id}`, { phone: '600 111 222' }))
  await tokenAfterSignIn('Elisa')
  expectDone(await hipatia.put(`/auth/users/${elisa.id}`, { password: 'dada por teléfono' }))
  expect((await tryToSignIn('Elisa', 'dada por teléfono')).status).toBe(200)
  expectDone(await mark(elisa, { password: 'otra por teléfono' }))
  const token = await tokenAfterSignIn('Elisa', 'otra por teléfono')
  expectDone(await hipatia.put(`/auth/users/${elisa.id}`, { must_choose_password: false }))
  expect((await tryToSignIn('Elisa', 'otra por teléfono')).status).toBe(200)
  // nobody has to use the page
  expect((await read('password-links', token)).status).toBe(200)
  const details = await community.db
    .selectFrom('audit_events')
    .where('target', '=', 'Elisa')
    .select('detail')
    .orderBy('id')
    .execute()
  expect(details.map(({ detail }) => detail)).toEqual([
    ...[null, 'teléfono', 'primera entrada', 'ya no tiene que elegir otra contraseña, contraseña'],
    ...['tiene que elegir otra contraseña, contraseña', 'primera entrada', 'ya no tiene que elegir otra contraseña'],
  ])
})

test('an invited person has no password to replace; a link by mail takes the mark away too', async () => {
  const { user } = expectDone(
    await hipatia.post<{ user: { id: string } }>('/auth/invitations', {
      ...{ name: 'Safo', email: 'safo@alejandria.example', must_choose_password: true },
    }),
  )
  expectDone(await mark(user))
  const [row] = await community.db.selectFrom('users').where('id', '=', user.id).select('must_choose_since').execute()
  expect(row).toEqual({ must_choose_since: null })

  const gema = await hipatia.createsAccount('Gema', { must_choose_password: true })
  const token = await linksOf(community).resetTokenFor(gema)
  expectDone(await accept('password-links', token, 'un secreto nuevo'))
  expect((await tryToSignIn('Gema', 'un secreto nuevo')).status).toBe(200)
})

test('the mark is a truth value, and members can’t set it', async () => {
  const hugo = await community.signIn('Hugo')
  expectRefusal(await hipatia.put(`/auth/users/${hugo.id}`, { must_choose_password: 'sí' }), 422, {
    field: 'must_choose_password',
  })
  expectRefusal(await hugo.put(`/auth/users/${hugo.id}`, { must_choose_password: false }), 403)
  expect((await hugo.get('/auth/me')).status).toBe(200)
})
