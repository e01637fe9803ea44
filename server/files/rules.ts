import { isPicture } from '../../contract/content/file-kinds.ts'
import { embedUrl } from '../../contract/content/youtube.ts'
import type { ArchiveFile, FileDetails, Rendition } from '../../contract/files.ts'
import { refuseBrokenCategory, requireActiveCategory } from '../categories/rules.ts'
import { readReactions } from '../db/reactions.ts'
import type { Db } from '../db/schema.ts'
import { lockRow, transaction } from '../db/transaction.ts'
import { authorize } from '../http/authorize.ts'
import { fail, failField } from '../http/fail.ts'
import type { SignedIn } from '../http/serve.ts'
import { signUrl } from '../http/signed-urls.ts'
import { toIso } from '../lib/time.ts'
import type { Services } from '../services.ts'
import { deleteOrphans, storeBlob } from '../storage/blobs.ts'
import { releaseBlobs } from '../storage/queries.ts'
import { NotScanned } from '../storage/scanner.ts'
import type { Blob } from '../storage/storage.ts'
import { removed, saved } from '../text-effects/saved.ts'
import { detectType } from './detect-type.ts'
import { cleanFileName } from './names.ts'
import { keysOf, startPreviews } from './previews.ts'
import { deleteFileRow, type FileRow, findFileRow, insertFile, sumFileSizes } from './queries.ts'

/** File for one user: its signed URLs are valid in that user's session only. */
export function serializeFile(services: Services, { session_id }: SignedIn, row: FileRow): ArchiveFile {
  const { docsViewer, publicUrl } = services.settings
  const urlOf = (rendition: Rendition) => signUrl(services, { id: row.id, rendition, session_id })
  const original = row.bytes_key === null ? null : urlOf('original')
  const viewer =
    docsViewer && original && row.file_type === 'application/pdf'
      ? docsViewer.replace('{url}', encodeURIComponent(new URL(original, publicUrl).href))
      : null
  return {
    ...row,
    source_type: row.bytes_key === null ? 'url' : 'upload',
    cloudinary_url: original,
    thumb_url: row.has_preview ? urlOf('thumb') : null,
    screen_url: row.has_preview && !row.screen_is_original ? urlOf('screen') : null,
    docs_viewer_url: viewer,
    embed_url: row.video_id === null ? null : embedUrl(row.video_id),
    uploaded_at: toIso(row.uploaded_at),
    post_count: row.post_count ?? 0,
    reactions: readReactions(row.reactions),
  }
}

export const readFile = async (services: Services, user: SignedIn, id: string): Promise<ArchiveFile> =>
  serializeFile(services, user, (await findFileRow(services.db, id)) ?? fail('not_found'))

export const detailColumns = ({ description, category_id }: FileDetails) => ({
  description: description ?? null,
  category_id: category_id ?? null,
})

export async function addFile(services: Services, tx: Db, user: SignedIn, file: Parameters<typeof insertFile>[1]) {
  await insertFile(tx, file)
  await saved(services, tx, user, 'file', { after: { ...file, author_id: file.uploader_id } })
}

const megabyte = 2 ** 20

export const refuseEmpty = (): never => failField('file', 'El archivo está vacío')

/** For a file above the size limit of all. */
export const refuseTooLarge = ({ settings }: Pick<Services, 'settings'>): never =>
  fail('too_large', {
    detail: `El archivo es demasiado grande: el máximo son ${settings.maxUploadBytes / megabyte} MB.`,
  })

export const refuseOverQuota = ({ settings }: Pick<Services, 'settings'>): never =>
  fail('quota_full', {
    detail: `No cabe en tus ${(settings.quotaBytes ?? 0) / megabyte} MB para archivos. Elimina alguno que ya no haga falta.`,
  })

/** Bytes that a person may still upload; unlimited without a quota and for administrators. */
export async function readQuotaLeft(
  { settings: { quotaBytes } }: Pick<Services, 'settings'>,
  db: Db,
  user: SignedIn,
  exceptUpload?: string,
) {
  if (quotaBytes === undefined || user.role === 'admin') return Number.POSITIVE_INFINITY
  return quotaBytes - (await sumFileSizes(db, user.id, exceptUpload))
}

/** Refuses `size` more bytes over the quota. Other uploads of the person wait for the end of the transaction. */
export async function requireQuota(services: Services, tx: Db, user: SignedIn, size: number, exceptUpload?: string) {
  if (services.settings.quotaBytes === undefined || user.role === 'admin') return
  await lockRow(tx, 'users', user.id)
  if (size > (await readQuotaLeft(services, tx, user, exceptUpload))) refuseOverQuota(services)
}

/** Completely received file, in the folder `incoming` under its id. */
export interface ReceivedFile {
  id: string
  name: string
  declaredType: string
  size: number
}

/** 422 for an empty file, or one with a virus. Durable in this order: bytes, row, response. */
export async function saveFile(
  services: Services,
  user: SignedIn,
  received: ReceivedFile,
  details: FileDetails,
): Promise<ArchiveFile> {
  const file = { ...received, uploaded_at: services.now() }
  await storeFile(services, user, file, details, (tx, row) => addFile(services, tx, user, row))
  return readFile(services, user, received.id)
}

/** Stores the bytes of a received file, and its row by `add`, by the same rules for one of a person and of an import. */
export async function storeFile(
  services: Services,
  user: SignedIn,
  received: ReceivedFile & { uploaded_at: number; measured?: Blob },
  details: FileDetails,
  add: (tx: Db, row: Parameters<typeof insertFile>[1]) => Promise<void>,
) {
  const { db, incoming, newId } = services
  const { id, size, uploaded_at, measured } = received
  if (size === 0) refuseEmpty()
  await requireActiveCategory(db, details.category_id)
  const path = incoming.pathOf(id)
  await refuseInfected(services, user, { id, path })
  const original_name = cleanFileName(received.name)
  const file_type = await detectType(path, received.declaredType, original_name)
  const bytes_key = newId()
  const has_preview = isPicture(file_type) ? 1 : 0
  await storeBlob(services, { key: bytes_key, path, size, measured }, async (tx, { sha256 }) => {
    await requireQuota(services, tx, user, size, id)
    await add(tx, {
      id,
      original_name,
      ...detailColumns(details),
      file_type,
      file_size: size,
      bytes_key,
      sha256,
      original_url: null,
      video_id: null,
      has_preview,
      uploader_id: user.id,
      uploaded_at,
    })
  }).catch(refuseBrokenCategory)
  if (has_preview && !measured) startPreviews(services, { id, bytes_key, uploader_id: user.id })
  return { isPicture: has_preview === 1, name: original_name }
}

/** Refuses a file with a virus, and one that the scanner couldn't check. Without a scanner it takes all. */
async function refuseInfected({ scanner, log }: Services, user: SignedIn, file: { id: string; path: string }) {
  const about = { file: file.id, user: user.id }
  const virus = await scanner?.findVirus(file.path).catch((error) => {
    if (!(error instanceof NotScanned)) throw error
    log.error({ err: error, ...about }, 'an upload could not be checked for viruses')
    if (error.isTooLarge)
      fail('too_large', { detail: 'El archivo es demasiado grande para comprobar si tiene virus. No se ha guardado.' })
    return fail('not_scanned', { retryAfterSeconds: 20, cause: error })
  })
  if (virus === undefined) return
  log.warn({ virus, ...about }, 'an upload with a virus was refused')
  fail('infected_file')
}

/** The bytes are deleted right after the row; after a failure, by the next sweep. */
export async function deleteFile(services: Services, user: SignedIn, id: string) {
  const keys = await transaction(services.db, async (tx) => {
    await lockRow(tx, 'files', id)
    const file = authorize(user, 'file.delete', await findFileRow(tx, id))
    await removed(services, tx, user, 'file', { ...file, author_id: file.uploader_id })
    await deleteFileRow(tx, file)
    const keys = file.bytes_key === null ? [] : keysOf(file.bytes_key)
    if (keys.length > 0) await releaseBlobs(tx, keys)
    return keys
  })
  if (keys.length > 0) await deleteOrphans(services, keys)
}
