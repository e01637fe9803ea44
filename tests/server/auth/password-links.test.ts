// @databases both
// Links for a forgotten password: by mail for everybody alike, and from an administrator (docs/decisions/049).
import { once } from 'node:events'
import { request } from 'node:http'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { expectDone, minutes, passwordOf, startCommunity } from '../../support/server/community.ts'
import { expectRefusal } from '../../support/server/refusal.ts'
import { linksOf, tokenOf } from './links.ts'

const community = await startCommunity({ trustedProxies: ['127.0.0.1'] })
afterAll(() => community.close())
beforeEach(() => community.advanceClock(minutes(61)))
const { hipatia, tryToSignIn } = community
const { ask, read, accept, linkFor, resetTokenFor, tokenFor, mails, actions, passWeek } = linksOf(community)

const ended = { detail: 'Este enlace ya no vale. Pide otro.' }
const promise = 'Si la cuenta existe, te llegará un correo con un enlace. El correo dice hasta cuándo vale.'

const linkIn = (mail: { text?: string | undefined } | undefined) =>
  tokenOf(/https:\/\/alejandria\.example(\/password\/\S+)/.exec(mail?.text ?? '')?.[1] ?? '')

test('Ana forgot her password: a link by mail, another password, and all else ends', async () => {
  const ana = await community.signIn('Ana')
  const phone = await community.signIn('Ana')
  expect(expectDone(await ask('  ANA '))).toEqual({ message: promise })
  const mail = (await mails()).at(-1)
  expect(mail).toMatchObject({ subject: 'Elige otra contraseña para Alejandría' })
  expect(mail?.to).toEqual([{ name: 'Ana', address: 'ana@alejandria.example' }])
  expect(mail?.text).toContain('Si no has sido tú, no hagas nada: tu contraseña sigue siendo la misma.')
  expect((await ana.get('/auth/me')).status).toBe(200)

  const token = linkIn(mail)
  expect(expectDone(await read('password-links', token))).toEqual({
    ...{ name: 'Ana', expires_at: new Date(community.clock.now + minutes(60)).toISOString() },
  })
  const { access_token, user } = expectDone(await accept('password-links', token, 'un papiro nuevo'))
  expect(user).toMatchObject({ id: ana.id, name: 'Ana' })
  expect((await community.withToken(access_token).get('/auth/me')).status).toBe(200)
  for (const before of [ana, phone]) expectRefusal(await before.get('/auth/me'), 401)
  expectRefusal(await tryToSignIn('Ana'), 401)
  expect((await tryToSignIn('Ana', 'un papiro nuevo')).status).toBe(200)
  expectRefusal(await accept('password-links', token), 410, ended)

  expect((await mails()).at(-1)?.subject).toBe('Tu contraseña de Alejandría ha cambiado')
  expect((await actions()).slice(-2)).toEqual([
    ['password_link_requested', null, 'Ana'],
    ['password_reset', 'Ana', null],
  ])
  expectDone(await hipatia.put(`/auth/users/${ana.id}`, { password: passwordOf('Ana') }))
})

test('the address of the mail will do; a name that is another’s address gets its own mail, and so does the other', async () => {
  await community.signIn('Bruno')
  await hipatia.createsAccount('bruno@alejandria.example', { email: 'otro@alejandria.example' })
  const before = (await mails()).length
  expectDone(await ask('Bruno@Alejandria.example'))
  const sent = (await mails()).slice(before)
  expect(sent.map(({ to }) => to?.[0]?.address).toSorted()).toEqual([
    'bruno@alejandria.example',
    'otro@alejandria.example',
  ])
})

test('unknown, deactivated and deleted people get the same answer after the same time, and no mail', async () => {
  await community.signIn('Carmen')
  const damian = await community.signIn('Damián')
  const elena = await community.signIn('Elena')
  expectDone(await hipatia.post(`/auth/users/${damian.id}/toggle-status`))
  expectDone(await hipatia.delete(`/auth/users/${elena.id}`))
  const before = (await mails()).length
  const times: number[] = []
  for (const name of ['Carmen', 'Nadie', 'Damián', 'Elena', 'elena@alejandria.example', 'nadie@alejandria.example']) {
    const begun = performance.now()
    expect(expectDone(await ask(name))).toEqual({ message: promise })
    times.push(performance.now() - begun)
  }
  for (const time of times) expect(time).toBeGreaterThanOrEqual(395)
  expect((await mails()).slice(before).map(({ to }) => to?.[0]?.name)).toEqual(['Carmen'])
})

test('the link of the mail leads to the public address, whatever the request says about its host', async () => {
  await community.signIn('Corina')
  const body = JSON.stringify({ name: 'Corina' })
  const call = request(`${community.origin}/api/auth/password-links`, {
    method: 'POST',
    headers: {
      ...{ host: 'evil.example', 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      ...{ 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http', forwarded: 'host=evil.example' },
    },
  })
  call.end(body)
  const [response] = await once(call, 'response')
  response.resume()
  expect(response.statusCode).toBe(200)
  await community.services.background.finish()
  const mail = (await mails()).at(-1)
  expect(mail?.to?.[0]?.name).toBe('Corina')
  expect(mail?.text).toMatch(/https:\/\/alejandria\.example\/password\/[\w-]{43}/)
  expect(JSON.stringify(mail)).not.toContain('evil.example')
})

test('from an address a name is asked for three times an hour, and all names twenty times, known or not', async () => {
  await community.signIn('Dora')
  for (const name of ['Dora', 'Nadie']) {
    const answers = await Promise.all([1, 2, 3].map(() => ask(name, '198.51.100.9')))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expectRefusal(await ask(name, '198.51.100.9'), 429)
  }
  community.advanceClock(minutes(60))
  expect((await ask('Dora', '198.51.100.9')).status).toBe(200)
  await Promise.all(Array.from({ length: 20 }, (_, turn) => ask(`Nadie ${turn}`, '203.0.113.7')))
  expectRefusal(await ask('Dora', '203.0.113.7'), 429)
  expect((await ask('Dora', '203.0.114.7')).status).toBe(200)
})

test('a link ends after an hour, with another link, and with every change of the password', async () => {
  const fermin = await community.signIn('Fermín')
  const late = await resetTokenFor(fermin)
  community.advanceClock(minutes(60))
  expectRefusal(await accept('password-links', late), 410, ended)
  const replaced = await resetTokenFor(fermin)
  const last = await resetTokenFor(fermin)
  expectRefusal(await read('password-links', replaced), 410, ended)
  expectDone(
    await (await community.signIn('Fermín')).post('/auth/change-password', {
      ...{ current_password: passwordOf('Fermín'), new_password: 'otra clave' },
    }),
  )
  expectRefusal(await accept('password-links', last), 410, ended)
  const given = await resetTokenFor(fermin)
  expectDone(await hipatia.put(`/auth/users/${fermin.id}`, { password: passwordOf('Fermín') }))
  expectRefusal(await accept('password-links', given), 410, ended)
  const moved = await resetTokenFor(fermin)
  expectDone(await hipatia.put(`/auth/users/${fermin.id}`, { email: 'fermin@otra.example' }))
  expectRefusal(await accept('password-links', moved), 410, ended)
})

test('a link is for its person and its purpose, and of two at once one wins', async () => {
  const gema = await community.signIn('Gema')
  const hugo = await community.signIn('Hugo')
  const [ofGema, ofHugo] = [await resetTokenFor(gema), await resetTokenFor(hugo)]
  // halves of two right tokens
  const swapped = Buffer.concat([
    Buffer.from(ofGema, 'base64url').subarray(0, 16),
    Buffer.from(ofHugo, 'base64url').subarray(16),
  ])
  for (const kind of ['password-links', 'invitations'] as const)
    expect((await accept(kind, swapped.toString('base64url'))).status).toBe(410)
  expect((await accept('invitations', ofGema)).status).toBe(410)
  const answers = await Promise.all(
    ['la primera clave', 'la segunda clave'].map((word) => accept('password-links', ofGema, word)),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410])
  expect((await tryToSignIn('Hugo')).status).toBe(200)
  expectDone(await hipatia.post(`/auth/users/${hugo.id}/toggle-status`))
  expectRefusal(await accept('password-links', ofHugo), 410, ended)
  // also when he is active again
  expectDone(await hipatia.post(`/auth/users/${hugo.id}/toggle-status`))
  expectRefusal(await accept('password-links', ofHugo), 410, ended)
})

test('an admin makes a link for others: not for oneself, nor for whoever is deactivated or hasn’t come yet', async () => {
  const ines = await community.signIn('Inés')
  const { path, expires_at } = expectDone(await linkFor(ines))
  expect(path).toMatch(/^\/password\/[\w-]{43}$/)
  expect(Date.parse(expires_at) - community.clock.now).toBe(minutes(60))
  expect((await actions()).at(-1)).toEqual(['password_link_created', 'Hipatia', 'Inés'])
  expect((await ines.get('/auth/me')).status).toBe(200)
  expectRefusal(await linkFor(hipatia), 409)
  expectRefusal(await linkFor(ines, ines), 403)
  expectRefusal(await linkFor({ id: (await tokenFor('Laura')).id }), 409)
  expectDone(await hipatia.post(`/auth/users/${ines.id}/toggle-status`))
  expectRefusal(await linkFor(ines), 409)
})

test('whoever asks in somebody’s name doesn’t end the link that an admin handed to them', async () => {
  const rut = await community.signIn('Rut')
  const token = tokenOf(expectDone(await linkFor(rut)).path)
  expectDone(await ask('Rut'))
  expect(linkIn((await mails()).at(-1))).toBe(token)
  expectDone(await accept('password-links', token, 'un papiro nuevo'))
})

test('an admin’s links end with the admin’s rights', async () => {
  await hipatia.createsAccount('Teón', { role: 'admin' })
  const teon = await community.signIn('Teón')
  const { path } = expectDone(await linkFor(hipatia, teon))
  expectDone(await hipatia.put(`/auth/users/${teon.id}`, { role: 'normal' }))
  expectRefusal(await accept('password-links', tokenOf(path)), 410, ended)
  expect((await hipatia.get('/auth/me')).status).toBe(200)
})

test('an invited person who asks gets the open invitation again, and nothing after it ended', async () => {
  const { token } = await tokenFor('Manuel')
  const before = (await mails()).length
  expectDone(await ask('Manuel'))
  const [again] = (await mails()).slice(before)
  expect(again?.text).toContain(`/invitation/${token}`)
  expect(again?.text).toContain('Tu invitación a Alejandría')
  await passWeek()
  expectDone(await ask('Manuel'))
  expect((await mails()).length).toBe(before + 1)
})

test('without a mail server everybody is told whom to ask', async () => {
  const quiet = await startCommunity({ sendsMail: false })
  for (const name of ['Hipatia', 'Nadie'])
    expect(expectDone(await linksOf(quiet).ask(name))).toEqual({
      message: 'Esta comunidad no envía correos. Pide a quien la administra un enlace para elegir otra contraseña.',
    })
  expect(await quiet.db.selectFrom('password_links').selectAll().execute()).toEqual([])
  await quiet.close()
})

test('the typed name, the token and the password are in no log, and the token not in the database', async () => {
  await community.signIn('Nora')
  expectDone(await ask('Nora'))
  expectDone(await ask('una-clave-tecleada-por-error'))
  const stored = JSON.stringify(await community.readAllTables())
  const token = linkIn((await mails()).at(-1))
  expect((await read('password-links', token)).status).toBe(200)
  const afterSending = JSON.stringify(await community.readAllTables())
  await accept('password-links', token, 'un papiro elegido')
  const log = community.logText()
  for (const secret of [token, token.slice(22)]) expect(stored + afterSending + log).not.toContain(secret)
  for (const secret of ['una-clave-tecleada-por-error', 'un papiro elegido']) expect(log).not.toContain(secret)
})

test('a link takes no password that others would try first', async () => {
  const raquel = await community.signIn('Raquel')
  const token = await resetTokenFor(raquel)
  for (const guess of ['password1', 'soy Raquel', 'La Alejandría de 1980'])
    expectRefusal(await accept('password-links', token, guess), 422, { field: 'password' })
  expectDone(await accept('password-links', token))
})
