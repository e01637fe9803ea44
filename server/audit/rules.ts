import { setImmediate } from 'node:timers/promises'
import type { AuditAction } from '../../contract/audit.ts'
import type { Db } from '../db/schema.ts'
import type { SignedIn } from '../http/serve.ts'
import { batches } from '../lib/batches.ts'
import { widerNetworkOf } from '../lib/network.ts'
import { nameTest } from '../search/names.ts'
import { searchWords } from '../search/words.ts'
import type { Services } from '../services.ts'
import { insertEvents, listNames } from './queries.ts'

/** A signed-in person, a client that isn't signed in, or the operator. */
export type Actor = Pick<SignedIn, 'id' | 'name' | 'address'> | { address: string } | 'operator'

interface Details {
  /** Id of the event, if it was given before. */
  id?: string
  target?: string | null
  /** Text for people, such as the changed fields. */
  detail?: string | null
}

type RecordServices = Pick<Services, 'now' | 'newId'>

function eventOf(
  { now, newId }: RecordServices,
  by: Actor,
  action: AuditAction,
  { id = newId(), target = null, detail = null }: Details,
) {
  const person = by === 'operator' || !('id' in by) ? undefined : by
  const address = by === 'operator' ? null : by.address
  return {
    id,
    at: now(),
    action,
    actor_id: person?.id ?? null,
    actor_name: person?.name ?? null,
    target,
    detail,
    address,
    network: address && widerNetworkOf(address),
  }
}

/** Inserts an audit event, in the transaction of the action. */
export const record = (services: RecordServices, db: Db, by: Actor, action: AuditAction, details: Details = {}) =>
  insertEvents(db, [eventOf(services, by, action, details)])

export const recordEach = (services: RecordServices, db: Db, by: Actor, action: AuditAction, targets: string[]) =>
  insertEvents(
    db,
    targets.map((target) => eventOf(services, by, action, { target })),
  )

/** Records an action on somebody else's thing; actions on one's own are not recorded. */
export const recordIfNotOwner = async (
  services: RecordServices,
  db: Db,
  by: SignedIn,
  authorId: string | null,
  action: AuditAction,
  details: Details,
) => {
  if (authorId !== by.id) await record(services, db, by, action, details)
}

/** Databases limit the values of a query; only a search for a letter or two finds more. */
const maxNames = 5000
const batchSize = 500

/**
 * Names in audit events in which each word of the search begins a word; undefined without a search. Compared here, as
 * events keep names as they were written, and databases don't ignore accents.
 */
export async function findNames(db: Db, q: string | undefined): Promise<string[] | undefined> {
  const words = searchWords(q).map(({ word }) => word)
  if (words.length === 0) return undefined
  const found: string[] = []
  const isNamed = nameTest(words)
  for (const batch of batches(await listNames(db), batchSize)) {
    found.push(...batch.filter(isNamed))
    // between batches other requests are answered
    await setImmediate()
  }
  return found.slice(0, maxNames)
}
