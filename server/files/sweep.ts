import type { Services } from '../services.ts'
import { deleteGivenUp, type Storing } from './bytes.ts'
import { deleteUpload, giveUpAbandoned, listUploadIds } from './queries.ts'

/** Milliseconds without a byte after which an upload that somebody may resume is forgotten. */
const uploadsLast = 24 * 60 * 60_000
/** The same for what arrives for another process and can't be resumed. */
const silentFor = 10 * 60_000

/**
 * Clears away what nobody finishes: bytes that were abandoned or given up, uploads that nobody resumes, what arrived for
 * a request that is gone. `alone`: no other process works on this community, so that nothing at all is under way.
 */
export async function sweep(services: Storing & Pick<Services, 'incoming'>, { alone }: { alone: boolean }) {
  const { db, now, incoming } = services
  await giveUpAbandoned(db, alone ? Number.MAX_SAFE_INTEGER : now())
  await deleteGivenUp(services)
  for (const id of await listUploadIds(db, now() - uploadsLast)) {
    await incoming.remove(id)
    await deleteUpload(db, id)
  }
  const resumable = new Set(await listUploadIds(db))
  for (const { name, written } of await incoming.list())
    if (!resumable.has(name) && (alone || Date.now() - written > silentFor)) await incoming.remove(name)
}
