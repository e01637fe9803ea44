// @databases both
// Passkeys: adding, signing in, confirming, renaming and removing them, and answers that are refused.
import { expect, test } from 'vitest'
import { createAuthenticator } from '../../../support/authenticator.ts'
import { communityOfThisFile, communityOfThisTest, expectDone, passwordOf } from '../../../support/server/community.ts'
import { insertRows, rowOf, rowsOf } from '../../../support/server/database/rows.ts'
import { expectRefusal } from '../../../support/server/refusal.ts'
import { statuses } from '../../../support/server/sign-ins.ts'
import { minutes, seconds } from '../../../support/server/times.ts'
import { factorsOf } from '../factors/factors.ts'
import { passkeysOf, publicUrl } from './passkeys.ts'

const community = await communityOfThisFile({ publicUrl })
const { hipatia } = community
const { add, begin, beginSignIn, beginConfirming, confirm, finish, list, send, signIn } = passkeysOf(community)
const { addApp, read, signIn: signInByPassword, subjects, trail } = factorsOf(community)

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
  expect((await trail()).slice(-2)).toEqual([
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
  const renamed = expectDone(await carmen.put(`/auth/passkeys/${two?.id}`, { name: 'El llavero' }))
  expect(renamed).toEqual({ ...two, name: 'El llavero', is_synced: false })
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

test('a passkey confirms its person, under a new token: more than ten minutes after the sign-in it can be renamed again', async () => {
  // a browser that never gives the password by itself
  const dora = community.withToken((await community.signIn('Dora')).token)
  const { device } = await add(dora)
  const [passkey] = (await list(dora)).passkeys
  community.advanceClock(minutes(11))
  expectRefusal(await dora.put(`/auth/passkeys/${passkey?.id}`, { name: 'Otra' }), 403, { code: 'not_confirmed' })
  const { token = '' } = dora
  expectDone(await confirm(dora, device))
  expect(dora.token).not.toBe(token)
  expectRefusal(await community.withToken(token).get('/auth/me'), 401)
  expectDone(await dora.put(`/auth/passkeys/${passkey?.id}`, { name: 'Otra' }))
})

test('a passkey of somebody else confirms nobody, and nobody renames or removes somebody else’s', async () => {
  const [elena, fe] = await community.signInAll('Elena', 'Fe')
  const { device } = await add(elena)
  await add(fe)
  const [passkey] = (await list(elena)).passkeys
  expectRefusal(await confirm(fe, device), 400, { code: 'wrong_passkey' })
  expectRefusal(await fe.put(`/auth/passkeys/${passkey?.id}`, { name: 'Mía' }), 404)
  expectRefusal(await fe.delete(`/auth/passkeys/${passkey?.id}`), 404)
  expect((await list(elena)).passkeys).toEqual([passkey])
  // nor is a device of somebody else added again
  expectRefusal(await finish(fe, device.create((await begin(fe)).options)), 409)
})

test('somebody who has to choose another password chooses it first, here too; a deactivated person is refused, and of a deleted one no passkey is left', async () => {
  const gala = await community.signIn('Gala')
  const { device } = await add(gala)
  expectDone(await hipatia.put(`/auth/users/${gala.id}`, { must_choose_password: true }))
  const path = expect.stringMatching(/^\/password\//)
  expect(await signIn(device)).toMatchObject({ status: 403, body: { code: 'must_choose_password', path } })
  expectDone(await hipatia.post(`/auth/users/${gala.id}/toggle-status`))
  expect((await signIn(device)).body.code).toBe('inactive_account')
  expect((await trail()).at(-1)).toMatchObject({ action: 'sign_in_failed', target: 'Gala', detail: 'cuenta inactiva' })
  expectDone(await hipatia.delete(`/auth/users/${gala.id}`))
  expect((await signIn(device)).body.code).toBe('wrong_passkey')
  expect(JSON.stringify((await community.readAllTables()).passkeys)).not.toContain(device.id)
})

test('somebody has at most twenty passkeys', async () => {
  const judit = await community.signIn('Judit')
  const { device } = await add(judit)
  const row = await rowOf(community.db, 'passkeys', { credential_id: device.id })
  const another = (count: number) => ({ ...row, id: `${count}`, credential_id: `${count}` })
  await insertRows(
    community.db,
    'passkeys',
    Array.from({ length: 18 }, (_, count) => another(count)),
  )
  const late = createAuthenticator(publicUrl).create((await begin(judit)).options)
  await insertRows(community.db, 'passkeys', [another(20)])
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

const deviations = {
  'of another origin': { origin: 'https://alejandria.example.evil.example' },
  'of the same name without TLS': { origin: 'http://alejandria.example' },
  'for another site': { rpId: 'evil.example' },
  'without a finger, a face or a PIN': { isUnverified: true },
  'of a page in another site’s frame': { crossOrigin: true },
  'of the other kind of ceremony': { type: 'webauthn.create' },
  'with another signature': { isForged: true },
  'for another person': { userHandle: Buffer.alloc(16).toString('base64url') },
}

const aglaya = await community.signIn('Aglaya')
const { device: aglayas } = await add(aglaya)
test.each(Object.entries(deviations))('a sign-in and a confirmation %s are refused', async (_, deviation) => {
  for (const answer of [await signIn(aglayas, deviation), await confirm(aglaya, aglayas, deviation)])
    expectRefusal(answer, 400, { code: 'wrong_passkey' })
  expectDone(await signIn(aglayas))
  expectDone(await confirm(aglaya, aglayas))
})

const berta = await community.signIn('Berta')
const { 'with another signature': _, 'for another person': __, ...shared } = deviations
const ofNewOnes = { ...shared, 'of the other kind of ceremony': { type: 'webauthn.get' } }
test.each(Object.entries(ofNewOnes))('a new passkey %s is refused', async (_, deviation) => {
  const device = createAuthenticator(publicUrl)
  expectRefusal(await finish(berta, device.create((await begin(berta)).options, deviation)), 400)
  expect((await list(berta)).passkeys).toEqual([])
})

test('a challenge is valid for five minutes and once, also of several answers at once', async () => {
  const carmen = await community.signIn('Calipso')
  const { device } = await add(carmen)
  const options = await beginSignIn()
  community.advanceClock(minutes(5) - seconds(1))
  const assertion = device.sign(options)
  expectDone(await send(assertion))
  expectRefusal(await send(assertion), 410, { code: 'passkey_expired' })

  const late = await beginSignIn()
  community.advanceClock(minutes(5))
  expectRefusal(await send(device.sign(late)), 410)
  expectRefusal(await signIn(device, { challenge: Buffer.alloc(32, 7).toString('base64url') }), 410)
  // a wrong answer uses it up too
  const guessed = await beginSignIn()
  expectRefusal(await send(device.sign(guessed, { isForged: true })), 400)
  expectRefusal(await send(device.sign(guessed)), 410)

  const signedOnce = device.sign(await beginSignIn())
  expect(statuses(await Promise.all([send(signedOnce), send(signedOnce), send(signedOnce)]))).toEqual([200, 410, 410])
  const confirming = device.sign(await beginConfirming(carmen))
  const tabs = [0, 1].map(() => community.withToken(carmen.token))
  const confirmed = await Promise.all(tabs.map((tab) => tab.post('/auth/passkeys/confirm', confirming)))
  expect(confirmed.filter(({ status }) => status === 204)).toHaveLength(1)
})

test('a challenge is for one kind of answer and one session', async () => {
  const dora = await community.signIn('Dafne')
  const { device } = await add(dora)
  const other = await community.signIn('Eco')
  const { device: elenas } = await add(other)
  const second = community.withToken(expectDone(await signIn(device)).access_token)

  // of a sign-in for a confirmation, and the other way round
  expectRefusal(await dora.post('/auth/passkeys/confirm', device.sign(await beginSignIn())), 410)
  expectRefusal(await send(device.sign(await beginConfirming(dora))), 410)
  // of another session of the same person, and of another person
  expectRefusal(await dora.post('/auth/passkeys/confirm', device.sign(await beginConfirming(second))), 410)
  expectRefusal(await dora.post('/auth/passkeys/confirm', device.sign(await beginConfirming(other))), 410)
  expectDone(await confirm(other, elenas))

  const begun = await begin(second)
  expectRefusal(await finish(dora, createAuthenticator(publicUrl).create(begun.options)), 410)
  const forAdding = (await begin(dora)).options
  expectRefusal(await send(device.sign({ ...(await beginSignIn()), challenge: forAdding.challenge })), 410)
  // a session that was renewed has none of the challenges before
  const before = await begin(dora)
  await add(dora)
  expectRefusal(await finish(dora, createAuthenticator(publicUrl).create(before.options)), 410)
})

test('a counter that doesn’t grow is refused: the person is told, and it stands in the trail', async () => {
  const fe = await community.signIn('Filis')
  const { device } = await add(fe, { counts: true, name: 'El llavero' })
  expectDone(await signIn(device))
  expectRefusal(await signIn(device, { counter: 1 }), 400, { code: 'wrong_passkey' })
  expectRefusal(await signIn(device, { counter: 0 }), 400)
  expectRefusal(await confirm(fe, device, { counter: 2 }), 400)
  const told = 'Puede que alguien tenga una copia de tu llave de acceso de Alejandría'
  expect((await subjects('Filis')).filter((subject) => subject === told)).toHaveLength(1)
  const events = await rowsOf(community.db, 'audit_events', { action: 'passkey_cloned' })
  expect(events).toHaveLength(3)
  expect(events[0]).toMatchObject({ actor_name: null, target: 'Filis', detail: 'El llavero', address: '127.0.0.1' })
  expectDone(await signIn(device))
  expectDone(await confirm(fe, device))
})

test('an unknown passkey is refused in the same words as a wrong answer, and stands in the trail', async () => {
  const unknown = await signIn(createAuthenticator(publicUrl), { userHandle: Buffer.alloc(16).toString('base64url') })
  expectRefusal(unknown, 400, { detail: 'Esa llave de acceso no vale aquí.' })
  const failed = { action: 'sign_in_failed', actor_name: null, target: null, detail: 'llave de acceso' }
  expect((await trail()).at(-1)).toEqual(failed)
})

test('nonsense is refused: no answer, and one that isn’t readable', async () => {
  const gala = await community.signIn('Galatea')
  const { response: given, ...credential } = createAuthenticator(publicUrl).create((await begin(gala)).options)
  for (const data of ['{', 'null', '{"challenge":{"a":1}}']) {
    const clientDataJSON = Buffer.from(data).toString('base64url')
    expectRefusal(await finish(gala, { ...credential, response: { ...given, clientDataJSON } }), 410)
  }
  const again = createAuthenticator(publicUrl).create((await begin(gala)).options)
  const broken = { ...again.response, attestationObject: Buffer.from('{').toString('base64url') }
  expectRefusal(await finish(gala, { ...again, response: broken }), 400)
  for (const response of [undefined, null, 5, {}, { ...given, clientDataJSON: 'ñ' }])
    expectRefusal(await finish(gala, { ...credential, response }), 422)
})

test('without a public address the host of the request is the site, as a trusted proxy gives it', async () => {
  const local = await communityOfThisTest({ trustedProxies: ['127.0.0.1'] })
  const own = passkeysOf(local)
  const ana = await local.signIn('Ana')
  const { options } = await own.begin(ana)
  expect(options.rp.id).toBe('127.0.0.1')
  const device = createAuthenticator(local.origin)
  expectDone(await own.finish(ana, device.create(options)))
  expectDone(await own.signIn(device))
  expectRefusal(await own.signIn(device, { origin: 'http://evil.example' }), 400)
  const atProxy = { headers: { 'x-forwarded-host': 'evil.example' } }
  const foreign = await own.beginSignIn(atProxy)
  expect(foreign.rpId).toBe('evil.example')
  // an answer for our pages isn't taken there, nor one that says it is for there
  expectRefusal(await own.send(device.sign({ ...foreign, rpId: '127.0.0.1' }), atProxy), 400)
  const { challenge } = await own.beginSignIn(atProxy)
  const elsewhere = device.sign({ ...foreign, challenge }, { origin: 'https://evil.example' })
  expectRefusal(await own.send(elsewhere), 400)
})
