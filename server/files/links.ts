// Links of the archive: they are added like files, and their titles are read afterwards.
import { linkType, youtubeType } from '../../contract/content/file-kinds.ts'
import { youtubeVideo } from '../../contract/content/youtube.ts'
import type { ArchiveFile, NewLink } from '../../contract/files.ts'
import { limits } from '../../contract/limits.ts'
import { refuseBrokenCategory, requireActiveCategory } from '../categories/rules.ts'
import { insertOnce, transaction } from '../db/transaction.ts'
import type { SignedIn } from '../http/serve.ts'
import { cleanTitle } from '../outbound/title.ts'
import { updateDocument } from '../search/documents.ts'
import type { Services } from '../services.ts'
import { linkName } from './names.ts'
import { type DueLink, findDueLink, setLinkTitle, takeDueLink } from './queries.ts'
import { addFile, detailColumns, readFile } from './rules.ts'

/** Adds a link, or a video for a YouTube URL. Idempotent by `client_id`: a repeat returns the first link. */
export async function addLink(services: Services, user: SignedIn, link: NewLink): Promise<ArchiveFile> {
  const key = { by: user.id, client_id: link.client_id }
  const id = await insertOnce(services.db, 'files', key, () => storeLink(services, user, link))
  return readFile(services, user, id)
}

async function storeLink(services: Services, user: SignedIn, { url, client_id = null, ...details }: NewLink) {
  const { db, disk, newId, now } = services
  await disk.requireSpaceForText()
  const video = youtubeVideo(url)
  const id = newId()
  await transaction(db, async (tx) => {
    await addFile(services, tx, user, {
      id,
      original_name: linkName(url),
      ...detailColumns(details),
      file_type: video ? youtubeType : linkType,
      file_size: 0,
      bytes_key: null,
      sha256: null,
      original_url: url,
      video_id: video?.id ?? null,
      has_preview: 0,
      uploader_id: user.id,
      client_id,
      uploaded_at: now(),
      title_due_at: now(),
    })
    // after the insert: a repeat is recognized even if its category was deactivated since
    await requireActiveCategory(tx, details.category_id)
  }).catch(refuseBrokenCategory)
  return id
}

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
