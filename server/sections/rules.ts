import { limits } from '../../contract/limits.ts'
import { type SectionName, type Sections, sectionNames } from '../../contract/sections.ts'
import type { SignedIn } from '../auth/sessions.ts'
import type { Db } from '../db/schema.ts'
import { transaction } from '../db/transaction.ts'
import type { Services } from '../services.ts'
import { countFresh, findVisits, raiseVisit } from './queries.ts'

export async function readSections(db: Db, userId: string): Promise<Sections> {
  const visits = await findVisits(db, userId)
  const sections: Partial<Sections> = {}
  for (const name of sectionNames)
    sections[name] = {
      fresh: await countFresh(db, name, userId, visits[name], limits.unreadCounted),
      seen_until: new Date(visits[name]).toISOString(),
    }
  return sections as Sections
}

/** Nobody has seen what is still to come; and nothing that was seen once is new again. */
export const markSeen = ({ db, bus, now }: Services, user: SignedIn, section: SectionName, until: number) =>
  transaction(db, async (tx) => {
    const before = (await findVisits(tx, user.id))[section]
    const to = Math.min(until, now())
    if (to > before && (await raiseVisit(tx, user.id, section, to)))
      await bus.send(tx, { kind: 'visit', id: user.id, section })
    return readSections(tx, user.id)
  })
