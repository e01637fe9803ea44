/** The page that shows a PDF of the archive. */
import { HttpResponse, http } from 'msw'
import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { files } from '../../../contract/files.ts'
import actaAddress from '../../fixtures/acta.pdf?url'
import { hipatia, idOf, openPage, type screens } from '../../support/web/screen.tsx'
import { answer } from '../../support/web/server.ts'
import { fileOf } from '../links/links.ts'

export const document = fileOf('acta.pdf', {
  id: idOf(10),
  file_type: 'application/pdf',
  file_size: 1000,
  cloudinary_url: '/api/files/acta/content/original',
  uploaded_by: 'Hipatia',
  uploader_id: hipatia.id,
})

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
  { query = '', screen = 'desktop' }: { query?: string; screen?: keyof typeof screens } = {},
) => openPage(`/files/${document.id}/view${query}`, { screen, answers: [content(bytes), answer(files.read, document)] })

export const region = page.getByRole('region', { name: 'Documento' })
export const sheet = (number: number) => page.getByRole('group', { name: `Página ${number}`, exact: true })
export const canvas = (number: number) => sheet(number).element().querySelector('canvas')

/** Waits until a page of the document is drawn. */
export async function drawn(number = 1) {
  await expect.element(sheet(number)).toBeVisible()
  await expect.poll(() => canvas(number)).not.toBeNull()
}
