import type { DemandChange } from '../../../contract/auth/factors.ts'

export interface Choice {
  audience: 'nobody' | 'admins' | 'everybody'
  /** Day of the reader's calendar: '2026-12-08', or empty. */
  day: string
}

// Swedish dates are those of date fields: '2026-12-08'.
const dayOf = (moment: string | null) => (moment === null ? '' : new Date(moment).toLocaleDateString('sv'))

/** Midnight at which the day begins for the reader. */
const beginOf = (day: string) => {
  const begin = new Date(`${day}T00:00`)
  return Number.isNaN(begin.getTime()) ? null : begin.toISOString()
}

export function choiceOf({ admins_from, everybody_from }: DemandChange): Choice {
  if (everybody_from !== null) return { audience: 'everybody', day: dayOf(everybody_from) }
  return { audience: admins_from === null ? 'nobody' : 'admins', day: dayOf(admins_from) }
}

/** A later day for everybody leaves administrators the earlier one that they have. */
export function demandOf({ audience, day }: Choice, before: DemandChange): DemandChange {
  const from = audience === 'nobody' ? null : beginOf(day)
  if (audience !== 'everybody') return { admins_from: from, everybody_from: null }
  const isEarlier = from !== null && before.admins_from !== null && before.admins_from < from
  return { admins_from: isEarlier ? before.admins_from : null, everybody_from: from }
}
