// @databases both
// A list of people who are invited at once: all of them, or nobody and every mistake.
import { beforeEach, expect, test } from 'vitest'
import type { ListedInvitation } from '../../../contract/auth/password-links.ts'
import type { Problem } from '../../../contract/index.ts'
import { communityOfThisFile, minutes } from '../../support/server/community.ts'
import { watchForChanges } from '../../support/server/nothing-changed.ts'
import { expectRefusal } from '../../support/server/refusal.ts'
import { statuses, times } from '../../support/server/sign-ins.ts'
import { linksOf, tokenOf } from './links.ts'

const community = await communityOfThisFile()
beforeEach(() => community.advanceClock(minutes(1)))
const { hipatia } = community
await community.signIn('Ana')
const { accept, actions, mails, open, person } = linksOf(community)
const nothingChanged = watchForChanges(community)

const listed = (...names: string[]) =>
  names.map((name) => ({ name, email: `${name.replaceAll(' ', '.').toLowerCase()}@lista.example` }))
const inviteAll = (people: unknown, more: object = {}) =>
  hipatia.post<ListedInvitation[] & Problem>('/auth/invitations/list', { people, ...more })

async function expectMistakes(people: unknown, mistakes: Record<string, string>) {
  const answer = await inviteAll(people)
  expect(answer.status).toBe(422)
  const errors = (answer.body as Problem).errors ?? []
  expect(Object.fromEntries(errors.map(({ field, message }) => [field, message]))).toEqual(mistakes)
  nothingChanged()
}

test('three people are invited at once, none as an administrator, get a mail each, and one of them comes in', async () => {
  const people = [
    { name: '  Erina ', email: 'erina@lista.example', phone: '600 111 222', role: 'admin' },
    ...listed('Nossis'),
    { name: 'Anite', email: 'anite@lista.example', phone: '' },
  ]
  const answer = await inviteAll(people)
  expect(answer.status).toBe(201)
  expect(answer.body.map(({ name }) => name)).toEqual(['Erina', 'Nossis', 'Anite'])
  for (const { is_mailed } of answer.body) expect(is_mailed).toBe(true)
  expect(await person('Erina')).toMatchObject({ email: 'erina@lista.example', phone: '600 111 222', role: 'normal' })
  const shown = (await open()).map(({ name, invited_by }) => `${name}, by ${invited_by}`)
  expect(shown).toEqual(['Anite, by Hipatia', 'Erina, by Hipatia', 'Nossis, by Hipatia'])
  const sent = await mails()
  for (const { name, path } of answer.body)
    expect(sent.find(({ to }) => to?.[0]?.name === name)?.text).toContain(`https://alejandria.example${path}`)
  expect(sent).toHaveLength(3)
  const invited = ['Erina', 'Nossis', 'Anite'].map((name) => `Hipatia user_invited ${name}`)
  expect((await actions()).slice(-3)).toEqual(invited)
  expect((await accept('invitations', tokenOf(answer.body[1]?.path ?? ''))).status).toBe(200)
})

test('one mistake in the third row invites nobody; all mistakes of all rows are answered at once', async () => {
  const [first, second] = listed('Corina', 'Praxila')
  await expectMistakes([first, second, { name: 'Mirtis', email: 'mirtis' }, ...listed('Telesila')], {
    'people.2.email': 'El correo no es una dirección válida',
  })
  expect(await person('Corina')).toBeUndefined()
  await expectMistakes(
    [
      { name: 'ána', email: 'x', phone: '1'.repeat(31) },
      { name: 'Melino', email: 'ANA@alejandria.example' },
      { name: ' mélino', email: 'otra@lista.example' },
      { name: 'Dama', email: 'Otra@Lista.example' },
      {},
      { name: 'a\u0000', email: 'nul@lista.example' },
      { name: '\ud800', email: null, phone: '600\u202e111' },
    ],
    {
      'people.0.name': 'Ya existe un usuario con ese nombre.',
      'people.0.email': 'El correo no es una dirección válida',
      'people.0.phone': 'El teléfono no puede tener más de 30 caracteres',
      'people.1.email': 'Ya existe un usuario con ese correo.',
      'people.2.name': 'Ese nombre ya está antes en la lista.',
      'people.3.email': 'Ese correo ya está antes en la lista.',
      'people.4.name': 'El nombre es requerido',
      'people.4.email': 'El correo es requerido',
      'people.5.name': 'El nombre tiene caracteres que no se pueden guardar',
      'people.6.name': 'El nombre tiene caracteres que no se pueden guardar',
      'people.6.email': 'El correo es requerido',
      'people.6.phone': 'El teléfono tiene caracteres invisibles o de control',
    },
  )
})

test('a list has from one to a hundred people, each with texts', async () => {
  const names = Array.from({ length: 101 }, (_, index) => `Persona ${index}`)
  expectRefusal(await inviteAll([]), 422, { field: 'people', detail: 'La lista está vacía' })
  expectRefusal(await inviteAll(listed(...names)), 422, {
    field: 'people',
    detail: 'No se puede invitar a más de 100 personas de una vez',
  })
  for (const people of [undefined, null, {}, 'Ana', [null], ['Ana'], [[]]]) expectRefusal(await inviteAll(people), 422)
  expectRefusal(await inviteAll([{ name: 5, email: 'x@lista.example' }]), 422, { field: 'people.0.name' })
  nothingChanged()
  expect((await inviteAll(listed(...names.slice(0, 100)))).body).toHaveLength(100)
})

test('of two equal lists at the same time one invites; a repeated one is the same, with the links that are open', async () => {
  const people = listed('Safo', 'Damófila').map((one, index) => ({ ...one, email: `dos${index}@lista.example` }))
  expect(statuses(await times(2, () => inviteAll(people)))).toEqual([201, 422])

  const client_id = crypto.randomUUID()
  const others = listed('Teano', 'Aspasia', 'Cleobulina')
  const invite = () => inviteAll(others, { client_id })
  const [first, ...repeated] = [...(await Promise.all([invite(), invite()])), await invite()]
  for (const answer of repeated) expect(answer).toMatchObject({ status: 201, body: first.body })
  expect(first.status).toBe(201)
  expect((await hipatia.get<unknown[]>('/auth/users?q=teano')).body).toHaveLength(1)
  await accept('invitations', tokenOf(first.body[0]?.path ?? ''))
  expect((await invite()).body).toEqual(first.body.slice(1))
  expectRefusal(await inviteAll(others), 422, { field: 'people.0.name' })
})
