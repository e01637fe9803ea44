// Names: equal ones, and refused ones (DECISIONS §2 "Users").
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { accountsOf } from '../../support/server/accounts.ts'
import { expectDone, minutes, startCommunity } from '../../support/server/community.ts'
import { expectRefusal } from '../../support/server/refusal.ts'

const community = await startCommunity()
afterAll(() => community.close())
const { create, list } = accountsOf(community)

beforeEach(() => community.advanceClock(minutes(1)))

const refusedTwice = async (names: string[]) => {
  const [first = '', ...others] = names
  const { id } = expectDone(await create({ name: first }))
  const writes = community.watchWrites()
  for (const name of others) expectRefusal(await create({ name }), 409, { field: 'name' })
  expect(writes()).toEqual([])
  return id
}

describe('names of accounts', () => {
  test('are the same if they differ in case, accents, width, ligatures or spaces only', async () => {
    await refusedTwice([
      ...['Sofía Müller', 'sofía müller', 'SOFIA MULLER', 'Sofi\u0301a Mu\u0308ller', 'Ｓｏｆｉａ Ｍｕｌｌｅｒ'],
      ...[' Sofía  Müller ', 'Sofía\u00a0Müller', 'ˢofía müller', 'Sòfîâ Múllër', '𝐒𝐨𝐟𝐢𝐚 𝐌𝐮𝐥𝐥𝐞𝐫'],
    ])
    await refusedTwice(['Sﬁnge', 'sfinge', 'SFINGE'])
    await refusedTwice(['Straße', 'STRASSE', 'strasse', 'STRAẞE'])
    await refusedTwice(['Οδυσσεύς', 'ΟΔΥΣΣΕΎΣ', 'οδυσσευσ'])
    await refusedTwice(['Owl ❤️', 'Owl ❤'])
    await refusedTwice(['Ⅳ', 'iv'])
  })

  test('have ñ as a separate letter, in any encoding', async () => {
    await refusedTwice(['Peña', 'PEÑA', 'pen\u0303a'])
    expect((await create({ name: 'Pena' })).status).toBe(201)
  })

  test('with letters of two alphabets are refused', async () => {
    const writes = community.watchWrites()
    for (const name of ['Аna', 'Anа', 'Ηipatia', 'Bruпo', 'Ꭺna', 'ꓮna', 'Anaα', 'Ana אב', 'Ана Ana'])
      expectRefusal(await create({ name }), 422, { field: 'name' })
    expect(writes()).toEqual([])
    for (const name of ['Анна', 'Σοφία', 'さくら 花子', '김하나', 'علي', 'Ana 2', 'O’Neil-Ruiz', 'Luna 🌙', 'ᏣᎳᎩ'])
      expect({ name, status: (await create({ name })).status }).toEqual({ name, status: 201 })
  })

  test('with invisible or bidirectional characters are refused', async () => {
    const writes = community.watchWrites()
    for (const hidden of [
      ...['\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\u00ad', '\u034f', '\u115f', '\u3164', '\uffa0', '\u2800'],
      ...['\u202a', '\u202e', '\u2066', '\u2069', '\u200e', '\u061c', '\u0000', '\u0007', '\u001b', '\u0085', '\u2028'],
      ...['\ufe0f', '\ufe00', '\u{e0100}', '\u{e0041}', '\u180b', '\u17b4', '\u2065', '\ufff0'],
      ...['\ufff9', '\ud800', '\n', '\t'],
    ])
      expectRefusal(await create({ name: `An${hidden}a María` }), 422, { field: 'name' })
    expect(writes()).toEqual([])
  })

  test('are listed in Spanish order', async () => {
    for (const name of ['Ñoño', 'Nzinga', 'Óscar', 'Orlando', 'Álvaro', 'alma', 'Zenobia'])
      expectDone(await create({ name }))
    const names = (await list()).map(({ name }) => name).filter((name) => /^[\p{Script=Latin} ]+$/u.test(name))
    expect(names).toEqual(names.toSorted(new Intl.Collator('es', { ignorePunctuation: false }).compare))
    expect(names.indexOf('Ñoño')).toBe(names.indexOf('Nzinga') + 1)
  })
})
