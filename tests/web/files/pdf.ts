/** The page that shows a PDF of the archive. */
import { HttpResponse, http } from 'msw'
import { expect } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type ArchiveFile, files } from '../../../contract/files.ts'
import actaAddress from '../../fixtures/acta.pdf?url'
import { earlier, hipatia, idOf, openPage, type screens } from '../../support/web/screen.tsx'
import { answer } from '../../support/web/server.ts'

export const document: ArchiveFile = {
  id: idOf(10),
  original_name: 'acta.pdf',
  title: null,
  description: null,
  file_type: 'application/pdf',
  file_size: 1000,
  source_type: 'upload',
  original_url: null,
  thumb_url: null,
  screen_url: null,
  cloudinary_url: '/api/files/acta/content/original',
  docs_viewer_url: null,
  video_id: null,
  embed_url: null,
  category_id: null,
  category_name: null,
  uploaded_by: 'Hipatia',
  uploader_id: hipatia.id,
  uploaded_at: earlier,
  text_state: null,
  post_count: 0,
  reactions: [],
  width: null,
  height: null,
}

type Bytes = Uint8Array | string

/** The bytes at the address of the document, or none with a status. */
export const content = (bytes: Bytes | number, path = document.cloudinary_url ?? '') =>
  http.get(path, () =>
    typeof bytes === 'number'
      ? new HttpResponse(null, { status: bytes })
      : new HttpResponse(typeof bytes === 'string' ? bytes : new Uint8Array(bytes), {
          headers: { 'content-type': 'application/pdf' },
        }),
  )

export const bytesAt = async (address: string) => new Uint8Array(await (await fetch(address)).arrayBuffer())
export const acta = () => bytesAt(actaAddress)

/** Opens the page of a document with these bytes. */
export const openPdf = async (
  bytes: Bytes | number,
  { query = '', screen = 'desktop', as }: { query?: string; screen?: keyof typeof screens; as?: null } = {},
) =>
  openPage(`/files/${document.id}/view${query}`, {
    screen,
    as,
    answers: [content(bytes), answer(files.read, document)],
  })

export const region = page.getByRole('region', { name: 'Documento' })
export const sheet = (number: number) => page.getByRole('group', { name: `Página ${number}`, exact: true })
export const canvas = (number: number) => sheet(number).element().querySelector('canvas')
export const toolbar = page.getByRole('toolbar', { name: 'Página y tamaño' })
export const pageField = toolbar.getByRole('textbox', { name: 'Página' })
export const toolButton = (name: string) => toolbar.getByRole('button', { name, exact: true })
export const widthOf = (number: number) => sheet(number).element().getBoundingClientRect().width

/** Waits until a page of the document is drawn. */
export async function drawn(number = 1) {
  await expect.element(sheet(number)).toBeVisible()
  await expect.poll(() => canvas(number)).not.toBeNull()
}

export async function goTo(value: string) {
  await pageField.fill(value)
  await userEvent.keyboard('{Enter}')
}

/** Presses keys within the document. */
export async function press(keys: string) {
  region.element().focus()
  await userEvent.keyboard(keys)
}
