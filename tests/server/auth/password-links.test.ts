// @databases both
// Links for a forgotten password: by mail for everybody alike, and from an administrator (docs/decisions/049).
import { beforeEach, describe, expect, test } from 'vitest'
import { communityOfThisFile, communityOfThisTest, expectDone, passwordOf } from '../../support/server/community.ts'
import { changeRows, rowOf, rowsOf } from '../../support/server/database/rows.ts'
import { expectRefusal } from '../../support/server/refusal.ts'
import { sendRaw } from '../../support/server/sockets/raw-http.ts'
import { expectCut, openMemberSocket } from '../../support/server/sockets/sockets.ts'
import { minutes } from '../../support/server/times.ts'
import { halvesOf, linksOf, tokenOf } from './links.ts'

const community = await communityOfThisFile({ trustedProxies: ['127.0.0.1'] })
beforeEach(() => community.advanceClock(minutes(61)))
const { hipatia, visitor, tryToSignIn } = community
const { ask, read, accept, linkFor, resetTokenFor, tokenFor, mails, actions, passWeek } = linksOf(community)

const ended = { detail: 'Este enlace ya no vale. Pide otro.' }
const promise = 'Si la cuenta existe, te llegará un correo con un enlace. El correo dice hasta cuándo vale.'

const linkIn = (mail: { text?: string | undefined } | undefined) =>
  tokenOf(/https:\/\/alejandria\.example(\/password\/\S+)/.exec(mail?.text ?? '')?.[1] ?? '')

test('Ana forgot her password: a link by mail, another password that others wouldn’t try first, and all else ends', async () => {
  const ana = await community.signIn('Ana')
  const phone = await community.signIn('Ana')
  expect(expectDone(await ask('  ANA '))).toEqual({ message: promise, is_mailed: true })
  const mail = (await mails()).at(-1)
  expect(mail).toMatchObject({ subject: 'Elige otra contraseña para Alejandría' })
  expect(mail?.to).toEqual([{ name: 'Ana', address: 'ana@alejandria.example' }])
  expect(mail?.text).toContain('Si no has sido tú, no hagas nada: tu contraseña sigue siendo la misma.')
  expect((await ana.get('/auth/me')).status).toBe(200)

  const token = linkIn(mail)
  expect(expectDone(await read('password-links', token))).toEqual({
    name: 'Ana',
    expires_at: new Date(community.clock.now + minutes(60)).toISOString(),
  })
  for (const guess of ['password1', 'yo soy Ana', 'La Alejandría de 1980'])
    expectRefusal(await accept('password-links', token, guess), 422, { field: 'password' })
  const { access_token, user } = expectDone(await accept('password-links', token, 'un papiro nuevo'))
  expect(user).toMatchObject({ id: ana.id, name: 'Ana' })
  expect((await community.withToken(access_token).get('/auth/me')).status).toBe(200)
  for (const before of [ana, phone]) expectRefusal(await before.get('/auth/me'), 401)
  expectRefusal(await tryToSignIn('Ana'), 401)
  expect((await tryToSignIn('Ana', 'un papiro nuevo')).status).toBe(200)
  expectRefusal(await accept('password-links', token), 410, ended)

  expect((await mails()).at(-1)?.subject).toBe('Tu contraseña de Alejandría ha cambiado')
  expect((await actions()).slice(-2)).toEqual(['- password_link_requested Ana', 'Ana password_reset -'])
  expectDone(await hipatia.put(`/auth/users/${ana.id}`, { password: passwordOf('Ana') }))
})

test('the address of the mail will do; a name that is another’s address gets its own mail, and so does the other', async () => {
  await community.signIn('Bruno')
  await hipatia.createsAccount('bruno@alejandria.example', { email: 'otro@alejandria.example' })
  const before = (await mails()).length
  expectDone(await ask('Bruno@Alejandria.example'))
  const sent = (await mails()).slice(before)
  const addresses = sent.map(({ to }) => to?.[0]?.address)
  expect(addresses.toSorted()).toEqual(['bruno@alejandria.example', 'otro@alejandria.example'])
})

test('unknown, deactivated and deleted people get the same answer after the same time, and no mail', async () => {
  await community.signIn('Carmen')
  const [damian, elena] = await community.signInAll('Damián', 'Elena')
  expectDone(await hipatia.post(`/auth/users/${damian.id}/toggle-status`))
  expectDone(await hipatia.delete(`/auth/users/${elena.id}`))
  const before = (await mails()).length
  const times: number[] = []
  for (const name of ['Carmen', 'Nadie', 'Damián', 'Elena', 'elena@alejandria.example', 'nadie@alejandria.example']) {
    const begun = performance.now()
    expect(expectDone(await ask(name))).toEqual({ message: promise, is_mailed: true })
    times.push(performance.now() - begun)
  }
  for (const time of times) expect(time).toBeGreaterThanOrEqual(395)
  expect((await mails()).slice(before).map(({ to }) => to?.[0]?.name)).toEqual(['Carmen'])
})

test('the link of the mail leads to the public address, whatever the request says about its host', async () => {
  await community.signIn('Corina')
  const body = JSON.stringify({ name: 'Corina' })
  const evil = 'host: evil.example\r\nx-forwarded-host: evil.example\r\nforwarded: host=evil.example\r\n'
  const kind = `content-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n`
  const call = `POST /api/auth/password-links HTTP/1.1\r\n${evil}x-forwarded-proto: http\r\n${kind}${body}`
  expect((await sendRaw(community.port, call)).status).toBe(200)
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
    expectRefusal(await ask(`  ${name.toUpperCase()} `, '198.51.100.9'), 429)
  }
  expect((await mails()).filter(({ to }) => to?.[0]?.name === 'Dora')).toHaveLength(3)
  community.advanceClock(minutes(60))
  expect((await ask('Dora', '198.51.100.9')).status).toBe(200)
  await Promise.all(Array.from({ length: 20 }, (_, turn) => ask(`Nadie ${turn}`, '203.0.113.7')))
  expectRefusal(await ask('Dora', '203.0.113.7'), 429)
  expect((await ask('Dora', '203.0.114.7')).status).toBe(200)
})

test('a link ends after an hour, with another link, and with every change of the password, and when its person is deactivated; it is for that person and its purpose', async () => {
  const fermin = await community.signIn('Fermín')
  const late = await resetTokenFor(fermin)
  community.advanceClock(minutes(60))
  expectRefusal(await accept('password-links', late), 410, ended)
  const replaced = await resetTokenFor(fermin)
  const last = await resetTokenFor(fermin)
  expectRefusal(await read('password-links', replaced), 410, ended)
  const passwords = { current_password: passwordOf('Fermín'), new_password: 'otra clave' }
  expectDone(await (await community.signIn('Fermín')).post('/auth/change-password', passwords))
  expectRefusal(await accept('password-links', last), 410, ended)
  const given = await resetTokenFor(fermin)
  expectDone(await hipatia.put(`/auth/users/${fermin.id}`, { password: passwordOf('Fermín') }))
  expectRefusal(await accept('password-links', given), 410, ended)
  const [gema, hugo] = await community.signInAll('Gema', 'Hugo')
  const [ofGema, ofHugo] = [await resetTokenFor(gema), await resetTokenFor(hugo)]
  for (const kind of ['password-links', 'invitations'] as const)
    expect((await accept(kind, halvesOf(ofGema, ofHugo))).status).toBe(410)
  expect((await accept('invitations', ofGema)).status).toBe(410)
  expectDone(await accept('password-links', ofGema))
  expectDone(await hipatia.post(`/auth/users/${hugo.id}/toggle-status`))
  // also when he is active again
  expectDone(await hipatia.post(`/auth/users/${hugo.id}/toggle-status`))
  expectRefusal(await accept('password-links', ofHugo), 410, ended)
})

test('an admin makes a link for others: not for oneself, nor for whoever is deactivated or hasn’t come yet', async () => {
  const ines = await community.signIn('Inés')
  const { path, expires_at } = expectDone(await linkFor(ines))
  expect(path).toMatch(/^\/password\/[\w-]{43}$/)
  expect(Date.parse(expires_at) - community.clock.now).toBe(minutes(60))
  expect((await actions()).at(-1)).toBe('Hipatia password_link_created Inés')
  expect((await ines.get('/auth/me')).status).toBe(200)
  expectRefusal(await linkFor(hipatia), 409)
  expectRefusal(await linkFor({ id: (await tokenFor('Laura')).id }), 409)
  expectDone(await hipatia.post(`/auth/users/${ines.id}/toggle-status`))
  expectRefusal(await linkFor(ines), 409)
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
  const quiet = await communityOfThisTest({ sendsMail: false })
  const message = 'Esta comunidad no envía correos. Pide a quien la administra un enlace para elegir otra contraseña.'
  for (const name of ['Hipatia', 'Nadie'])
    expect(expectDone(await linksOf(quiet).ask(name))).toEqual({ message, is_mailed: false })
  expect(await rowsOf(quiet.db, 'password_links')).toEqual([])
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

describe('a password that an administrator gave, and that its person has to replace before anything else', () => {
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
  const sessionsOf = (id: string) => rowsOf(community.db, 'sessions', { user_id: id })

  test('Aglaya has to choose her own password at the first sign-in, and is in; a wrong one tells nothing of it, and deactivated she is refused as such', async () => {
    const aglaya = await hipatia.createsAccount('Aglaya', { must_choose_password: true })
    const wrong = await tryToSignIn('Aglaya', 'otra cosa')
    expectRefusal(wrong, 401)
    expect(wrong.text).toBe((await tryToSignIn('Nadie', 'otra cosa')).text)
    const toggle = () => hipatia.post(`/auth/users/${aglaya.id}/toggle-status`)
    expectDone(await toggle())
    const detail = 'Tu cuenta está desactivada. Habla con quien administra la comunidad.'
    expectRefusal(await tryToSignIn('Aglaya'), 403, { detail })
    expectDone(await toggle())
    const token = await tokenAfterSignIn('Aglaya')
    expect(await sessionsOf(aglaya.id)).toEqual([])
    expect(expectDone(await read('password-links', token)).name).toBe('Aglaya')
    // again, for who closed the page
    expect(await tokenAfterSignIn('Aglaya')).toBe(token)
    const { access_token } = expectDone(await accept('password-links', token, 'un secreto nuevo'))
    expect((await community.withToken(access_token).get('/auth/me')).status).toBe(200)
    expect((await tryToSignIn('Aglaya', 'un secreto nuevo')).status).toBe(200)
    expectRefusal(await tryToSignIn('Aglaya'), 401)
    expectRefusal(await accept('password-links', token, 'otro secreto nuevo'), 410)
    const requested = '- password_link_requested Aglaya'
    expect((await actions()).slice(-3)).toEqual([requested, requested, 'Aglaya password_reset -'])
  })

  test('the mark ends every session, socket and address of a file at once; a session that is left in the database opens nothing', async () => {
    const calipso = await community.signIn('Calipso')
    const file = await hipatia.uploads({ name: 'foto.txt', bytes: 'x' })
    const { cloudinary_url } = expectDone(await calipso.get<{ cloudinary_url: string }>(`/files/${file.id}`))
    const readFile = () => visitor.fetchesBytes(cloudinary_url)
    expect((await readFile()).status).toBe(200)
    const socket = await openMemberSocket(community, calipso)
    expectDone(await mark(calipso))
    await expectCut(socket, 1000)
    expect((await readFile()).status).toBe(403)
    for (const path of ['/auth/me', '/posts']) expectRefusal(await calipso.get(path), 401)
    for (const path of ['/auth/heartbeat', '/auth/logout']) expectRefusal(await calipso.post(path), 401)
    expect(await sessionsOf(calipso.id)).toEqual([])
    const dido = await community.signIn('Dido')
    await changeRows(community.db, 'users', { must_choose_since: 1 }, { id: dido.id })
    expectRefusal(await dido.get('/auth/me'), 401)
  })

  test('a password given without the mark takes it away; without a password it stays or goes as said', async () => {
    const electra = await hipatia.createsAccount('Electra', { must_choose_password: true })
    expectDone(await hipatia.put(`/auth/users/${electra.id}`, { phone: '600 111 222' }))
    await tokenAfterSignIn('Electra')
    expectDone(await hipatia.put(`/auth/users/${electra.id}`, { password: 'dada por teléfono' }))
    expect((await tryToSignIn('Electra', 'dada por teléfono')).status).toBe(200)
    expectDone(await mark(electra, { password: 'otra por teléfono' }))
    const token = await tokenAfterSignIn('Electra', 'otra por teléfono')
    expectRefusal(await accept('password-links', token, 'otra por teléfono'), 422, { field: 'password' })
    expectDone(await hipatia.put(`/auth/users/${electra.id}`, { must_choose_password: false }))
    expect((await tryToSignIn('Electra', 'otra por teléfono')).status).toBe(200)
    // nobody has to use the page
    expect((await read('password-links', token)).status).toBe(200)
    const details = await rowsOf(community.db, 'audit_events', { target: 'Electra' })
    expect(details.map(({ detail }) => detail)).toEqual([
      ...[null, 'teléfono', 'primera entrada', 'ya no tiene que elegir otra contraseña, contraseña'],
      ...['tiene que elegir otra contraseña, contraseña', 'primera entrada', 'ya no tiene que elegir otra contraseña'],
    ])
  })

  test('an invited person has no password to replace; a link by mail takes the mark away too', async () => {
    const { id } = await tokenFor('Safo', { must_choose_password: true })
    expectDone(await mark({ id }))
    expect(await rowOf(community.db, 'users', { id })).toMatchObject({ must_choose_since: null })

    const gorgo = await hipatia.createsAccount('Gorgo', { must_choose_password: true })
    const token = await resetTokenFor(gorgo)
    expectDone(await accept('password-links', token, 'un secreto nuevo'))
    expect((await tryToSignIn('Gorgo', 'un secreto nuevo')).status).toBe(200)
  })
})
