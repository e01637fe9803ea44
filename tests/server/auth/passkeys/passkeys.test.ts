// @databases both
// Passkeys: adding, signing in, confirming, renaming and removing them.
import { afterAll, expect, test } from 'vitest'
import { createAuthenticator } from '../../../support/authenticator.ts'
import { expectDone, minutes, type Person, passwordOf, startCommunity } from '../../../support/server/community.ts'
import { expectRefusal } from '../../../support/server/refusal.ts'
import { factorsOf } from '../factors/factors.ts'
import { passkeysOf, publicUrl } from './passkeys.ts'

const community = await startCommunity({ publicUrl })
afterAll(() => community.close())
const { hipatia } = community
const { add, begin, beginSignIn, beginConfirming, confirm, finish, list, send, signIn } = passkeysOf(community)
const { addApp, read, signIn: signInByPassword, subjects, trail } = factorsOf(community)

/** A browser that never gives the password by itself. */
const signInAs = async (name: string) => {
  const { token, id } = await community.signIn(name)
  return Object.assign(community.withToken(token), { id, name }) as Person
}

test('Ana adds a passkey, and signs in with it alone; her password then asks for a second step', async () => {
  const ana = await community.signIn('Ana')
  const phone = await community.signIn('Ana')
  expect(await list(ana)).toEqual({ passkeys: [], has_password: true })
  const device = createAuthenticator(publicUrl)
  const { options, name } = await begin(ana)
  expect(name).toBe('Llave de acceso')
  expect(options).toMatchObject({ rp: { id: 'alejandria.example' }, attestation: 'none', excludeCredentials: [] })
  const added = community.moment()
  const { recovery_codes } = expectDone(await finish(ana, device.create(options), '  El móvil '))
  expect(recovery_codes).toHaveLength(10)
  expectRefusal(await phone.get('/auth/me'), 401)
  expectDone(await ana.get('/auth/me'))

  community.advanceClock(minutes(1))
  const opened = expectDone(await signIn(device))
  expect(opened.user).toMatchObject({ id: ana.id, name: 'Ana' })
  expectDone(await community.withToken(opened.access_token).get('/auth/me'))
  expect((await list(ana)).passkeys).toEqual([
    { id: expect.any(String), name: 'El móvil', created_at: added, last_used_at: community.moment(), is_synced: true },
  ])
  expect((await begin(ana)).options.excludeCredentials).toEqual([
    { id: device.id, type: 'public-key', transports: ['internal'] },
  ])

  const byPassword = await signInByPassword('Ana')
  expectRefusal(byPassword, 401)
  expect(byPassword.body).toMatchObject({ code: 'second_factor_required', factors: ['passkey'] })
  expectDone(await signInByPassword('Ana', recovery_codes?.[0]))
  expect(await subjects('Ana')).toEqual([
    'Tu cuenta de Alejandría tiene una llave de acceso nueva',
    'Se ha entrado en tu cuenta de Alejandría con un código de recuperación',
  ])
  expect(await trail()).toEqual([
    { action: 'factor_added', actor_name: 'Ana', target: null, detail: 'llave de acceso «El móvil»' },
    { action: 'recovery_code_used', actor_name: 'Ana', target: null, detail: 'quedan 9' },
  ])
})

test('beside an app a passkey brings no other codes; with both the password says so, and each goes on its own', async () => {
  const bruno = await community.signIn('Bruno')
  const app = await addApp(bruno)
  const { codes } = await add(bruno)
  expect(codes).toEqual([])
  expect((await signInByPassword('Bruno')).body.factors).toEqual(['app', 'passkey'])
  expectDone(await signInByPassword('Bruno', app.code()))
  const [passkey] = (await list(bruno)).passkeys
  expectDone(await bruno.delete(`/auth/passkeys/${passkey?.id}`))
  expect((await signInByPassword('Bruno')).body.factors).toEqual(['app'])
  expect(await read(bruno)).toMatchObject({ recovery_codes_left: 10 })

  await add(bruno)
  expectDone(await bruno.post('/auth/totp/remove', { password: passwordOf('Bruno') }))
  expect((await signInByPassword('Bruno')).body.factors).toEqual(['passkey'])
  expectDone(await signInByPassword('Bruno', app.codes[1]))
})

test('Carmen renames and removes her passkeys; with the last one her codes go, and the password alone signs in again', async () => {
  const carmen = await community.signIn('Carmen')
  const first = await add(carmen, { name: 'Uno' })
  const second = await add(carmen, { name: 'Dos', counts: true })
  const [one, two] = (await list(carmen)).passkeys
  expect(expectDone(await carmen.put(`/auth/passkeys/${two?.id}`, { name: 'El llavero' }))).toEqual({
    ...two,
    name: 'El llavero',
    is_synced: false,
  })
  expectRefusal(await carmen.put(`/auth/passkeys/${two?.id}`, { name: ' ' }), 422, { field: 'name' })

  const phone = community.withToken(expectDone(await signIn(first.device)).access_token)
  expectDone(await carmen.delete(`/auth/passkeys/${one?.id}`))
  expectRefusal(await phone.get('/auth/me'), 401)
  expectRefusal(await signIn(first.device), 400)
  expectDone(await signIn(second.device))
  expectRefusal(await carmen.delete(`/auth/passkeys/${one?.id}`), 404)
  expectDone(await carmen.delete(`/auth/passkeys/${two?.id}`))
  expect(await read(carmen)).toMatchObject({ has_factor: false, recovery_codes_left: 0 })
  expectDone(await signInByPassword('Carmen'))
  expect((await subjects('Carmen')).at(-1)).toBe('Se ha quitado una llave de acceso de tu cuenta de Alejandría')
})

test('more than ten minutes after the sign-in nothing about passkeys changes before the person is confirmed', async () => {
  await community.signIn('Dora')
  const dora = await signInAs('Dora')
  const { device } = await add(dora)
  const [passkey] = (await list(dora)).passkeys
  const { options } = await begin(dora)
  const answer = createAuthenticator(publicUrl).create(options)
  community.advanceClock(minutes(11))
  const writes = community.watchWrites()
  for (const refused of [
    await dora.post('/auth/passkeys/begin'),
    await finish(dora, answer),
    await dora.put(`/auth/passkeys/${passkey?.id}`, { name: 'Otra' }),
    await dora.delete(`/auth/passkeys/${passkey?.id}`),
  ]) {
    expectRefusal(refused, 403)
    expect(refused.body.code).toBe('not_confirmed')
  }
  expect(writes()).toEqual([])

  const token = dora.token
  expectDone(await confirm(dora, device))
  expect(dora.token).not.toBe(token)
  expectRefusal(await community.withToken(token).get('/auth/me'), 401)
  expectDone(await dora.put(`/auth/passkeys/${passkey?.id}`, { name: 'Otra' }))
})

test('a passkey of somebody else confirms nobody, and nobody renames or removes somebody else’s', async () => {
  const elena = await community.signIn('Elena')
  const fe = await signInAs('Fe')
  const { device } = await add(elena)
  await add(fe)
  const [passkey] = (await list(elena)).passkeys
  const answer = await confirm(fe, device)
  expectRefusal(answer, 400)
  expect(answer.body.code).toBe('wrong_passkey')
  expectRefusal(await fe.put(`/auth/passkeys/${passkey?.id}`, { name: 'Mía' }), 404)
  expectRefusal(await fe.delete(`/auth/passkeys/${passkey?.id}`), 404)
  expect((await list(elena)).passkeys).toEqual([passkey])
  // nor is a device of somebody else added again
  expectRefusal(await finish(fe, device.create((await begin(fe)).options)), 409)
})

test('a deactivated person is refused, and of a deleted one no passkey is left', async () => {
  const gala = await community.signIn('Gala')
  const { device } = await add(gala)
  expectDone(await hipatia.post(`/auth/users/${gala.id}/toggle-status`))
  expect((await signIn(device)).body.code).toBe('inactive_account')
  expect((await trail()).at(-1)).toMatchObject({ action: 'sign_in_failed', target: 'Gala', detail: 'cuenta inactiva' })
  expectDone(await hipatia.delete(`/auth/users/${gala.id}`))
  expect((await signIn(device)).body.code).toBe('wrong_passkey')
  expect(JSON.stringify((await community.readAllTables()).passkeys)).not.toContain(device.id)
})

test('somebody who has to choose another password chooses it first, here too', async () => {
  const hedy = await community.signIn('Hedy')
  const { device } = await add(hedy)
  expectDone(await hipatia.put(`/auth/users/${hedy.id}`, { must_choose_password: true }))
  const { status, body } = await signIn(device)
  expect({ status, body }).toMatchObject({ status: 403, body: { code: 'must_choose_password' } })
  expect(body.path).toMatch(/^\/password\//)
})

test('an administrator takes the passkeys of somebody who lost them', async () => {
  const irene = await community.signIn('Irene')
  const { device } = await add(irene)
  expectDone(await hipatia.post(`/auth/factors/of/${irene.id}/remove`))
  expectRefusal(await signIn(device), 400)
  expectDone(await signInByPassword('Irene'))
})

test('somebody has at most twenty passkeys', async () => {
  const judit = await community.signIn('Judit')
  const { device } = await add(judit)
  const [row] = await community.db.selectFrom('passkeys').selectAll().where('credential_id', '=', device.id).execute()
  for (let count = 1; count < 19; count++)
    await community.db
      .insertInto('passkeys')
      .values({ ...(row as NonNullable<typeof row>), id: `${count}`, credential_id: `${count}` })
      .execute()
  const late = createAuthenticator(publicUrl).create((await begin(judit)).options)
  const twentieth = { ...(row as NonNullable<typeof row>), id: '20', credential_id: '20' }
  await community.db.insertInto('passkeys').values(twentieth).execute()
  expectRefusal(await finish(judit, late), 409)
  expect((await judit.post('/auth/passkeys/begin')).body.code).toBe('too_many_passkeys')
})

test('begun sign-ins are counted by network, and refused ones by passkey', async () => {
  const lola = await community.signIn('Lola')
  const { device } = await add(lola)
  for (let turn = 0; turn < 10; turn++) expectRefusal(await signIn(device, { isForged: true }), 400)
  expectRefusal(await signIn(device), 429)
  community.advanceClock(minutes(16))
  expectDone(await signIn(device))

  let begun = 0
  while ((await community.visitor.post('/auth/passkeys/sign-in/begin')).status === 200 && begun < 300) begun++
  expect(begun).toBeGreaterThan(100)
  expect(begun).toBeLessThan(300)
  community.advanceClock(minutes(6))
  await beginSignIn()
  // the challenges that nobody answered are gone
  expect((await community.readAllTables()).passkey_challenges).toHaveLength(1)
})

test('of two answers at once with one challenge one is taken', async () => {
  const marta = await signInAs('Marta')
  const { device } = await add(marta)
  const assertion = device.sign(await beginSignIn())
  const answers = await Promise.all([send(assertion), send(assertion), send(assertion)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410, 410])
  const confirming = device.sign(await beginConfirming(marta))
  const tabs = [0, 1].map(() => community.withToken(marta.token))
  const statuses = await Promise.all(
    tabs.map(async (tab) => (await tab.post('/auth/passkeys/confirm', confirming)).status),
  )
  expect(statuses.filter((status) => status === 204)).toHaveLength(1)
})
