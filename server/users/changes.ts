import type { UserRow } from '../db/schema.ts'

const kept = [
  ['email', 'correo'],
  ['phone', 'teléfono'],
  ['avatar', 'imagen'],
  ['password_hash', 'contraseña'],
] as const

/**
 * Which fields of an account are others than before, for people to read; nothing when none is. Values are told of name
 * and role only: the trail outlives the account, of which nothing personal may stay.
 */
export function changesOf(before: UserRow, after: UserRow) {
  const told = [
    before.name === after.name ? [] : [`nombre: ${before.name} → ${after.name}`],
    before.role === after.role ? [] : [`rol: ${before.role} → ${after.role}`],
    kept.filter(([field]) => before[field] !== after[field]).map(([, word]) => word),
  ]
  return told.flat().join(', ')
}
