/** The upload queue of the archive. */
import { randomBytes } from 'node:crypto'
import { expect, type Page } from '../test.ts'
import type { TestServer } from '../test-server.ts'
import { archiveOf, bytesOf, sha256, uploadQueue } from './archive.ts'

export const megabyte = 2 ** 20
/** The address to which an upload is announced. */
export const uploadsAddress = '**/api/files/uploads'

/** A file of random bytes, so that no other file has the same content. */
export const randomFile = (name: string, size = 16_886) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: randomBytes(size),
})

export const queueItem = (page: Page, name: string) => uploadQueue(page).getByRole('listitem').filter({ hasText: name })
export const progressBar = (page: Page, name: string) => page.getByRole('progressbar', { name: `Subida de ${name}` })
export const percentOf = async (page: Page, name: string) =>
  Number(await progressBar(page, name).getAttribute('aria-valuenow'))

/** A network whose upload speed the test sets. */
export async function emulateNetwork(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  const unlimited = { offline: false, latency: 0, downloadThroughput: -1 }
  const goSlow = (uploadThroughput: number) =>
    devtools.send('Network.emulateNetworkConditions', { ...unlimited, uploadThroughput })
  return { goSlow, goFast: () => goSlow(-1) }
}

/** The upload requests of a page in order, each with its method and offset: `PATCH 1048576`. */
export function recordUploadRequests(page: Page) {
  const requests: string[] = []
  page.on('request', (request) => {
    if (!request.url().includes('/api/files/uploads')) return
    const offset = request.headers()['upload-offset']
    requests.push(offset === undefined ? request.method() : `${request.method()} ${offset}`)
  })
  return requests
}

/** Expects the archive to contain this file of Safo, byte for byte, and no other. */
export async function expectStored(server: TestServer, file: { name: string; buffer: Buffer }) {
  const archive = await archiveOf(await server.person('Safo'))
  expect(archive).toMatchObject([{ original_name: file.name, file_size: file.buffer.length, uploaded_by: 'Safo' }])
  expect(sha256(await bytesOf(server, archive[0]))).toBe(sha256(file.buffer))
}
