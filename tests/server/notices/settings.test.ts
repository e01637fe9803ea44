// What people want to hear of, and where.
import { expect, test } from 'vitest'
import type { NoticeSettings } from '../../../contract/notices/settings.ts'
import { communityOfThisFile, expectDone, type Person } from '../../support/server/community.ts'
import { expectRefusal } from '../../support/server/refusal.ts'
import { noticesOf } from './bell.ts'

const community = await communityOfThisFile()
const amparo = await community.signIn('Amparo')

const settingsOf = async (who: Person) => expectDone(await who.get<NoticeSettings>('/notices/settings'))
const chooses = async (who: Person, changes: object) =>
  expectDone(await who.put<NoticeSettings>('/notices/settings', changes))

const rings = { mention: 'push', comment: 'push', answer: 'push', broadcast: 'push' }
const kinds = { ...rings, reaction: 'here', invitation: 'here' }
const atFirst = { kinds, chat: 'named', silence_until: null, quiet_hours: null }

test('a new member hears of everything; what is chosen is kept, what isn’t named stays, and others are as before', async () => {
  const nossis = await community.signIn('Nosis')
  expect(await settingsOf(nossis)).toEqual(atFirst)
  let chosen: object = atFirst
  const choosesMore = async (changes: object, expected = changes) => {
    chosen = { ...chosen, ...expected }
    expect(await chooses(nossis, changes)).toEqual(chosen)
  }
  await choosesMore({ kinds: { comment: 'here' } }, { kinds: { ...kinds, comment: 'here' } })
  await choosesMore({ chat: 'all', silence_until: '2026-03-02T18:00:00.000Z' })
  await choosesMore({ quiet_hours: { from: '22:30', to: '08:00' } })
  expect(await settingsOf(nossis)).toEqual(chosen)
  await choosesMore({ silence_until: null, quiet_hours: null })
  expect(await settingsOf(amparo)).toEqual(atFirst)
})

test('who wants nothing of a kind is told nothing of it, and the rest', async () => {
  const erina = await community.signIn('Erina')
  await chooses(erina, { kinds: { comment: 'nothing' } })
  await amparo.comments(await erina.writes())
  expect(await noticesOf(erina)).toEqual([])
  const question = await erina.says('¿Vienes?')
  await amparo.says('Voy', { reply_to: question.id })
  expect((await noticesOf(erina)).map(({ kind }) => kind)).toEqual(['answer'])
  await chooses(erina, { chat: 'nothing' })
  await amparo.says('Ya llego', { reply_to: question.id })
  expect(await noticesOf(erina)).toMatchObject([{ excerpt: 'Voy' }])
})

test.each([
  ['an unknown choice', { kinds: { comment: 'siempre' } }],
  ['an hour that isn’t one', { quiet_hours: { from: '25:00', to: '08:00' } }],
  ['half of the quiet hours', { quiet_hours: { from: '22:00' } }],
  ['a moment that isn’t one', { silence_until: 'mañana' }],
])('%s is refused', async (_name, changes) => {
  expectRefusal(await amparo.put('/notices/settings', changes), 422)
  expect(await settingsOf(amparo)).toEqual(atFirst)
})
