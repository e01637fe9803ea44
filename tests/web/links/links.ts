/** The archive, and files and posts that link tokens lead to. */
import { HttpResponse, http } from 'msw'
import { page, userEvent } from 'vitest/browser'
import { categories } from '../../../contract/categories.ts'
import type { LinkedPost } from '../../../contract/content/linked-post.ts'
import { type ArchiveFile, files } from '../../../contract/files.ts'
import { earlier, idOf, safo } from '../../support/web/screen.tsx'
import { answer, nowAnswer } from '../../support/web/server.ts'

export const fileOf = (original_name: string, changes: Partial<ArchiveFile> = {}): ArchiveFile => ({
  id: idOf(60),
  original_name,
  title: null,
  description: null,
  file_type: 'text/plain',
  file_size: 10,
  source_type: 'upload',
  original_url: null,
  cloudinary_url: `/api/files/${idOf(60)}/content/x.txt`,
  thumb_url: null,
  screen_url: null,
  width: null,
  height: null,
  docs_viewer_url: null,
  video_id: null,
  embed_url: null,
  category_id: null,
  category_name: null,
  uploaded_by: safo.name,
  uploader_id: safo.id,
  uploaded_at: earlier,
  text_state: null,
  post_count: 0,
  reactions: [],
  ...changes,
})

/** A link of the archive. */
export const linkTo = (address: string, changes: Partial<ArchiveFile> = {}) =>
  fileOf(address, {
    file_type: 'text/uri-list',
    file_size: 0,
    source_type: 'url',
    original_url: address,
    cloudinary_url: null,
    ...changes,
  })

export const linkedPost = (n: number, title: string, is_published = true): LinkedPost => ({
  id: idOf(200 + n),
  title,
  author_name: 'Zenón',
  is_published,
})

/** What the page of the archive asks for. */
export const archive = (...held: ArchiveFile[]) => [
  answer(files.list, held),
  answer(files.sections, held.length ? [{ category_id: null, category_name: null, file_count: held.length }] : []),
  answer(categories.list, []),
  answer(files.usedIn, []),
]

export const cardOf = (name: string) => page.getByRole('article', { name, exact: true })
export const button = (name: string) => page.getByRole('button', { name, exact: true })

const uploads = '/api/files/uploads'

/** Stores uploads, with ids from 1 on in their order, as soon as it is allowed to. */
export function holdUploads(stored: (id: string) => ArchiveFile = (id) => fileOf('uno.txt', { id })) {
  const { promise, resolve } = Promise.withResolvers<void>()
  let count = 0
  nowAnswer(
    http.post(uploads, async () => {
      await promise
      return new HttpResponse(null, { status: 201, headers: { location: `${uploads}/${idOf(++count)}` } })
    }),
    http.patch(`${uploads}/:id`, async ({ request, params }) => {
      const { byteLength } = await request.arrayBuffer()
      return HttpResponse.json(stored(`${params.id}`), { headers: { 'upload-offset': `${byteLength}` } })
    }),
  )
  return resolve
}

/** Chooses files with the button of this name. */
export const attach = (button: string, ...files: File[]) =>
  userEvent.upload(document.querySelector(`input[type=file][aria-label='${button}']`) as HTMLInputElement, files)
