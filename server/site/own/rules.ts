import { limits } from '../../../contract/limits.ts'
import type { NewExport } from '../../../contract/users.ts'
import { lockUser } from '../../accounts/queries.ts'
import { hasEvent, listMomentsOf } from '../../audit/queries.ts'
import { record } from '../../audit/rules.ts'
import { requirePassword } from '../../auth/rules.ts'
import { verifySignature } from '../../auth/session-tokens.ts'
import type { Throttle } from '../../auth/sign-in-limit.ts'
import type { Db } from '../../db/schema.ts'
import { transaction } from '../../db/transaction.ts'
import { fail } from '../../http/fail.ts'
import type { SignedIn } from '../../http/serve.ts'
import { exportRenditions, signExportUrl } from '../../http/signed-urls.ts'
import type { createSerialQueueByKey } from '../../lib/queue.ts'
import type { Services } from '../../services.ts'
import { layOut } from './layout.ts'

const { max, windowMs } = limits.accountExports

const times = ['', 'una vez', 'dos veces', 'tres veces', 'cuatro veces', 'cinco veces']

/** The audit trail counts: what began counts, on all processes, after a restart too. */
async function requireExportsLeft({ now }: Services, db: Db, userId: string) {
  const moments = await listMomentsOf(db, userId, 'account_exported', now() - windowMs)
  const [oldest = 0] = moments.slice(-max)
  if (moments.length < max) return
  fail('too_often', {
    detail: `Ya te lo has llevado ${times[max] ?? `${max} veces`} en las últimas 24 horas. Vuelve a probar más tarde.`,
    retryAfterSeconds: Math.ceil((oldest + windowMs - now()) / 1000),
  })
}

/** URL of a ZIP of one's own things. */
export async function createExport(
  services: Services,
  throttle: Throttle,
  user: SignedIn,
  { password, with_files }: NewExport,
) {
  if (password !== undefined) await requirePassword(services, throttle, user, password)
  await requireExportsLeft(services, services.db, user.id)
  const rendition = with_files ? 'all' : 'texts'
  return { url: signExportUrl(services, { id: services.newId(), rendition, session_id: user.session_id }) }
}

/**
 * Uses the URL up: its id becomes that of the audit event, while the account is locked. 403 for a second use, 429 over the
 * limit. `enqueueFor` takes the user's id: of several uses at once only one reads everything.
 */
export async function beginExport(
  services: Services,
  enqueueFor: ReturnType<typeof createSerialQueueByKey>,
  params: { id: string; signature: string },
  address: string,
) {
  const { rendition, user } = await verifySignature(services, params, exportRenditions)
  const withFiles = rendition === 'all'

  async function requireUnused(db: Db) {
    if (await hasEvent(db, params.id)) fail('address_expired')
    await requireExportsLeft(services, db, user.id)
  }
  return enqueueFor(user.id, async () => {
    await requireUnused(services.db)
    // before the use is recorded: what fails here doesn't count
    const layout = await layOut(services, user, { withFiles })
    await transaction(services.db, async (tx) => {
      if (!(await lockUser(tx, user.id))) fail('address_expired')
      await requireUnused(tx)
      const detail = withFiles ? null : 'sin archivos'
      await record(services, tx, { ...user, address }, 'account_exported', { id: params.id, detail })
    })
    return layout
  })
}
