import type { Db } from '../../db/schema.ts'
import { transaction } from '../../db/transaction.ts'
import type { Services } from '../../services.ts'
import { reasons } from '../reasons.ts'
import { openLastSent } from '../transports/last-sent.ts'
import { failQueuedBefore, findLastSent, isSent } from './queries.ts'

/** Call it after the database write. Errors are only logged: a restore may then be missed, but mail is sent. */
export const recordLastSent = async ({ mailTransport, log }: Pick<Services, 'mailTransport' | 'log'>, id: string) =>
  mailTransport.lastSent?.write(id).catch((err) => log.warn({ err }, 'the last sent delivery could not be recorded'))

/**
 * In a database that is made from a snapshot, what was queued then may have been sent since: it fails unless it
 * `keepsWaitingMail`. Returns the id to record, with which the worker takes the database for the newest one.
 */
export async function settleRestoredMails(tx: Db, { keepsWaitingMail }: { keepsWaitingMail: boolean }) {
  if (!keepsWaitingMail) await failQueuedBefore(tx, Number.MAX_SAFE_INTEGER, reasons.restored)
  return (await findLastSent(tx)) ?? ''
}

export const recordRestoredMails = (dataDir: string, id: string) => openLastSent(dataDir).write(id)

/**
 * Detects a restored backup: its database doesn't know the last sent delivery. Mails queued before `startedAt` may have
 * been sent since the backup, so they fail until an admin requeues them. After a crash nothing fails, as the database
 * then has every sent delivery.
 */
export async function failQueueAfterRestore(
  services: Pick<Services, 'db' | 'mailTransport' | 'log'>,
  { startedAt, isAlone }: { startedAt: number; isAlone: boolean },
) {
  const { db, log } = services
  const { lastSent } = services.mailTransport
  if (!lastSent) return
  const recordedId = await lastSent.read()
  if (recordedId === '' || (recordedId !== undefined && (await isSent(db, recordedId)))) return
  const newestId = await findLastSent(db)
  // without a record: processes may have separate data folders, or an empty one at each start
  const isRestored = recordedId !== undefined || (isAlone && newestId !== undefined)
  const failed = isRestored ? await transaction(db, (tx) => failQueuedBefore(tx, startedAt, reasons.restored)) : 0
  if (failed > 0)
    log.warn({ mails: failed }, 'a backup was restored: its queued mails fail until an admin retries them')
  await recordLastSent(services, newestId ?? '')
}
