import { writeFileSync } from 'node:fs'
import { archiveOf, upload, uploadQueue, waitForImageVersions } from '../../support/browser/pages/archive.ts'
import { megabyte, queueItem, recordUploadRequests } from '../../support/browser/pages/uploads.ts'
import { expect, test } from '../../support/browser/test.ts'

test.afterEach(({ server }) => waitForImageVersions(server))

test.describe('Uploads that fail', () => {
  test('A file over 50 MB is refused before any of its bytes is sent', async ({ server, openAs, pageErrors }, info) => {
    pageErrors.expect('413 POST /api/files/uploads')
    const path = info.outputPath('enorme.bin')
    writeFileSync(path, Buffer.alloc(50 * megabyte + 1))
    const safo = await openAs('Safo', '/files')
    const requests = recordUploadRequests(safo)
    await upload(safo, path)
    await expect(queueItem(safo, 'enorme.bin').getByRole('alert')).toHaveText(
      'Error: El archivo es demasiado grande: el máximo son 50 MB.',
    )
    expect(requests).toEqual(['POST'])
    await uploadQueue(safo).getByRole('button', { name: 'Quitar enorme.bin de la lista' }).click()
    await expect(uploadQueue(safo)).toHaveCount(0)
    expect(await archiveOf(await server.person('Safo'))).toEqual([])
  })
})
