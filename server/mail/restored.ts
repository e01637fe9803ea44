import { transaction } from '../db/transaction.ts'
import type { Services } from '../services.ts'
import { failQueuedBefore, findLastSent, isSent } from './queries.ts'
import { reasons } from './reasons.ts'

type Desk = Pick<Services, 'db' | 'mailer' | 'log'>

/**
 * Once the database has it. Should it fail, mail goes on: a backup that is put back is then noticed by an earlier letter,
 * or isn't.
 */
export const rememberSent = async ({ mailer, log }: Pick<Desk, 'mailer' | 'log'>, id: string) =>
  mailer.lastSent?.write(id).catch((err) => log.warn({ err }, 'which mail went out last could not be written down'))

/**
 * Where a backup was put back, what waits in it may have gone out since: it fails until an admin queues it again, if it
 * was queued before this process began. Nothing fails after a crash, as the database then knows of all that went out.
 */
export async function failIfRestored(desk: Desk, { began, isAlone }: { began: number; isAlone: boolean }) {
  const { db, log } = desk
  const { lastSent } = desk.mailer
  if (!lastSent) return
  const last = await lastSent.read()
  if (last === '' || (last !== undefined && (await isSent(db, last)))) return
  const newest = await findLastSent(db)
  // with several processes each may have a folder of its own, or a new one at each start
  const isOlder = last !== undefined || (isAlone && newest !== undefined)
  const failed = isOlder ? await transaction(db, (tx) => failQueuedBefore(tx, began, reasons.restored)) : 0
  if (failed > 0) log.warn({ mails: failed }, 'a backup was put back: what waited in it is not mailed by itself')
  await rememberSent(desk, newest ?? '')
}
