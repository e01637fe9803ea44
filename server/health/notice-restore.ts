import { record } from '../audit/rules.ts'
import { deleteAllSessions } from '../auth/queries.ts'
import { transaction } from '../db/transaction.ts'
import type { EpochFile } from '../epoch/epoch-file.ts'
import { type Epoch, lockEpoch, readEpoch, setEpoch } from '../epoch/queries.ts'
import { failQueued } from '../mail/worker/queries.ts'
import { deleteAllLinks } from '../one-time-links/queries.ts'
import type { Services } from '../services.ts'

type Known = Awaited<ReturnType<EpochFile['read']>>

/** `isAlone`: no other process uses this database, so that its data folder is always the same. */
function isCopy({ epoch, previous_epoch, writes }: Epoch, known: Known, isAlone: boolean) {
  // made from a snapshot
  if (epoch === '') return true
  // a new database: a copy if this folder knows of a later one
  if (epoch === null) return known !== undefined
  if (known === undefined) return isAlone
  if (known.epoch === '') return false
  if (known.epoch === epoch) return writes < known.writes
  // another process has noticed it
  return known.epoch !== previous_epoch
}

type Context = Pick<Services, 'db' | 'now' | 'newId' | 'epochFile'> & { log: { warn(line: string): void } }

/**
 * Before the server listens: in a database that came back from a copy, by whatever way, all sessions end, as people may
 * have lost their rights since, and queued mails fail, as they may have been sent since. The audit trail says so.
 */
export async function noticeRestore(services: Context, { isAlone }: { isAlone: boolean }) {
  const { db, newId, log, epochFile } = services
  const known = await epochFile.read()
  const isCurrent = (found: Epoch) => found.epoch !== null && !isCopy(found, known, isAlone)
  // a server starts on a full disk too
  if (isCurrent(await readEpoch(db))) return
  const now = await transaction(db, async (tx) => {
    // of several processes that start, the others wait here
    const found = await lockEpoch(tx)
    if (isCurrent(found)) return found
    if (isCopy(found, known, isAlone)) {
      await deleteAllSessions(tx)
      // those used since the copy would work again
      await deleteAllLinks(tx)
      await record(services, tx, 'operator', 'database_restored')
      log.warn('the database came back from a copy: everybody signs in again')
      // a restore from a snapshot has decided about its mails
      const failed = found.epoch === '' ? 0 : await failQueued(tx)
      if (failed > 0) log.warn(`${failed} queued mails of the copy fail until an admin retries them`)
    }
    return setEpoch(tx, newId(), known?.epoch ?? found.epoch)
  })
  await epochFile.write(now)
}
