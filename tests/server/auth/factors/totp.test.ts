// Codes of an authenticator app: adding it, signing in with it, taking it away; and its key, which the operator renews.
import { expect, test } from 'vitest'
import { sealWithNewKey, unsealSecret } from '../../../../server/auth/factors/second-step.ts'
import { transaction } from '../../../../server/db/transaction.ts'
import { deleteSecrets, readSecret } from '../../../../server/secrets/queries.ts'
import { communityOfThisFile, days, expectDone, minutes } from '../../../support/server/community.ts'
import { changeRows, rowOf } from '../../../support/server/database/rows.ts'
import { expectRefusal } from '../../../support/server/refusal.ts'
import { statuses, times } from '../../../support/server/sign-ins.ts'
import { codeOf, factorsOf } from './factors.ts'

const community = await communityOfThisFile({ trustedProxies: ['127.0.0.1'] })
const { db, hipatia } = community
const { begin, confirm, addApp, signIn, read, trail, subjects } = factorsOf(community)

test('Ana adds an app by its first code; from then on her password alone doesn’t sign in, and a code of it does', async () => {
  const ana = await community.signIn('Ana')
  const phone = await community.signIn('Ana')
  expect(await read(ana)).toEqual({ totp_since: null, recovery_codes_left: 0, demanded_from: null, has_factor: false })
  const setup = await begin(ana)
  expect(setup.secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(new URL(setup.uri).searchParams.get('secret')).toBe(setup.secret)
  expect(setup.uri).toContain(encodeURIComponent('Ana'))
  expect((await signIn('Ana')).status).toBe(200)

  const added = community.moment()
  const { recovery_codes } = expectDone(await confirm(ana, setup))
  expect(recovery_codes).toHaveLength(10)
  expect(await read(ana)).toMatchObject({ totp_since: added, recovery_codes_left: 10, has_factor: true })
  expectRefusal(await phone.get('/auth/me'), 401)

  expectRefusal(await signIn('Ana'), 401, { code: 'second_factor_required' })
  community.advanceClock(minutes(1))
  const opened = expectDone(await signIn('Ana', codeOf(setup.secret, community.clock.now)))
  expect((await community.withToken(opened.access_token).get('/auth/me')).status).toBe(200)
  expect(await subjects('Ana')).toEqual(['Alejandría te pedirá un código al entrar'])
  expect(await trail()).toEqual([
    { action: 'factor_added', actor_name: 'Ana', target: null, detail: 'aplicación de autenticación' },
  ])
})

test('a wrong password is refused in the same words with a right code, with a wrong one and without; only then is a code asked for', async () => {
  const bruno = await community.signIn('Bruno')
  const app = await addApp(bruno)
  for (const code of [undefined, '000000', app.code(), app.codes[0]])
    expectRefusal(await signIn('Bruno', code, 'no es'), 401, { code: 'wrong_credentials' })
  expect((await signIn('Nadie', '000000', 'no es')).body.code).toBe('wrong_credentials')
  // none of them was used up
  expectDone(await signIn('Bruno', app.code()))
  expectDone(await signIn('Bruno', app.codes[0]))
})

test('a code is taken once, also by two at once, and up to half a minute early or late; neither it nor an earlier one is taken afterwards', async () => {
  const carmen = await community.signIn('Carmen')
  const setup = await begin(carmen)
  expectDone(await confirm(carmen, setup))
  const used = codeOf(setup.secret, community.clock.now)
  expect((await signIn('Carmen', used)).body.code).toBe('wrong_code')
  community.advanceClock(minutes(1))
  const earlier = codeOf(setup.secret, community.clock.now - 30_000)
  const code = codeOf(setup.secret, community.clock.now)
  expect(statuses(await times(3, () => signIn('Carmen', code)))).toEqual([200, 401, 401])
  expect((await signIn('Carmen', earlier)).body.code).toBe('wrong_code')
  community.advanceClock(minutes(1))
  expectDone(await signIn('Carmen', ` ${codeOf(setup.secret, community.clock.now).replace(/(...)/, '$1 ')}`))
  community.advanceClock(minutes(5))
  const codeAt = (ms: number) => codeOf(setup.secret, community.clock.now + ms)
  for (const ms of [-60_000, 60_000]) expect((await signIn('Carmen', codeAt(ms))).status).toBe(401)
  for (const ms of [-30_000, 30_000]) expectDone(await signIn('Carmen', codeAt(ms)))
})

test('wrong codes are counted for the account, from all addresses together; its owner is told, and still gets in with a recovery code', async () => {
  const elena = await community.signIn('Elena')
  const app = await addApp(elena)
  const from = (turn: number, code: string) =>
    signIn('Elena', code, undefined, { headers: { 'x-forwarded-for': `198.51.${turn}.7` } })
  const wrong = app.code() === '000000' ? '000001' : '000000'
  for (let turn = 0; turn < 5; turn++) expect((await from(turn, wrong)).body.code).toBe('wrong_code')
  for (let turn = 5; turn < 8; turn++) expectRefusal(await from(turn, app.code()), 429)
  expect(await subjects('Elena')).toContain('Alguien conoce tu contraseña de Alejandría')
  expectDone(await from(9, app.codes[3] as string))
  community.advanceClock(minutes(15))
  expectDone(await from(10, app.code()))
  // a right one ends the count of the quarter of an hour
  for (let turn = 0; turn < 5; turn++) expect((await from(turn, wrong)).body.code).toBe('wrong_code')
})

test('of one account no more than twenty wrong codes are looked at in a day', async () => {
  const fe = await community.signIn('Fe')
  const app = await addApp(fe)
  let looked = 0
  for (let quarter = 0; quarter < 8; quarter++) {
    const wrong = app.code() === '000000' ? '000001' : '000000'
    looked += (await times(7, () => signIn('Fe', wrong))).filter(({ status }) => status === 401).length
    community.advanceClock(minutes(16))
  }
  expect(looked).toBe(20)
  expectRefusal(await signIn('Fe', app.code()), 429)
  community.advanceClock(days(1))
  expectDone(await signIn('Fe', app.code()))
})

test('a secret counts only with the session that asked for it, a right code, and for a quarter of an hour', async () => {
  const gala = await community.signIn('Gala')
  const other = await community.signIn('Gala')
  const bruto = await community.signIn('Bruto')
  const setup = await begin(gala)
  const right = codeOf(setup.secret, community.clock.now)
  const wrong = right === '123456' ? '654321' : '123456'
  const { totp_secrets } = await community.readAllTables()
  for (const code of [wrong, '１２３４５６'])
    expectRefusal(await confirm(gala, setup, { code }), 422, { field: 'code' })
  for (const person of [other, bruto]) expectRefusal(await confirm(person, setup), 422, { field: 'code' })
  for (const token of [`${setup.token.slice(0, -2)}AA`, 'AAAA'])
    expectRefusal(await confirm(gala, { ...setup, token }), 422, { field: 'code' })
  expectRefusal(await confirm(gala, { ...setup, token: '' }), 422, { field: 'token' })
  community.advanceClock(minutes(15))
  expectRefusal(await confirm(gala, setup), 422, { field: 'code' })
  expect(await community.readAllTables()).toMatchObject({ totp_secrets })
  expect((await read(gala)).totp_since).toBeNull()
})

test('a second app of Irene takes the place of the first, and her recovery codes stay; removed, they go with it, and the password alone signs in again', async () => {
  const irene = await community.signIn('Irene')
  const first = await addApp(irene)
  const second = await begin(irene)
  expect(expectDone(await confirm(irene, second)).recovery_codes).toBeNull()
  community.advanceClock(minutes(1))
  expectRefusal(await signIn('Irene', first.code()), 401)
  expectDone(await signIn('Irene', first.codes[0]))
  const opened = expectDone(await signIn('Irene', codeOf(second.secret, community.clock.now)))
  const phone = community.withToken(opened.access_token)
  expectDone(await irene.post('/auth/totp/remove'))
  expect(await read(irene)).toMatchObject({ totp_since: null, recovery_codes_left: 0, has_factor: false })
  expectRefusal(await phone.get('/auth/me'), 401)
  expectDone(await signIn('Irene'))
  expectRefusal(await irene.post('/auth/totp/remove'), 404)
  expect(await subjects('Irene')).toContain('Se ha quitado la aplicación de autenticación de tu cuenta de Alejandría')
})

test('a deactivated person with a right code is refused as inactive, and of a deleted one nothing is left', async () => {
  const judit = await community.signIn('Judit')
  const app = await addApp(judit)
  expectDone(await hipatia.post(`/auth/users/${judit.id}/toggle-status`))
  expect((await signIn('Judit', app.code())).body.code).toBe('inactive_account')
  expectDone(await hipatia.delete(`/auth/users/${judit.id}`))
  expect((await signIn('Judit', app.code())).body.code).toBe('wrong_credentials')
  const { totp_secrets = [], recovery_codes = [] } = await community.readAllTables()
  expect(JSON.stringify([totp_secrets, recovery_codes])).not.toContain(judit.id)
})

const renewKey = () => transaction(db, (tx) => sealWithNewKey(tx, () => deleteSecrets(tx)))

test('codes of Nora’s app go on without a restart, and Olga’s new secret is sealed with the new key', async () => {
  const nora = await addApp(await community.signIn('Nora'))
  expect(await renewKey()).toEqual({ unopened: 0 })
  expectDone(await signIn('Nora', nora.code()))
  const olga = await community.signIn('Olga')
  const app = await addApp(olga)
  const { secret } = await rowOf(db, 'totp_secrets', { user_id: olga.id })
  expect(unsealSecret({ factorKey: await readSecret(db, 'factors') }, olga.id, secret)).toHaveLength(20)
  expect(await renewKey()).toEqual({ unopened: 0 })
  expectDone(await signIn('Olga', app.code()))
})

test('codes for a secret that can’t be opened aren’t counted as wrong, and the command counts the secret', async () => {
  const pia = await community.signIn('Pía')
  const app = await addApp(pia)
  await changeRows(db, 'totp_secrets', { secret: 'A'.repeat(64) }, { user_id: pia.id })
  for (let turn = 0; turn < 7; turn++) expectRefusal(await signIn('Pía', app.code()), 401)
  expect(await subjects('Pía')).not.toContain('Alguien conoce tu contraseña de Alejandría')
  expect(community.logText()).toContain('the secret of a second factor can not be opened')
  expectDone(await signIn('Pía', app.codes[0]))
  expect(await renewKey()).toEqual({ unopened: 1 })
})

test('neither secrets nor codes stand in the database, in its other columns or in the log', async () => {
  const lola = await community.signIn('Lola')
  const app = await addApp(lola)
  expectDone(await signIn('Lola', app.codes[1]))
  const everywhere = JSON.stringify(await community.readAllTables()) + community.logText()
  for (const hidden of [app.secret, ...app.codes, ...app.codes.map((code) => code.replaceAll('-', ''))])
    expect(everywhere).not.toContain(hidden)
  // a secret that is moved to another account can't be opened there
  const marta = await community.signIn('Marta')
  await addApp(marta)
  const { secret } = await rowOf(db, 'totp_secrets', { user_id: lola.id })
  await changeRows(db, 'totp_secrets', { secret }, { user_id: marta.id })
  expect((await signIn('Marta', app.code())).body.code).toBe('wrong_code')
})
