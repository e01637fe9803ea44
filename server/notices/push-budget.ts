import { limits } from '../../contract/limits.ts'
import type { NoticeKind } from '../../contract/notices/notices.ts'
import { countFailure, uncountFailure } from '../auth/queries.ts'
import type { Db } from '../db/schema.ts'
import type { Services } from '../services.ts'

const { maxPeople, maxMentionsOfOne, windowMs } = limits.push.perAuthor

/** People of these whom a push message about what the author did may reach, which is counted; the others see it in the bell. */
export async function withinBudget<P extends { id: string }>(
  { now }: Pick<Services, 'now'>,
  tx: Db,
  { kind, actor_id }: { kind: NoticeKind; actor_id: string },
  people: P[],
) {
  // administrators decide on these
  if (kind === 'broadcast' || kind === 'invitation') return people
  const ofAuthor = `push ${actor_id}`
  const count = async (key: string, max: number) => (await countFailure(tx, key, now(), windowMs)).failures <= max
  const reached: P[] = []
  for (const person of people) {
    // before the person's count: other transactions of this author wait here, and never for each other
    if (!(await count(ofAuthor, maxPeople))) break
    if (kind !== 'mention' || (await count(`${ofAuthor} ${person.id}`, maxMentionsOfOne))) reached.push(person)
    else await uncountFailure(tx, ofAuthor)
  }
  return reached
}
