import type { DemandChange } from '../../../contract/auth/factors.ts'
import { formatDay } from '../../ui/format/dates.ts'
import { texts } from './texts.ts'

/** Sentences that say of whom a second factor is demanded. */
export function describeDemand({ admins_from, everybody_from }: DemandChange, now = Date.now()) {
  const of = (from: string | null, sentence: (day: string, isNow: boolean) => string) =>
    from === null ? [] : [sentence(formatDay(new Date(from)), Date.parse(from) <= now)]
  const sentences = [...of(admins_from, texts.ofAdmins), ...of(everybody_from, texts.ofEverybody)]
  return sentences.length === 0 ? texts.ofNobody : sentences.join(' ')
}

export const isDemandedOf = (demand: DemandChange | undefined, user: { role: string }) =>
  demand !== undefined && (demand.everybody_from !== null || (demand.admins_from !== null && user.role === 'admin'))
