import type { DemandChange, FactorDemand } from '../../contract/auth/factors.ts'
import { changeAccount } from '../accounts/change.ts'
import { record } from '../audit/rules.ts'
import type { Db } from '../db/schema.ts'
import { fail } from '../http/fail.ts'
import type { SignedIn } from '../http/serve.ts'
import { createDates } from '../lib/dates.ts'
import { toIso } from '../lib/time.ts'
import type { Services } from '../services.ts'
import { countPeople, listDemands, replaceDemands } from './queries.ts'

const audiences = ['admins', 'everybody'] as const

async function readMoments(db: Db): Promise<DemandChange> {
  const rows = await listDemands(db)
  const of = (audience: (typeof audiences)[number]) => {
    const at = rows.find((row) => row.audience === audience)?.from_at
    return at === undefined ? null : toIso(at)
  }
  return { admins_from: of('admins'), everybody_from: of('everybody') }
}

export const readDemand = async (db: Db): Promise<FactorDemand> => ({
  ...(await readMoments(db)),
  ...(await countPeople(db)),
})

function describe({ settings }: Services, { admins_from, everybody_from }: DemandChange) {
  const { day } = createDates(settings.timeZone)
  const of = (people: string, from: string | null) =>
    from === null ? [] : [`${people} desde el ${day(Date.parse(from))}`]
  return [...of('administradores', admins_from), ...of('todos', everybody_from)].join(', ') || 'a nadie'
}

/** An administrator without a factor would be among those who can do nothing but add one. */
export const setDemand = (services: Services, by: SignedIn, wanted: DemandChange): Promise<FactorDemand> =>
  changeAccount(services, by, by.id, async (tx, { second_factor_at }) => {
    const rows = audiences.flatMap((audience) => {
      const from = wanted[`${audience}_from`]
      return from === null ? [] : [{ audience, from_at: Date.parse(from) }]
    })
    if (rows.length > 0 && second_factor_at === null) fail('own_factor_first')
    const before = describe(services, await readMoments(tx))
    const detail = describe(services, wanted)
    await replaceDemands(tx, rows)
    if (detail !== before) await record(services, tx, by, 'factor_demand_changed', { detail })
    return readDemand(tx)
  })
