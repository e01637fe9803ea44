import { limits } from '../../contract/limits.ts'
import type { Db } from '../db/schema.ts'
import { fail } from '../http/fail.ts'
import type { Services } from '../services.ts'
import { countFailure } from './queries.ts'

const { max, windowMs } = limits.credentialChanges

/** Counts a change of a person's own password, factors or recovery codes; refuses one too many. */
export async function countChange({ now }: Pick<Services, 'now'>, db: Db, { id }: { id: string }) {
  const { failures, window_ends_at } = await countFailure(db, `credentials ${id}`, now(), windowMs)
  if (failures > max)
    fail('too_often', {
      detail: 'Has cambiado muchas veces seguidas con qué entras en tu cuenta. Vuelve a probar dentro de una hora.',
      retryAfterSeconds: Math.ceil((window_ends_at - now()) / 1000),
    })
}
