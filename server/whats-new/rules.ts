import { limits } from '../../contract/limits.ts'
import { type AreaName, areaNames, type WhatsNew } from '../../contract/whats-new.ts'
import { cached } from '../db/cached.ts'
import type { Db } from '../db/schema.ts'
import { transaction } from '../db/transaction.ts'
import type { SignedIn } from '../http/signed-in.ts'
import { toIso } from '../lib/time.ts'
import type { Services } from '../services.ts'
import { countUnseen, findVisits, raiseVisit } from './queries.ts'

export const readWhatsNew = cached(async (db: Db, userId: string): Promise<WhatsNew> => {
  const visits = await findVisits(db, userId)
  const areas: Partial<WhatsNew> = {}
  for (const area of areaNames)
    areas[area] = {
      fresh: await countUnseen(db, area, { userId, after: visits[area], max: limits.maxUnreadCount }),
      seen_until: toIso(visits[area]),
    }
  return areas as WhatsNew
})

/** Never lowers the time, nor raises it past now. */
export const markSeen = ({ db, bus, now }: Services, user: SignedIn, area: AreaName, until: number) =>
  transaction(db, async (tx) => {
    const before = (await findVisits(tx, user.id))[area]
    const to = Math.min(until, now())
    if (to > before && (await raiseVisit(tx, user.id, area, to)))
      await bus.send(tx, { kind: 'visit', id: user.id, area })
    return readWhatsNew(tx, user.id)
  })
