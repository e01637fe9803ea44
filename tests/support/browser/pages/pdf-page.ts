/** The page that shows a PDF of the archive. */
import type { fixture } from '../../fixtures.ts'
import { type Browsing, expect, type Given, type Page } from '../test.ts'

export const documentRegion = (page: Page) => page.getByRole('region', { name: 'Documento' })
export const sheet = (page: Page, number: number) => page.getByRole('group', { name: `Página ${number}`, exact: true })

/** A PDF for an upload, made of bytes instead of a fixture. */
export const pdfFile = (name: string, bytes: Uint8Array) => ({
  name,
  type: 'application/pdf',
  bytes: new Uint8Array(bytes),
})

/** Uploads a document and opens its page as Safo. */
export async function openPdf(
  { server, openAs }: Pick<Given, 'server' | 'openAs'>,
  file: ReturnType<typeof fixture>,
  browsing?: Browsing,
) {
  const stored = await (await server.person('Safo')).uploadFile(file)
  const safo = await openAs('Safo', `/files/${stored.id}/view`, browsing)
  await expect(safo.getByRole('heading', { level: 1, name: file.name })).toBeVisible()
  return safo
}
