import { isClockDoubted } from '../clock/rules.ts'
import type { Services } from '../services.ts'
import { type BlobContext, deleteOrphans } from '../storage/blobs.ts'
import { expireReservations } from '../storage/queries.ts'
import { deleteUpload, listUploadIds } from './queries.ts'

/** Maximum time without a byte, for resumable uploads. */
const uploadLifetimeMs = 24 * 60 * 60_000
/** The same for other uploads, perhaps of another process. */
const orphanedIncomingMs = 10 * 60_000

/**
 * Deletes expired reservations, orphaned blobs, abandoned uploads, and bytes of requests that ended. `alone`: no other
 * process uses this database, so nothing is in progress. While the clock is doubted, all of it stays.
 */
export async function sweep(services: BlobContext & Pick<Services, 'incoming'>, { alone }: { alone: boolean }) {
  const { db, now, incoming } = services
  if (await isClockDoubted(db, now())) return
  await expireReservations(db, alone ? Number.MAX_SAFE_INTEGER : now())
  await deleteOrphans(services)
  for (const id of await listUploadIds(db, now() - uploadLifetimeMs)) {
    await incoming.remove(id)
    await deleteUpload(db, id)
  }
  const resumable = new Set(await listUploadIds(db))
  for (const { name, written } of await incoming.list())
    if (!resumable.has(name) && (alone || Date.now() - written > orphanedIncomingMs)) await incoming.remove(name)
}
