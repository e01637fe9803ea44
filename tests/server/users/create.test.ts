// @databases both
// Accounts are created by admins only; equal names, and refused ones (SPEC §3, §5 to §7; DECISIONS §2 "Users").
import { beforeEach, expect, test } from 'vitest'
import type { User } from '../../../contract/users.ts'
import { accountsOf } from '../../support/server/accounts.ts'
import { communityOfThisFile, expectDone, minutes } from '../../support/server/community.ts'
import { expectRefusal } from '../../support/server/refusal.ts'

const community = await communityOfThisFile()
const { hipatia, tryToSignIn } = community
const { create, list, remove } = accountsOf(community)

beforeEach(async () => {
  community.advanceClock(minutes(1))
  await hipatia.confirms()
})

test('creating an account answers with it, without the password, and the person can sign in', async () => {
  // avatars on other sites get no URL
  const plain = { role: 'normal', avatar: 'https://example.org/clio.png' }
  const padded = { name: '  Clío  ', email: ' Clio@Alejandria.example ', phone: ' +34 600 100 200 ' }
  const { status, body, text } = await hipatia.post<User>('/auth/users', { ...plain, ...padded, password: 'mi musa' })
  const trimmed = { name: 'Clío', email: 'Clio@Alejandria.example', phone: '+34 600 100 200' }
  const id = expect.stringMatching(/^[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/)
  const own = { id, ...trimmed, ...plain, avatar_url: null, is_active: true, created_at: community.moment() }
  expect({ status, body }).toEqual({ status: 201, body: { ...own, has_second_factor: false } })
  expect(text).not.toContain('musa')
  const { user } = expectDone(await tryToSignIn('Clío', 'mi musa'))
  expect(user).toEqual({ ...own, id: body.id, must_add_factor: false, factor_demanded_from: null })
  expect((await list()).find(({ id }) => id === body.id)).toEqual(body)
})

test('role, phone and avatar of a new account are optional, role admin creates an admin, and other fields are ignored: id, state, times, hash', async () => {
  for (const none of [{}, { phone: '', avatar: ' ' }, { phone: null, avatar: null }])
    expect(expectDone(await create(none))).toMatchObject({ role: 'normal', phone: null, avatar: null })
  const { id } = expectDone(await create({ role: 'admin' }))
  expect((await list()).find((user) => user.id === id)?.role).toBe('admin')
  expect((await remove(id)).status).toBe(204)
  const times = { created_at: '1999-01-01T00:00:00.000Z', is_active: false, deleted_at: 1, deactivated_at: 1 }
  const chosen = '0'.repeat(32)
  const user = expectDone(await create({ id: chosen, _id: chosen, password_hash: 'x', name_key: 'x', ...times }))
  expect(user.id).not.toBe(chosen)
  expect(user).toMatchObject({ is_active: true, created_at: community.moment() })
})

test('e-mails that differ in case only are the same', async () => {
  const { email } = expectDone(await create({ email: 'Una.Dos@Ejemplo.example' }))
  expect(email).toBe('Una.Dos@Ejemplo.example')
  const writes = community.watchWrites()
  for (const same of ['una.dos@ejemplo.example', 'UNA.DOS@EJEMPLO.EXAMPLE'])
    expectRefusal(await create({ email: same }), 409, { field: 'email' })
  expect(writes()).toEqual([])
  expect((await create({ email: 'una.doz@ejemplo.example' })).status).toBe(201)
})

test('of ten simultaneous requests with the same name only one succeeds', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => create({ name: 'Una Sola' })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(9).fill(409)])
  expect((await list()).filter(({ name }) => name === 'Una Sola')).toHaveLength(1)
})

const refusedTwice = async (names: string[]) => {
  const [first = '', ...others] = names
  expectDone(await create({ name: first }))
  const writes = community.watchWrites()
  for (const name of others) expectRefusal(await create({ name }), 409, { field: 'name' })
  expect(writes()).toEqual([])
}

test('names of accounts are the same if they differ in case, accents, width, ligatures or spaces only, but for ñ, in any encoding', async () => {
  await refusedTwice([
    ...['Sofía Müller', 'sofía müller', 'SOFIA MULLER', 'Sofi\u0301a Mu\u0308ller', 'Ｓｏｆｉａ Ｍｕｌｌｅｒ'],
    ...[' Sofía  Müller ', 'Sofía\u00a0Müller', 'ˢofía müller', 'Sòfîâ Múllër', '𝐒𝐨𝐟𝐢𝐚 𝐌𝐮𝐥𝐥𝐞𝐫'],
  ])
  await refusedTwice(['Sﬁnge', 'sfinge', 'SFINGE'])
  await refusedTwice(['Straße', 'STRASSE', 'strasse', 'STRAẞE'])
  await refusedTwice(['Οδυσσεύς', 'ΟΔΥΣΣΕΎΣ', 'οδυσσευσ'])
  await refusedTwice(['Owl ❤️', 'Owl ❤'])
  await refusedTwice(['Ⅳ', 'iv'])
  await refusedTwice(['Peña', 'PEÑA', 'pen\u0303a'])
  expect((await create({ name: 'Pena' })).status).toBe(201)
})

test('names of accounts with letters of two alphabets, and with control or bidirectional characters, are refused', async () => {
  const writes = community.watchWrites()
  for (const name of ['Аna', 'Anа', 'Ηipatia', 'Bruпo', 'Ꭺna', 'ꓮna', 'Anaα', 'Ana אב', 'Ана Ana'])
    expectRefusal(await create({ name }), 422, { field: 'name' })
  for (const hidden of [
    ...['\u202a', '\u202e', '\u2066', '\u2069', '\u200e', '\u061c', '\u0000', '\u0007', '\u001b', '\u0085', '\u2028'],
    ...['\ud800', '\n', '\t'],
  ])
    expectRefusal(await create({ name: `An${hidden}a María` }), 422, { field: 'name' })
  expect(writes()).toEqual([])
  for (const name of ['Анна', 'Σοφία', 'さくら 花子', '김하나', 'علي', 'Ana 2', 'O’Neil-Ruiz', 'Luna 🌙', 'ᏣᎳᎩ'])
    expect({ name, status: (await create({ name })).status }).toEqual({ name, status: 201 })
})

test('names of accounts lose the zero-width characters that they were pasted with, as their addresses and phones do', async () => {
  const hidden = [
    ...['\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\u00ad', '\u034f', '\u115f', '\u3164', '\uffa0', '\u2800'],
    ...['\ufe0f', '\ufe00', '\u{e0100}', '\u{e0041}', '\u180b', '\u17b4', '\u2065', '\ufff0', '\ufff9'],
  ]
  await refusedTwice(['Praxila', ...hidden.map((sign) => `Pra${sign}xila`)])
  const name = ' \u200bJose\u2060\u0301 Pe\u00adña\ufeff'
  const made = expectDone(await create({ name, email: '\u200bjp@alejandria.example', phone: '6\u200b00' }))
  expect(made).toMatchObject({ name: 'José Peña', email: 'jp@alejandria.example', phone: '600' })
  expectRefusal(await create({ name: `a${'\u0301'.repeat(20)}\u200b${'\u0301'.repeat(20)}` }), 422, { field: 'name' })
})

test('names of accounts are listed in Spanish order', async () => {
  for (const name of ['Ñoño', 'Nzinga', 'Óscar', 'Orlando', 'Álvaro', 'alma', 'Zenobia'])
    expectDone(await create({ name }))
  const names = (await list()).map(({ name }) => name).filter((name) => /^[\p{Script=Latin} ]+$/u.test(name))
  expect(names).toEqual(names.toSorted(new Intl.Collator('es', { ignorePunctuation: false }).compare))
  expect(names.indexOf('Ñoño')).toBe(names.indexOf('Nzinga') + 1)
})
