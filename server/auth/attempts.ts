import { limits } from '../../contract/limits.ts'
import type { Db } from '../db/schema.ts'
import { fail } from '../http/fail.ts'
import type { Services } from '../services.ts'
import { countFailure } from './queries.ts'

/** 429 until the end of a window. */
export const refuseUntil = (endsAt: number, now: number, detail?: string): never =>
  fail('too_often', { detail, retryAfterSeconds: Math.ceil((endsAt - now) / 1000) })

/** Counts one more under this key, and refuses it beyond `max`. */
export async function countOrRefuse(
  { now }: Pick<Services, 'now'>,
  db: Db,
  key: string,
  { max, windowMs }: { max: number; windowMs: number },
  detail?: string,
) {
  const { failures, window_ends_at } = await countFailure(db, key, now(), windowMs)
  if (failures > max) refuseUntil(window_ends_at, now(), detail)
}

/** Counts a change of a person's own password, factors or recovery codes; refuses one too many. */
export const countChange = (services: Pick<Services, 'now'>, db: Db, { id }: { id: string }) =>
  countOrRefuse(
    services,
    db,
    `credentials ${id}`,
    limits.credentialChanges,
    'Has cambiado muchas veces seguidas con qué entras en tu cuenta. Vuelve a probar dentro de una hora.',
  )
