import type { ArchiveFile, FileSection, Rendition } from '../../contract/files.ts'
import { embedUrl } from '../../contract/youtube.ts'
import type { SignedIn } from '../auth/sessions.ts'
import type { Services } from '../services.ts'
import { addressOf } from './addresses.ts'
import type { FileRow } from './queries.ts'

/** A file as it is answered to one person: its addresses are for that person's session only. */
export function toFile(services: Services, { session_id }: SignedIn, row: FileRow): ArchiveFile {
  const { docsViewer } = services.settings
  const address = (rendition: Rendition) => addressOf(services, { id: row.id, rendition, session_id })
  const original = row.bytes_key === null ? null : address('original')
  const viewer =
    docsViewer && original && row.file_type === 'application/pdf'
      ? docsViewer.url.replace('{url}', encodeURIComponent(new URL(original, docsViewer.publicUrl).href))
      : null
  return {
    id: row.id,
    original_name: row.original_name,
    description: row.description,
    file_type: row.file_type,
    file_size: Number(row.file_size),
    source_type: row.bytes_key === null ? 'url' : 'upload',
    original_url: row.original_url,
    cloudinary_url: original,
    thumb_url: row.has_preview ? address('thumb') : null,
    screen_url: row.has_preview ? address('screen') : null,
    docs_viewer_url: viewer,
    video_id: row.video_id,
    embed_url: row.video_id === null ? null : embedUrl(row.video_id),
    category_id: row.category_id,
    category_name: row.category_name,
    uploaded_by: row.uploaded_by,
    uploader_id: row.uploader_id,
    uploaded_at: new Date(Number(row.uploaded_at)).toISOString(),
    post_count: Number(row.post_count),
  }
}

export const toSection = (row: {
  category_id: string | null
  category_name: string | null
  file_count: number
}): FileSection => ({
  category_id: row.category_id,
  category_name: row.category_name,
  file_count: Number(row.file_count),
})
