import { embedUrl } from '../../contract/content/youtube.ts'
import type { ArchiveFile, FileSection, Rendition } from '../../contract/files.ts'
import { readReactions } from '../db/reactions.ts'
import type { SignedIn } from '../http/signed-in.ts'
import { signUrl } from '../http/signed-urls.ts'
import { toIso } from '../lib/time.ts'
import type { Services } from '../services.ts'
import type { FileRow } from './queries.ts'

/** File for one user: its signed URLs are valid in that user's session only. */
export function serializeFile(services: Services, { session_id }: SignedIn, row: FileRow): ArchiveFile {
  const { docsViewer } = services.settings
  const urlOf = (rendition: Rendition) => signUrl(services, { id: row.id, rendition, session_id })
  const original = row.bytes_key === null ? null : urlOf('original')
  const viewer =
    docsViewer && original && row.file_type === 'application/pdf'
      ? docsViewer.url.replace('{url}', encodeURIComponent(new URL(original, docsViewer.publicUrl).href))
      : null
  return {
    id: row.id,
    original_name: row.original_name,
    title: row.title,
    description: row.description,
    file_type: row.file_type,
    file_size: row.file_size,
    source_type: row.bytes_key === null ? 'url' : 'upload',
    original_url: row.original_url,
    cloudinary_url: original,
    thumb_url: row.has_preview ? urlOf('thumb') : null,
    screen_url: row.has_preview && !row.screen_is_original ? urlOf('screen') : null,
    width: row.width,
    height: row.height,
    docs_viewer_url: viewer,
    video_id: row.video_id,
    embed_url: row.video_id === null ? null : embedUrl(row.video_id),
    category_id: row.category_id,
    category_name: row.category_name,
    uploaded_by: row.uploaded_by,
    uploader_id: row.uploader_id,
    uploaded_at: toIso(row.uploaded_at),
    text_state: row.text_state,
    post_count: row.post_count ?? 0,
    reactions: readReactions(row.reactions),
  }
}

export const serializeFileSection = (row: {
  category_id: string | null
  category_name: string | null
  file_count: number
}): FileSection => ({
  category_id: row.category_id,
  category_name: row.category_name,
  file_count: row.file_count,
})
