/** The archive, and files and posts that link tokens lead to. */
import { page } from 'vitest/browser'
import { categories } from '../../../contract/categories.ts'
import type { LinkedPost } from '../../../contract/content/linked-post.ts'
import { type ArchiveFile, files } from '../../../contract/files.ts'
import { earlier, idOf, safo } from '../../support/web/screen.tsx'
import { answer } from '../../support/web/server.ts'

export const fileOf = (original_name: string, changes: Partial<ArchiveFile> = {}): ArchiveFile => ({
  ...{ id: idOf(60), original_name, title: null, description: null, file_type: 'text/plain', file_size: 10 },
  ...{ source_type: 'upload', original_url: null, cloudinary_url: `/api/files/${idOf(60)}/content/x.txt` },
  ...{
    thumb_url: null,
    screen_url: null,
    width: null,
    height: null,
    docs_viewer_url: null,
    video_id: null,
    embed_url: null,
  },
  ...{ category_id: null, category_name: null, uploaded_by: safo.name, uploader_id: safo.id, uploaded_at: earlier },
  ...{ text_state: null, post_count: 0, reactions: [], ...changes },
})

export const linkedPost = (n: number, title: string, is_published = true): LinkedPost => ({
  ...{ id: idOf(200 + n), title, author_name: 'Zenón', is_published },
})

/** What the page of the archive asks for. */
export const archive = (...held: ArchiveFile[]) => [
  answer(files.list, held),
  answer(files.sections, held.length ? [{ category_id: null, category_name: null, file_count: held.length }] : []),
  answer(categories.list, []),
]

export const cardOf = (name: string) => page.getByRole('article', { name, exact: true })
export const button = (name: string) => page.getByRole('button', { name, exact: true })
