import { writeFileSync } from 'node:fs'
import { archiveOf, upload, uploadQueue, waitForImageVersions } from '../../support/browser/pages/archive.ts'
import { navigationLink } from '../../support/browser/pages/navigation.ts'
import {
  expectStored,
  megabyte,
  queueItem,
  randomFile,
  recordUploadRequests,
  uploadsAddress,
} from '../../support/browser/pages/uploads.ts'
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

  test('An empty file is refused with the reason, and other files are still uploaded', async ({
    server,
    openAs,
    pageErrors,
  }) => {
    pageErrors.expect('422 POST /api/files/uploads')
    const safo = await openAs('Safo', '/files')
    await upload(safo, [randomFile('vacío.txt', 0), randomFile('lleno.bin')])
    await expect(queueItem(safo, 'vacío.txt').getByRole('alert')).toHaveText(/^Error: .*está vacío/)
    await expect(queueItem(safo, 'lleno.bin').getByText('16.49 KB · Subido')).toBeVisible()
    expect(await archiveOf(await server.person('Safo'))).toMatchObject([{ original_name: 'lleno.bin' }])
  })

  test('A failed upload shows its error, with and without a reason, is mentioned on other pages and can be retried', async ({
    server,
    openAs,
    pageErrors,
  }) => {
    pageErrors.expect('507 POST /api/files/uploads')
    const safo = await openAs('Safo', '/files')
    for (const [name, detail, text] of [
      ['plano.bin', undefined, 'Error: Failed to upload file'],
      ['mapa.bin', 'No queda sitio en el estante.', 'Error: No queda sitio en el estante.'],
    ] as const)
      await test.step(text, async () => {
        await safo.route(uploadsAddress, (route) =>
          route.fulfill(detail ? { status: 507, json: { detail, code: 'storage_full' } } : { status: 507, body: '' }),
        )
        const file = randomFile(name)
        await upload(safo, file)
        await expect(queueItem(safo, name).getByRole('alert')).toHaveText(text)
        await navigationLink(safo, 'Blog').click()
        await safo.getByRole('link', { name: '1 subida ha fallado' }).click()
        await safo.unroute(uploadsAddress)
        await queueItem(safo, name).getByRole('button', { name: 'Reintentar' }).click()
        await expect(queueItem(safo, name).getByText('16.49 KB · Subido')).toBeVisible()
        await expect(queueItem(safo, name).getByRole('alert')).toHaveCount(0)
        await expectStored(server, file)
        await server.tidy() // the next file is the only one again
      })
  })
})
