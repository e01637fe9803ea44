import { limits } from '../../contract/limits.ts'
import { transaction } from '../db/transaction.ts'
import { cleanTitle } from '../outbound/title.ts'
import { updateDocument } from '../search/documents.ts'
import type { Services } from '../services.ts'
import { type DueLink, findDueLink, setLinkTitle, takeDueLink } from './queries.ts'

/** Before the second and the third try. */
const retryDelaysMs = [10 * 60_000, 24 * 60 * 60_000]
/** Pages that show a link this young are told of its title. */
const recentMs = 60 * 60_000

/** Saves the title of a link, or that there is none to be had. */
export async function saveLinkTitle(
  { db, bus, now }: Pick<Services, 'db' | 'bus' | 'now'>,
  link: Pick<DueLink, 'id' | 'uploaded_at'>,
  found: string | null,
) {
  const title = cleanTitle(found ?? '', limits.linkTitle)
  if (title === null) return setLinkTitle(db, link.id, null)
  return transaction(db, async (tx) => {
    await setLinkTitle(tx, link.id, title)
    await updateDocument(tx, 'file', link.id)
    if (now() - link.uploaded_at < recentMs) await bus.send(tx, { kind: 'area', area: 'files' })
  })
}

/**
 * Reads the title of the newest link that waits for it; false if none does. The try is counted before the request, so that
 * one process makes it, and one that dies of it doesn't repeat it for ever.
 */
export async function readDueTitle({ outbound, disk, ...services }: Services): Promise<boolean> {
  const { db, now } = services
  const link = await findDueLink(db, now())
  if (!link?.original_url) return false
  const delayMs = retryDelaysMs[link.title_tries]
  await disk.requireSpaceForText()
  if (!(await takeDueLink(db, link, delayMs === undefined ? null : now() + delayMs))) return true
  const { title, mayRetry } = await outbound.findTitle(link.original_url)
  if (!mayRetry) await saveLinkTitle(services, link, title)
  return true
}
