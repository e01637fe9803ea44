import type { Confirmation } from '../../../contract/auth/confirmation.ts'
import { limits } from '../../../contract/limits.ts'
import { transaction } from '../../db/transaction.ts'
import { fail } from '../../http/fail.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import { maxSkewMs } from '../../lib/time.ts'
import type { Services } from '../../services.ts'
import { requirePassword } from '../rules.ts'
import { confirmSession, withNewToken } from '../session-tokens.ts'
import type { Throttle } from '../throttle.ts'

/** 403 if the last sign-in or confirmation of this session is too old for a dangerous call; one of the future is none. */
export function requireConfirmed({ now }: Pick<Services, 'now'>, { confirmed_at }: SignedIn) {
  const sinceMs = now() - (confirmed_at ?? Number.NEGATIVE_INFINITY)
  if (sinceMs < -maxSkewMs || sinceMs > limits.sessions.confirmedForMs) fail('not_confirmed')
}

/** 400 for a wrong password. */
export async function confirmByPassword(
  services: Services,
  throttle: Throttle,
  user: SignedIn,
  { password }: Confirmation,
) {
  await requirePassword(services, throttle, user, password)
  return withNewToken(undefined, await transaction(services.db, (tx) => confirmSession(services, tx, user)))
}
