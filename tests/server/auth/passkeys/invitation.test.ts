// @databases both
// Invitations that are accepted with a passkey: accounts without a password.
import { expect, test } from 'vitest'
import type { CreationOptions } from '../../../../contract/auth/passkeys.ts'
import type { Problem } from '../../../../contract/index.ts'
import { createAuthenticator } from '../../../support/authenticator.ts'
import { communityOfThisFile, expectDone, minutes } from '../../../support/server/community.ts'
import { expectRefusal } from '../../../support/server/refusal.ts'
import { demandsOf } from '../demand/demand.ts'
import { factorsOf } from '../factors/factors.ts'
import { holdHashes } from '../hold-hashes.ts'
import { linksOf, tokenOf } from '../links.ts'
import { passkeysOf, publicUrl, type SignInAnswer } from './passkeys.ts'

const community = await communityOfThisFile({ publicUrl })
const { hipatia, visitor } = community
const { tokenFor, accept, actions, open, linkFor, mails } = linksOf(community)
const { add, list, signIn, confirm } = passkeysOf(community)
const { signIn: signInByPassword } = factorsOf(community)

type FactorsTaken = { has_password: boolean; link: { path: string; expires_at: string } | null } & Problem

const begin = (token: string) =>
  visitor.post<{ options: CreationOptions; name: string }>('/auth/passkeys/invitation/begin', { token })
const finish = (token: string, credential: unknown, name = 'El móvil') =>
  visitor.post<SignInAnswer>('/auth/passkeys/invitation', { token, name, credential })

async function acceptWithPasskey(name: string) {
  const { token, id } = await tokenFor(name)
  const device = createAuthenticator(publicUrl)
  const opened = expectDone(await finish(token, device.create(expectDone(await begin(token)).options)))
  return { id, token, device, opened, person: community.withToken(opened.access_token) }
}

test('Safo accepts her invitation with a passkey, is in, and gets recovery codes; her account has no password, and she has to replace none', async () => {
  const { id, token, device, opened, person } = await acceptWithPasskey('Safo')
  expect(opened.user).toMatchObject({ id, name: 'Safo' })
  expect(opened.recovery_codes).toHaveLength(10)
  expectDone(await person.get('/auth/me'))
  expect(await list(person)).toMatchObject({ passkeys: [{ name: 'El móvil' }], has_password: false })
  expect(await open()).toEqual([])
  const made = ['Hipatia user_invited Safo', 'Safo invitation_accepted -', 'Safo factor_added -']
  expect(await actions()).toEqual(made)
  expectDone(await signIn(device))
  expectRefusal(await begin(token), 410)
  expectRefusal(await accept('invitations', token), 410)
  for (const password of ['', ' ', 'passkeys', 'secreto'])
    expect((await signInByPassword('Safo', undefined, password)).body.access_token).toBeUndefined()
  expectDone(await hipatia.put(`/auth/users/${id}`, { must_choose_password: true }))
  expect(expectDone(await signIn(device)).user).toMatchObject({ name: 'Safo' })
})

test('her last passkey stays while she has no password, and another one may go', async () => {
  const { person } = await acceptWithPasskey('Erina')
  const [first] = (await list(person)).passkeys
  expectRefusal(await person.delete(`/auth/passkeys/${first?.id}`), 409, { code: 'last_way_in' })
  const { codes } = await add(person)
  expect(codes).toEqual([])
  expectDone(await person.delete(`/auth/passkeys/${first?.id}`))
  const [second] = (await list(person)).passkeys
  expectRefusal(await person.delete(`/auth/passkeys/${second?.id}`), 409)
})

test('calls that take the password say that there is none; a link gives one, and then the last passkey may go', async () => {
  const { id, person, opened, device } = await acceptWithPasskey('Corina')
  for (const refused of [
    await person.post('/auth/confirm', { password: 'passkeys' }),
    await person.post('/auth/change-password', { current_password: 'x', new_password: 'un papiro nuevo' }),
    await person.post('/account/export', { password: 'x' }),
  ])
    expectRefusal(refused, 409, { code: 'no_password' })
  const { path } = expectDone(await linkFor({ id }))
  const answer = await accept('password-links', tokenOf(path), 'un papiro nuevo')
  expect(answer.body.code).toBe('sign_in_again')
  expect((await mails()).at(-1)?.subject).toBe('Tu cuenta de Alejandría tiene contraseña')
  expect((await signInByPassword('Corina', undefined, 'un papiro nuevo')).body.factors).toEqual(['passkey'])
  const again = community.withToken(
    expectDone(await signInByPassword('Corina', opened.recovery_codes?.[2], 'un papiro nuevo')).access_token,
  )
  const [passkey] = (await list(again)).passkeys
  expectDone(await again.delete(`/auth/passkeys/${passkey?.id}`))
  expectRefusal(await signIn(device), 400)
  expectDone(await signInByPassword('Corina', undefined, 'un papiro nuevo'))
})

test('a first password needs a recent confirmation and the rules of chosen ones; her other sessions end, and she is told', async () => {
  const { person, device } = await acceptWithPasskey('Damófila')
  const choose = (new_password: string, by: Pick<typeof person, 'post'> = person) =>
    by.post<{ message: string } & Problem>('/auth/first-password', { new_password })
  const phone = community.withToken(expectDone(await signIn(device)).access_token)
  community.advanceClock(minutes(10) + 1000)
  expectRefusal(await choose('un papiro nuevo'), 403, { code: 'not_confirmed' })
  expectDone(await confirm(person, device))
  for (const wrong of ['corta', 'password', 'alejandría entera', 'la de Damófila'])
    expectRefusal(await choose(wrong), 422, { field: 'new_password' })
  const before = person.token
  expectDone(await choose('un papiro nuevo'))
  expect(person.token).not.toBe(before)
  expectDone(await person.get('/auth/me'))
  expectRefusal(await phone.get('/auth/me'), 401)
  expect((await list(person)).has_password).toBe(true)
  expect((await actions()).at(-1)).toBe('Damófila password_added -')
  const mail = (await mails()).findLast(({ to }) => to?.[0]?.name === 'Damófila')
  expect(mail?.subject).toBe('Tu cuenta de Alejandría tiene contraseña')
  expect(mail?.text?.replace(/\s+/g, ' ')).toContain('Tu cuenta no tenía contraseña, y desde ahora tiene una.')
  expect((await signInByPassword('Damófila', undefined, 'un papiro nuevo')).body.factors).toEqual(['passkey'])
  // only the first
  expectRefusal(await choose('otro papiro nuevo'), 409, { code: 'has_password' })
  const ana = await community.signIn('Ana')
  expectRefusal(await choose('otro papiro nuevo', ana), 409)
})

test('of two first passwords at once one is stored, and the other is refused', async () => {
  const { person, device } = await acceptWithPasskey('Cleobulina')
  const phone = community.withToken(expectDone(await signIn(device)).access_token)
  const passwords = ['un papiro nuevo', 'un rollo nuevo']
  const release = holdHashes()
  const choosing = [person, phone].map((session, index) =>
    session.post<{ message: string } & Problem>('/auth/first-password', { new_password: passwords[index] }),
  )
  // both have come before either hash is made
  for (const session of [person, phone]) expectDone(await session.get('/auth/passkeys'))
  await release()
  const answers = await Promise.all(choosing)
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('has_password')
  const isRight = async (password: string) =>
    (await signInByPassword('Cleobulina', undefined, password)).body.code === 'second_factor_required'
  expect(await Promise.all(passwords.map(isRight))).toEqual(answers.map(({ status }) => status === 200))
  expect((await actions()).filter((done) => done === 'Cleobulina password_added -')).toHaveLength(1)
})

test('an administrator can’t withdraw what was accepted with a passkey, and takes a lost one away', async () => {
  const { id, device } = await acceptWithPasskey('Mirtis')
  expectRefusal(await hipatia.delete(`/auth/invitations/${id}`), 409)
  const { link } = expectDone(await hipatia.post<FactorsTaken>(`/auth/factors/of/${id}/remove`))
  expectRefusal(await signIn(device), 400)
  // nothing else would open her account
  expect(link?.expires_at).toBe(new Date(community.clock.now + minutes(60)).toISOString())
  const taken = ['Hipatia factors_taken Mirtis', 'Hipatia password_link_created Mirtis']
  expect((await actions()).slice(-2)).toEqual(taken)
  const mail = (await mails()).findLast(({ to }) => to?.[0]?.address === 'mirtis@alejandria.example')
  expect(mail?.text?.replace(/\s+/g, ' ')).toContain(
    'Tu cuenta no tiene contraseña: quien administra la comunidad te dará un enlace para elegir una.',
  )
  expect(mail?.text).not.toContain('entra con tu contraseña')
  expect(mail?.text).not.toContain(tokenOf(link?.path ?? ''))
  expectDone(await accept('password-links', tokenOf(link?.path ?? ''), 'un papiro nuevo'))
})

test('neither does a deactivated person, who has no way in; once she is active again, a link is made and gives her one', async () => {
  const { id, device } = await acceptWithPasskey('Megalostrata')
  expectDone(await hipatia.post(`/auth/users/${id}/toggle-status`))
  const done = expectDone(await hipatia.post<FactorsTaken>(`/auth/factors/of/${id}/remove`))
  expect(done).toEqual({ has_password: false, link: null })
  expectRefusal(await linkFor({ id }), 409)
  expectDone(await hipatia.post(`/auth/users/${id}/toggle-status`))
  expectRefusal(await signIn(device), 400)
  const { path } = expectDone(await linkFor({ id }))
  expectDone(await accept('password-links', tokenOf(path), 'un papiro nuevo'))
  expectDone(await signInByPassword('Megalostrata', undefined, 'un papiro nuevo'))
})

test('a challenge is for one invitation, and of two answers one is taken; begun while the clock was ahead it is too late when it is right', async () => {
  const one = await tokenFor('Praxila')
  const other = await tokenFor('Telesila')
  const device = createAuthenticator(publicUrl)
  expectRefusal(await finish(other.token, device.create(expectDone(await begin(one.token)).options)), 410)
  expectRefusal(await begin(`${one.token.slice(0, -2)}AA`), 410)
  const unverified = device.create(expectDone(await begin(one.token)).options, { isUnverified: true })
  expectRefusal(await finish(one.token, unverified), 400)
  const answers = await Promise.all(
    [device, createAuthenticator(publicUrl)].map(async (own) =>
      finish(one.token, own.create(expectDone(await begin(one.token)).options)),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410])

  const { token } = await tokenFor('Quien llega tarde')
  community.advanceClock(minutes(60))
  const { options } = expectDone(await begin(token))
  community.advanceClock(-minutes(60))
  const refused = await finish(token, device.create(options))
  expect(refused).toMatchObject({ status: 410, body: { code: 'passkey_expired' } })
})

test('while a second factor is demanded of everybody, her passkey is one, and she is let in at once', async () => {
  const { demand, at } = await demandsOf(community)
  await demand({ everybody_from: at(0) })
  const { opened, person } = await acceptWithPasskey('Nosis')
  expect(opened.user).toMatchObject({ name: 'Nosis', must_add_factor: false })
  expectDone(await person.get('/posts'))
  await demand({})
})
