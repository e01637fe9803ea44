import { isPicture, linkType, youtubeType } from '../../contract/file-kinds.ts'
import type { ArchiveFile, FileDetails, NewLink } from '../../contract/files.ts'
import { youtubeVideo } from '../../contract/youtube.ts'
import { recordIfForeign } from '../audit/record.ts'
import type { SignedIn } from '../auth/sessions.ts'
import { isActiveCategory } from '../categories/queries.ts'
import { isBrokenReference } from '../db/faults.ts'
import type { Db } from '../db/schema.ts'
import { transaction } from '../db/transaction.ts'
import { authorize } from '../http/authorize.ts'
import { fail, failField } from '../http/fail.ts'
import { searchText } from '../search/words.ts'
import type { Services } from '../services.ts'
import { deleteGivenUp, describeBytes, storeBytes } from './bytes.ts'
import { cleanFileName, linkName } from './names.ts'
import { keysOf, startPreviews } from './previews.ts'
import { deleteFileRow, findFileRow, insertFile, lockFile, releaseBytes } from './queries.ts'
import { typeOf } from './sniff.ts'
import { toFile } from './wire.ts'

export const readFile = async (services: Services, user: SignedIn, id: string): Promise<ArchiveFile> =>
  toFile(services, user, (await findFileRow(services.db, id)) ?? fail('not_found'))

const refuseCategory = (): never => failField('category_id', 'Esa categoría no existe o no está activa')

/** 422 for a category that can't be chosen. */
export async function checkCategory(db: Db, { category_id }: FileDetails) {
  if (category_id && !(await isActiveCategory(db, category_id))) refuseCategory()
}

// The category may be deleted between the look and the save: the foreign key sees to that.
const refuseBrokenCategory = (error: unknown): never => {
  if (isBrokenReference(error)) refuseCategory()
  throw error
}

const filesChanged = { kind: 'section', section: 'files' } as const

const said = ({ description, category_id }: FileDetails) => ({
  description: description ?? null,
  category_id: category_id ?? null,
})

async function addFile({ bus }: Services, tx: Db, file: Parameters<typeof insertFile>[1]) {
  await insertFile(tx, file)
  await bus.send(tx, filesChanged)
}

/** Adds a link or, where it leads to one, a video of YouTube. */
export async function addLink(services: Services, user: SignedIn, { url, ...details }: NewLink): Promise<ArchiveFile> {
  const { db, newId, now } = services
  await checkCategory(db, details)
  const video = youtubeVideo(url)
  const id = newId()
  await transaction(db, (tx) =>
    addFile(services, tx, {
      id,
      original_name: linkName(url),
      search_text: searchText(`${linkName(url)} ${details.description ?? ''}`),
      ...said(details),
      file_type: video ? youtubeType : linkType,
      file_size: 0,
      bytes_key: null,
      sha256: null,
      original_url: url,
      video_id: video?.id ?? null,
      has_preview: 0,
      uploader_id: user.id,
      uploaded_at: now(),
    }),
  ).catch(refuseBrokenCategory)
  return readFile(services, user, id)
}

/** A file that has arrived whole, in the folder `incoming`. */
export interface Arrived {
  /** Of the file to be. */
  id: string
  /** Its name there. */
  incomingName: string
  /** As the sender gave them. */
  name: string
  declaredType: string
  size: number
  /** Worked out on the way, if it was. */
  sha256?: string
}

/** Keeps what has arrived: 422 for nothing at all. Its bytes are durable before its row is, and both before the answer. */
export async function keepFile(
  services: Services,
  user: SignedIn,
  arrived: Arrived,
  details: FileDetails,
): Promise<ArchiveFile> {
  const { db, incoming, newId, now } = services
  const { id, size } = arrived
  if (size === 0) failField('file', 'El archivo está vacío')
  await checkCategory(db, details)
  const path = incoming.pathOf(arrived.incomingName)
  const original_name = cleanFileName(arrived.name)
  const file_type = await typeOf(path, arrived.declaredType, original_name)
  const bytes = arrived.sha256 === undefined ? await describeBytes(path, size) : { size, sha256: arrived.sha256 }
  const bytes_key = newId()
  const has_preview = isPicture(file_type) ? 1 : 0
  await storeBytes(services, bytes_key, path, bytes, (tx) =>
    addFile(services, tx, {
      id,
      original_name,
      search_text: searchText(`${original_name} ${details.description ?? ''}`),
      ...said(details),
      file_type,
      file_size: size,
      bytes_key,
      sha256: bytes.sha256,
      original_url: null,
      video_id: null,
      has_preview,
      uploader_id: user.id,
      uploaded_at: now(),
    }),
  ).catch(refuseBrokenCategory)
  if (has_preview) startPreviews(services, { id, bytes_key })
  return readFile(services, user, id)
}

/** Deletes a file. Its bytes go right after its row; should that fail or the server stop, with the next sweep. */
export async function deleteFile(services: Services, user: SignedIn, id: string) {
  const keys = await transaction(services.db, async (tx) => {
    await lockFile(tx, id)
    const file = authorize(user, 'file.delete', await findFileRow(tx, id))
    await deleteFileRow(tx, file)
    const keys = file.bytes_key === null ? [] : keysOf(file.bytes_key)
    if (keys.length > 0) await releaseBytes(tx, keys)
    await services.bus.send(tx, filesChanged)
    await recordIfForeign(services, tx, user, file.uploader_id, 'file_deleted', { target: file.original_name })
    return keys
  })
  if (keys.length > 0) await deleteGivenUp(services, keys)
}
