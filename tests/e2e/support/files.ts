/** Where things are on the archive's screen. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { ArchiveFile } from '../../../contract/files.ts'
import type { House, Person } from './house.ts'
import type { Locator, Page } from './test.ts'

/** The card of a file, by its name. */
export const cardOf = (page: Page, name: string) => page.getByRole('article', { name, exact: true })

/** The button above the archive; the empty archive has another one of that name. */
export const above = (page: Page, name: 'Subir Archivo' | 'Agregar URL') =>
  page.getByRole('main').getByRole('button', { name, exact: true }).first()

export const uploadForm = (page: Page) => page.getByRole('form', { name: 'Subir Archivo' })
export const urlForm = (page: Page) => page.getByRole('form', { name: 'Agregar URL' })
export const queue = (page: Page) => page.getByRole('region', { name: 'Subidas' })
export const toast = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Avisos' }).getByText(text, { exact: true }).first()

/** A file with its bytes in memory, or the path of one on the disk. */
export type Chosen = string | { name: string; mimeType: string; buffer: Buffer }

/** Chooses files in the form and sends them. */
export async function upload(page: Page, chosen: Chosen | Chosen[]) {
  if (!(await uploadForm(page).isVisible())) await above(page, 'Subir Archivo').click()
  await uploadForm(page)
    .getByLabel('Archivo', { exact: true })
    .setInputFiles(chosen as string)
  await uploadForm(page).getByRole('button', { name: 'Subir', exact: true }).click()
}

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** The archive as the server has it. */
export const archiveOf = (person: Person) => person.call<ArchiveFile[]>('GET', '/files')

/** The bytes that come out of the archive again. */
export async function bytesOf(house: House, file: ArchiveFile | undefined) {
  const answer = await fetch(new URL(file?.cloudinary_url ?? '', house.url))
  if (!answer.ok) throw new Error(`No bytes: ${answer.status}`)
  return new Uint8Array(await answer.arrayBuffer())
}

/**
 * Waits until the smaller versions of all pictures are made: what is deleted in the middle of that is told of in the
 * server's log, and the next test begins with deleting everything.
 */
export async function picturesAreMade(house: House) {
  for (const { screen_url } of await archiveOf(house.hipatia))
    if (screen_url) await fetch(new URL(screen_url, house.url)).then((answer) => answer.arrayBuffer())
}

/** A section of the archive, and the names on the cards of it or of anything else. */
export const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
export const names = (scope: Page | Locator) => scope.getByRole('article').getByRole('heading', { level: 3 })

/** A small file of text. */
export const note = (name: string, text = 'Unas notas.') => ({ name, type: 'text/plain', bytes: text })

export const emptyText = 'No hay archivos subidos todavía. Sé el primero en compartir un archivo!'

/** What is downloaded by a click: its name and its bytes. */
export async function downloadOf(page: Page, link: Locator) {
  const coming = page.waitForEvent('download')
  await link.click()
  const download = await coming
  return { name: download.suggestedFilename(), bytes: new Uint8Array(readFileSync(await download.path())) }
}
