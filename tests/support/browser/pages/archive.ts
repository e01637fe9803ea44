/** The file archive: elements of its page, and the files on the server. */
import { createHash } from 'node:crypto'
import type { ArchiveFile } from '../../../../contract/files.ts'
import { expect, type Locator, type Page } from '../test.ts'
import type { Person, TestServer } from '../test-server.ts'

/** The card of a file, by its name. */
export const cardOf = (page: Page, name: string) => page.getByRole('article', { name, exact: true })

/** The button at the top of the archive; the empty archive has a second button of that name. */
export const archiveButton = (page: Page, name: 'Subir Archivo' | 'Agregar URL') =>
  page.getByRole('main').getByRole('button', { name, exact: true }).first()

export const uploadForm = (page: Page) => page.getByRole('form', { name: 'Subir Archivo' })
export const fileField = (form: Locator) => form.getByLabel('Archivo', { exact: true })
export const uploadButton = (form: Locator) => form.getByRole('button', { name: 'Subir', exact: true })
export const uploadQueue = (page: Page) => page.getByRole('region', { name: 'Subidas' })

/** A file with its bytes in memory, or the path of a file on the disk. */
type UploadSource = string | { name: string; mimeType: string; buffer: Buffer }

/** Chooses files in the form and sends them. */
export async function upload(page: Page, source: UploadSource | UploadSource[]) {
  if (!(await uploadForm(page).isVisible())) await archiveButton(page, 'Subir Archivo').click()
  await fileField(uploadForm(page)).setInputFiles(source as string)
  await uploadButton(uploadForm(page)).click()
}

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** The files of the archive, from the server. */
export const archiveOf = (person: Person) => person.call<ArchiveFile[]>('GET', '/files')

/** The stored bytes of a file. */
export async function bytesOf(server: TestServer, file: ArchiveFile | undefined) {
  const answer = await fetch(new URL(file?.cloudinary_url ?? '', server.url))
  if (!answer.ok) throw new Error(`No bytes: ${answer.status}`)
  return new Uint8Array(await answer.arrayBuffer())
}

/**
 * Waits for the smaller versions of all images. The next test begins by deleting all files, and the server logs an
 * error when an image is deleted while its versions are made.
 */
export async function waitForImageVersions(server: TestServer) {
  for (const { screen_url } of await archiveOf(server.hipatia))
    if (screen_url) await expect.poll(() => fetch(new URL(screen_url, server.url)).then(({ ok }) => ok)).toBe(true)
}

export const textFile = (name: string, text = 'Unas notas.') => ({ name, type: 'text/plain', bytes: text })

/** The address of a file's unchanged bytes. */
export const originalContent = /\/content\/original\./
