// @databases both
// Invitations: whoever is invited chooses the password, and no administrator knows it (docs/decisions/049).
import { beforeEach, expect, test } from 'vitest'
import { communityOfThisFile, communityOfThisTest, expectDone } from '../../support/server/community.ts'
import { rowOf, rowsOf } from '../../support/server/database/rows.ts'
import { expectRefusal } from '../../support/server/refusal.ts'
import { days, minutes, seconds } from '../../support/server/times.ts'
import { holdHashes } from './hold-hashes.ts'
import { linksOf, tokenOf } from './links.ts'

const community = await communityOfThisFile()
beforeEach(() => community.advanceClock(minutes(1)))
const { hipatia, visitor, tryToSignIn } = community
const { invite, tokenFor, read, accept, open, person, actions, mails, resetTokenFor, passWeek } = linksOf(community)

const ended = { detail: 'Esta invitación ya no vale. Pide otra a quien te invitó.' }

async function expectEnded(token: string) {
  expectRefusal(await read('invitations', token), 410, ended)
  expectRefusal(await accept('invitations', token), 410, ended)
}

test('Safo is invited, can’t sign in whatever she tries, chooses her password by the link of the mail, and is in', async () => {
  const { user, path, is_mailed, expires_at } = expectDone(await invite('Safo', { phone: '600 111 222' }))
  expect(user).toMatchObject({ name: 'Safo', email: 'safo@alejandria.example', phone: '600 111 222', role: 'normal' })
  expect(path).toMatch(/^\/invitation\/[\w-]{43}$/)
  expect(is_mailed).toBe(true)
  expect(Date.parse(expires_at) - community.clock.now).toBe(days(7))
  const invited = { id: user.id, name: 'Safo', email: 'safo@alejandria.example', invited_by: 'Hipatia' }
  expect(await open()).toEqual([{ ...invited, expires_at, invited_at: community.moment(), is_mailed: true }])

  const [mail] = await mails()
  expect(mail?.to).toEqual([{ name: 'Safo', address: 'safo@alejandria.example' }])
  expect(mail?.subject).toBe('Una invitación a Alejandría')
  expect(mail?.text).toContain('Hipatia te invita a Alejandría')
  expect(mail?.text).toContain('hasta el 9 de marzo de 2026 a las 10:01')
  expect(mail?.text).toContain(`Aceptar la invitación: https://alejandria.example${path}`)
  expect(mail?.html).toContain(`href="https://alejandria.example${path}"`)

  const shown = expectDone(await read('invitations', tokenOf(path)))
  expect(shown).toEqual({ name: 'Safo', invited_by: 'Hipatia', expires_at })
  for (const password of ['x', '      ', 'null', 'undefined', '$argon2id$', 'una clave elegida'])
    expectRefusal(await tryToSignIn('Safo', password), 401, { detail: 'El nombre o la contraseña no son correctos.' })
  for (const short of ['', '🦉🦉🦉🦉🦉🦉🦉'])
    expectRefusal(await accept('invitations', tokenOf(path), short), 422, { field: 'password' })
  const { access_token, user: signedIn } = expectDone(await accept('invitations', tokenOf(path)))
  expect(signedIn).toMatchObject({ id: user.id, name: 'Safo', email: 'safo@alejandria.example' })
  expect((await community.withToken(access_token).get('/auth/me')).status).toBe(200)
  expect((await tryToSignIn('Safo', 'una clave elegida')).status).toBe(200)
  expect(await open()).toEqual([])
  expect((await actions()).slice(-2)).toEqual(['Hipatia user_invited Safo', 'Safo invitation_accepted -'])
})

test('an invitation works once; of two people with it at the same time one gets in', async () => {
  const { token } = await tokenFor('Corina')
  const answers = await Promise.all(
    ['la primera clave', 'la segunda clave'].map((word) => accept('invitations', token, word)),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410])
  const winner = answers[0]?.status === 200 ? 'la primera clave' : 'la segunda clave'
  expect((await tryToSignIn('Corina', winner)).status).toBe(200)
  await expectEnded(token)
  expect((await tryToSignIn('Corina', winner)).status).toBe(200)
})

test('guessed, changed and foreign tokens open nothing', async () => {
  const { token } = await tokenFor('Telesila')
  const flipped = Buffer.from(token, 'base64url')
  flipped[31] = (flipped[31] as number) ^ 1
  const ana = await community.signIn('Ana')
  const guesses = [
    ...[flipped.toString('base64url'), `${token}A`, `${token}=`, token.slice(0, -1), token.toUpperCase(), 'x'],
    ...['A'.repeat(43), ana.token, ` ${token}`, await resetTokenFor(ana), '../../../etc', '\0', '\ud800'],
  ]
  for (const guess of guesses) await expectEnded(guess)
  const other = { detail: 'Este enlace ya no vale. Pide otro.' }
  expectRefusal(await read('password-links', token), 410, other)
  expectRefusal(await accept('password-links', token), 410, other)
  expect((await read('invitations', token)).status).toBe(200)
})

test('an invitation that was copied with the signs of its sentence is the same one', async () => {
  const { token } = await tokenFor('Nosis')
  for (const signs of ['.', ',', ').', '»', '”', '>', '…', '**'])
    expect(expectDone(await read('invitations', token + signs))).toMatchObject({ name: 'Nosis' })
  expectRefusal(await read('invitations', '».'), 422, { field: 'token' })
  const begun = await visitor.post('/auth/passkeys/invitation/begin', { token: `${token}).` })
  expect(begun.status).toBe(200)
  expect((await accept('invitations', `${token}.`)).status).toBe(200)
})

test('after seven days an invitation has ended, and is sent again with another link', async () => {
  const { token, id } = await tokenFor('Anite')
  await passWeek()
  await expectEnded(token)
  expect((await open()).find(({ name }) => name === 'Anite')?.invited_by).toBe('Hipatia')

  const renewed = expectDone(await hipatia.post<{ path: string }>(`/auth/invitations/${id}/renew`))
  community.advanceClock(minutes(1))
  const again = expectDone(await hipatia.post<{ path: string }>(`/auth/invitations/${id}/renew`))
  expectRefusal(await accept('invitations', token), 410, ended)
  expect(again.path).toBe(renewed.path)
  expect((await mails()).at(-1)?.text).toContain(again.path)
  expect((await accept('invitations', tokenOf(again.path))).status).toBe(200)
  expectRefusal(await hipatia.post(`/auth/invitations/${id}/renew`), 409)
  expectRefusal(await hipatia.delete(`/auth/invitations/${id}`), 409)
  expect(await person('Anite')).toBeDefined()
})

test('a link that was made while the clock was ahead ends when it is right; that of another machine may be ahead by seconds', async () => {
  const ana = await community.signIn('Ana')
  const listed = []
  for (const [ahead, status] of [
    [seconds(30), 200],
    [days(1), 410],
  ] as const) {
    community.advanceClock(ahead)
    const reset = await resetTokenFor(ana)
    const { token, id } = await tokenFor(`Invitada ${status}`)
    community.advanceClock(-ahead)
    expect((await read('password-links', reset)).status).toBe(status)
    expect((await read('invitations', token)).status).toBe(status)
    listed.push((await open()).find((invitation) => invitation.id === id)?.expires_at)
  }
  expect(listed).toEqual([new Date(community.clock.now + seconds(30) + days(7)).toISOString(), null])
})

test('sent again while it is open, it goes on for seven more days, and both mails have the link that works', async () => {
  const { token, id } = await tokenFor('Mero')
  expectDone(await hipatia.post(`/auth/invitations/${id}/renew`))
  await mails()
  community.advanceClock(days(6))
  const renewed = expectDone(await hipatia.post<{ path: string; expires_at: string }>(`/auth/invitations/${id}/renew`))
  expect(tokenOf(renewed.path)).toBe(token)
  expect(Date.parse(renewed.expires_at) - community.clock.now).toBe(days(7))
  const sent = (await mails()).filter(({ to }) => to?.[0]?.address === 'mero@alejandria.example')
  expect(sent.map(({ text }) => text?.includes(token))).toEqual([true, true, true])
  community.advanceClock(days(6))
  expectDone(await hipatia.get('/auth/me'))
  expectDone(await accept('invitations', token))
  expectRefusal(await accept('invitations', token), 410, ended)
  expectRefusal(await hipatia.post(`/auth/invitations/${id}/renew`), 409)
})

test('sent again by another administrator it is their link: the one before ends, as it does with its maker’s rights', async () => {
  const { token, id } = await tokenFor('Filina')
  await hipatia.createsAccount('Teón', { role: 'admin' })
  const teon = await community.signIn('Teón')
  const { path } = expectDone(await teon.post<{ path: string }>(`/auth/invitations/${id}/renew`))
  expectRefusal(await accept('invitations', token), 410, ended)
  expectDone(await hipatia.put(`/auth/users/${teon.id}`, { role: 'normal' }))
  expectRefusal(await accept('invitations', tokenOf(path)), 410, ended)
})

test('an invitation that is taken back ends, and its name is free again', async () => {
  const { token, id } = await tokenFor('Nóside')
  expect((await hipatia.delete(`/auth/invitations/${id}`)).status).toBe(204)
  expectRefusal(await accept('invitations', token), 410, ended)
  expect(await person('Nóside')).toBeUndefined()
  expect((await actions()).at(-1)).toBe('Hipatia invitation_withdrawn Nóside')
  expectRefusal(await hipatia.delete(`/auth/invitations/${id}`), 404)
  expect((await invite('Nóside')).status).toBe(201)
})

test('the links of a deactivated, deleted or corrected account end', async () => {
  const ends: Record<string, (id: string) => Promise<unknown>> = {
    Melino: (id) => hipatia.post(`/auth/users/${id}/toggle-status`),
    Praxila: (id) => hipatia.put(`/auth/users/${id}`, { is_active: false }),
    Cleobulina: (id) => hipatia.delete(`/auth/users/${id}`),
    Timarete: (id) => hipatia.put(`/auth/users/${id}`, { email: 'la.buena@alejandria.example' }),
    Helena: (id) => hipatia.put(`/auth/users/${id}`, { password: 'se la dice al teléfono' }),
  }
  for (const [name, end] of Object.entries(ends)) {
    const { token, id } = await tokenFor(name)
    await end(id)
    await expectEnded(token)
  }
  expectRefusal(await hipatia.post(`/auth/invitations/${(await person('Melino'))?.id}/renew`), 409)
  // whoever activates her again sends another one
  expectDone(await hipatia.post(`/auth/users/${(await person('Melino'))?.id}/toggle-status`))
  expect((await open()).find(({ name }) => name === 'Melino')).toMatchObject({ invited_by: null, expires_at: null })
  expect((await tryToSignIn('Helena', 'se la dice al teléfono')).status).toBe(200)
})

test('an admin who is demoted, deactivated or deleted keeps no link that opens somebody else’s account', async () => {
  const ends: Record<string, (id: string) => Promise<unknown>> = {
    Cilón: (id) => hipatia.put(`/auth/users/${id}`, { role: 'normal' }),
    Milón: (id) => hipatia.post(`/auth/users/${id}/toggle-status`),
    Zenón: (id) => hipatia.delete(`/auth/users/${id}`),
  }
  for (const [name, end] of Object.entries(ends)) {
    await hipatia.createsAccount(name, { role: 'admin' })
    const admin = await community.signIn(name)
    const { path } = expectDone(await invite(`De ${name}`, { email: `de.${admin.id}@alejandria.example` }, admin))
    await end(admin.id)
    expectRefusal(await accept('invitations', tokenOf(path)), 410, ended)
    expect((await invite('Otra', {}, admin)).status).toBeGreaterThanOrEqual(401)
  }
})

test('a repeated invitation is the same one, with the same link', async () => {
  const client_id = crypto.randomUUID()
  const first = expectDone(await invite('Iaia', { client_id }))
  const second = expectDone(await invite('Iaia', { client_id }))
  expect(second).toEqual(first)
  expectRefusal(await invite('Iaia'), 409)
  expectRefusal(await invite('Iaia', { email: 'otra@alejandria.example' }), 409, { field: 'name' })
  expectDone(await accept('invitations', tokenOf(first.path)))
  expectRefusal(await invite('Iaia', { client_id }), 409)
})

test('a link taken out of the queue goes out as it is then, or not at all', async () => {
  const { id } = await tokenFor('Olimpia')
  expectDone(await hipatia.post(`/auth/users/${id}/toggle-status`))
  expectDone(await hipatia.post(`/auth/users/${id}/toggle-status`))
  const before = (await mails()).length
  expect((await mails()).length).toBe(before)
  expect((await rowOf(community.db, 'deliveries', { user_id: id })).reason).toBe('El enlace ya no valía')
})

test('without a mail server nothing is mailed, and the administrator has the link to hand over', async () => {
  const quiet = await communityOfThisTest({ sendsMail: false })
  const { path, is_mailed } = expectDone(await linksOf(quiet).invite('Safo'))
  expect(is_mailed).toBe(false)
  const people = [{ name: 'Erina', email: 'erina@lista.example' }]
  expect((await quiet.hipatia.post('/auth/invitations/list', { people })).body).toMatchObject([{ is_mailed: false }])
  expect(await linksOf(quiet).mails()).toEqual([])
  expect((await linksOf(quiet).accept('invitations', tokenOf(path))).status).toBe(200)
})

test('no token is in the database, the log or an answer to somebody else', async () => {
  const { token, id } = await tokenFor('Eudocia')
  await read('invitations', token)
  await visitor.get(`/auth/invitations/${token}`)
  await visitor.fetchesBytes(`/invitation/${token}`)
  const stored = JSON.stringify(await community.readAllTables())
  expect(expectDone(await hipatia.get<unknown[]>('/auth/invitations'))).toContainEqual(expect.objectContaining({ id }))
  const lists = await Promise.all(
    ['/auth/invitations', '/audit', '/notifications/admin/mails'].map((path) => hipatia.get(path)),
  )
  await accept('invitations', token)
  const text = stored + community.logText() + lists.map((answer) => answer.text).join('')
  expect(text).not.toContain(token)
  expect(text).not.toContain(token.slice(22))
  expect(text).not.toContain('una clave elegida')
})

test('invited people get no mails of posts and broadcasts before they have come', async () => {
  const { id } = await tokenFor('Damófila')
  await hipatia.writes({ title: 'Para los miembros' })
  expectDone(await hipatia.post('/notifications/admin/broadcast', { subject: 'Aviso', message: 'Cerramos.' }))
  const [{ mail_id } = { mail_id: '' }, ...others] = await rowsOf(community.db, 'deliveries', { user_id: id })
  expect(others).toEqual([])
  expect((await rowOf(community.db, 'mails', { id: mail_id })).kind).toBe('invitation')
})

const changes: Record<string, (id: string) => Promise<{ status: number }>> = {
  deactivated: (id) => hipatia.post(`/auth/users/${id}/toggle-status`),
  'given another e-mail': (id) => hipatia.put(`/auth/users/${id}`, { email: `${id}@otra.example` }),
  deleted: (id) => hipatia.delete(`/auth/users/${id}`),
}

for (const [what, change] of Object.entries(changes))
  for (const kind of ['invitations', 'password-links'] as const)
    test(`somebody who is ${what} while their password of ${kind} is hashed doesn’t get it`, async () => {
      const name = `Persona ${what} ${kind}`.replaceAll('-', ' ')
      const person = kind === 'invitations' ? undefined : await community.signIn(name)
      const { token, id } = person ? { token: await resetTokenFor(person), id: person.id } : await tokenFor(name)
      const release = holdHashes()
      const accepting = accept(kind, token)
      // the link is read before the hash is made
      expect((await read(kind, token)).status).toBe(200)
      expect((await change(id)).status).toBeLessThan(300)
      await release()
      expectRefusal(await accepting, 410)
      expectRefusal(await tryToSignIn(name, 'una clave elegida'), 401)
      const left = person && what === 'given another e-mail' ? 1 : 0
      expect(await rowsOf(community.db, 'sessions', { user_id: id })).toHaveLength(left)
    })

test('of a deactivation and a use at the same moment one comes first, and no session is left', async () => {
  for (let turn = 0; turn < 10; turn++) {
    const { token, id } = await tokenFor(`Pareja ${turn}`)
    const deactivation = hipatia.post(`/auth/users/${id}/toggle-status`)
    const [accepted] = await Promise.all([accept('invitations', token), deactivation])
    expect([200, 410]).toContain(accepted.status)
    if (accepted.status === 200)
      expectRefusal(await community.withToken(accepted.body.access_token).get('/auth/me'), 401)
    const signIn = await visitor.post('/auth/login', { name: `Pareja ${turn}`, password: 'una clave elegida' })
    expect(signIn.status).toBe(accepted.status === 200 ? 403 : 401)
  }
})

test('an invited administrator isn’t counted as one who stays', async () => {
  // Hipatia leaves the role to Dama; Teano, invited, can't sign in
  const other = await communityOfThisTest()
  await linksOf(other).tokenFor('Teano', { role: 'admin' })
  await other.hipatia.createsAccount('Dama', { role: 'admin' })
  const dama = await other.signIn('Dama')
  expectDone(await dama.put(`/auth/users/${other.hipatia.id}`, { role: 'normal' }))
  expectRefusal(await dama.put(`/auth/users/${dama.id}`, { role: 'normal' }), 409)
})
