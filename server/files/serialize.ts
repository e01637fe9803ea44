import { embedUrl } from '../../contract/content/youtube.ts'
import type { ArchiveFile, Rendition } from '../../contract/files.ts'
import { readReactions } from '../db/reactions.ts'
import type { SignedIn } from '../http/serve.ts'
import { signUrl } from '../http/signed-urls.ts'
import { toIso } from '../lib/time.ts'
import type { Services } from '../services.ts'
import type { FileRow } from './queries.ts'

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
