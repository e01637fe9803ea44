// A chosen day, and the demand that is sent for it.
import { expect, test } from 'vitest'
import { choiceOf, demandOf } from '../../../web/auth/demand/choice.ts'
import { describeDemand, isDemandedOf } from '../../../web/auth/demand/describe-demand.ts'
import { texts } from '../../../web/auth/demand/texts.ts'

const nobody = { admins_from: null, everybody_from: null }
const midnight = (day: string) => new Date(`${day}T00:00`).toISOString()

test('a day begins at midnight of the reader’s calendar, and is shown as the same day; none or an impossible one demands nothing', () => {
  for (const audience of ['admins', 'everybody'] as const) {
    const choice = { audience, day: '2026-12-08' }
    const demand = demandOf(choice, nobody)
    expect(demand[`${audience}_from`]).toBe(midnight('2026-12-08'))
    expect(choiceOf(demand)).toEqual(choice)
  }
  expect(choiceOf(nobody)).toEqual({ audience: 'nobody', day: '' })
  for (const day of ['', '2026-02-31x', 'mañana'])
    expect(demandOf({ audience: 'everybody', day }, nobody)).toEqual(nobody)
})

test('administrators keep an earlier day when everybody gets a later one, and no later day than everybody', () => {
  const before = { admins_from: midnight('2026-11-20'), everybody_from: null }
  const demand = (day: string) => demandOf({ audience: 'everybody', day }, before)
  expect(demand('2026-12-08')).toEqual({ ...before, everybody_from: midnight('2026-12-08') })
  expect(demand('2026-11-01')).toEqual({ admins_from: null, everybody_from: midnight('2026-11-01') })
  expect(demandOf({ audience: 'nobody', day: '2026-12-08' }, before)).toEqual(nobody)
})

test('the sentence says since when or from when, and of whom', () => {
  const now = Date.parse(midnight('2026-12-01'))
  const demand = { admins_from: midnight('2026-11-20'), everybody_from: midnight('2026-12-08') }
  expect(describeDemand(demand, now)).toBe(
    'Se pide a los administradores desde el 20 de noviembre de 2026. Se pedirá a todos desde el 8 de diciembre de 2026.',
  )
  expect(describeDemand(nobody, now)).toBe('No se pide a nadie: cada persona decide si lo añade.')
})

test('it is demanded of administrators alone, or of everybody', () => {
  const [admin, member] = [{ role: 'admin' }, { role: 'normal' }]
  const ofAdmins = { admins_from: midnight('2026-11-20'), everybody_from: null }
  expect([admin, member].map((user) => isDemandedOf(ofAdmins, user))).toEqual([true, false])
  const ofAll = { admins_from: null, everybody_from: midnight('2026-11-20') }
  expect([admin, member].map((user) => isDemandedOf(ofAll, user))).toEqual([true, true])
  expect(isDemandedOf(nobody, admin)).toBe(false)
})

test.each([
  [1, 1, 1, 'Tú todavía no lo tienes.'],
  [1, 5, 0, 'No lo tiene 1 de 5 personas.'],
  [1, 5, 1, 'No lo tiene 1 de 5 personas, que administra.'],
  [2, 5, 0, 'No lo tienen 2 de 5 personas.'],
  [2, 5, 2, 'No lo tienen 2 de 5 personas, que administran.'],
  [3, 5, 1, 'No lo tienen 3 de 5 personas, entre ellas 1 administrador.'],
  [4, 5, 2, 'No lo tienen 4 de 5 personas, entre ellas 2 administradores.'],
])(
  '%i of %i people without a factor, %i of them administrators, are counted in a right sentence',
  (count, all, admins, said) => expect(texts.without(count, all, admins)).toBe(said),
)
