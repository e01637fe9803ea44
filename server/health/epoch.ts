import { record } from '../audit/rules.ts'
import { deleteAllSessions } from '../auth/queries.ts'
import { transaction } from '../db/transaction.ts'
import type { Services } from '../services.ts'
import type { EpochFile } from './epoch-file.ts'
import { type Epoch, setEpoch, writeBeat } from './queries.ts'

type Known = Awaited<ReturnType<EpochFile['read']>>

/** `isAlone`: no other process uses this database, so that its data folder is always the same. */
function isCopy({ epoch, previous_epoch, beats }: Epoch, known: Known, isAlone: boolean) {
  // made from a snapshot
  if (epoch === '') return true
  // a new database, or one of a version before epochs: a copy if this folder knows of a later one
  if (epoch === null) return known !== undefined
  if (known === undefined) return isAlone
  if (known.epoch === '') return false
  if (known.epoch === epoch) return beats < known.beats
  // another process has noticed it
  return known.epoch !== previous_epoch
}

type Context = Pick<Services, 'db' | 'now' | 'newId' | 'epochFile'> & { log: { warn(line: string): void } }

/**
 * Before the server listens: in a database that came back from a copy, by whatever way, all sessions end, and the audit
 * trail says so. Whoever had lost their rights since the copy would have them again.
 */
export async function noticeRestore(services: Context, { isAlone }: { isAlone: boolean }) {
  const { db, newId, log, epochFile } = services
  const known = await epochFile.read()
  const { now, isRestored } = await transaction(db, async (tx) => {
    const found = await writeBeat(tx)
    const isRestored = isCopy(found, known, isAlone)
    if (!isRestored && found.epoch !== null) return { now: found, isRestored }
    const now = await setEpoch(tx, newId(), known?.epoch ?? found.epoch)
    if (isRestored) {
      await deleteAllSessions(tx)
      await record(services, tx, 'operator', 'database_restored')
    }
    return { now, isRestored }
  })
  if (isRestored) log.warn('the database came back from a copy: everybody signs in again')
  await epochFile.write(now)
}
