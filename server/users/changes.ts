import type { UserRow } from '../db/schema.ts'

const unnamedFields = [
  ['email', 'correo'],
  ['phone', 'teléfono'],
  ['avatar', 'imagen'],
  ['password_hash', 'contraseña'],
] as const

function describeMark(before: UserRow, after: UserRow) {
  const mustChoose = after.must_choose_since !== null
  if ((before.must_choose_since !== null) === mustChoose) return []
  return [mustChoose ? 'tiene que elegir otra contraseña' : 'ya no tiene que elegir otra contraseña']
}

/**
 * Changed fields of an account, as text; empty if there are none. Values are given for name and role only: audit events
 * outlive the account, and must not keep personal data.
 */
export function describeChanges(before: UserRow, after: UserRow) {
  const parts = [
    before.name === after.name ? [] : [`nombre: ${before.name} → ${after.name}`],
    before.role === after.role ? [] : [`rol: ${before.role} → ${after.role}`],
    describeMark(before, after),
    unnamedFields.filter(([field]) => before[field] !== after[field]).map(([, word]) => word),
  ]
  return parts.flat().join(', ')
}
