import { delayResponse } from '../../support/browser/network.ts'
import { waitForImageVersions } from '../../support/browser/pages/archive.ts'
import {
  expectImage,
  imageIn,
  openViewer,
  screenVersion,
  uploadThreeImages,
} from '../../support/browser/pages/image-viewer.ts'
import { expect, test } from '../../support/browser/test.ts'
import { fixture } from '../../support/fixtures.ts'

test.describe('Images that do not load', () => {
  test('The viewer says that an image is loading until it appears', async ({ server, openAs }) => {
    await (await server.person('Safo')).uploadFile(fixture('foto.jpg'))
    await waitForImageVersions(server)
    const safo = await openAs('Safo', '/files')
    const delayed = await delayResponse(safo, screenVersion)
    const viewer = await openViewer(safo, 'foto.jpg')
    await expect(viewer.getByRole('status').filter({ hasText: 'Cargando imagen...' })).toBeVisible()
    delayed.release()
    await expectImage(viewer, 'foto.jpg')
    await expect(viewer.getByText('Cargando imagen...')).toHaveCount(0)
  })

  test('When an image cannot be loaded, Retry loads it again, and the arrow keys work before and after', async ({
    server,
    openAs,
    pageErrors,
  }) => {
    pageErrors.expect(/^failed GET \/api\/files\/\{id\}\/content\/screen\./)
    await uploadThreeImages(server, await server.person('Safo'))
    const safo = await openAs('Safo', '/files')
    await safo.route(screenVersion, (route) => route.abort('connectionreset'))
    const viewer = await openViewer(safo, 'uno.png')
    const alert = viewer.getByRole('alert')
    await expect(alert).toContainText('Failed to load image')
    await expect(imageIn(viewer)).toHaveCount(0)
    await alert.getByRole('button', { name: 'Retry' }).click()
    await expect(alert).toContainText('Failed to load image')
    // other images can still be reached
    await expect(viewer.getByText('1 of 3', { exact: true })).toBeVisible()
    await safo.keyboard.press('ArrowRight')
    await expect(viewer.getByText('2 of 3', { exact: true })).toBeVisible()
    await expect(alert).toContainText('Failed to load image')
    await safo.unroute(screenVersion)
    await alert.getByRole('button', { name: 'Retry' }).click()
    await expectImage(viewer, 'dos.png')
    await expect(alert).toHaveCount(0)
    await expect(viewer).toBeFocused()
    await safo.keyboard.press('ArrowRight')
    await expectImage(viewer, 'tres.png')
  })

  test('Retry fetches a new address when the address of an image has expired', async ({
    server,
    openAs,
    pageErrors,
  }) => {
    pageErrors.expect(/^403 GET \/api\/files\/\{id\}\/content\/screen\./, '500 GET /api/files/{id}')
    const photo = await (await server.person('Safo')).uploadFile(fixture('foto.jpg'))
    await waitForImageVersions(server)
    const safo = await openAs('Safo', '/files')
    // only the address from a newly fetched record leads to the image
    await safo.route(screenVersion, (route) =>
      route.request().url().endsWith('?fresca') ? route.continue() : route.fulfill({ status: 403, body: '' }),
    )
    await safo.route(`**/api/files/${photo.id}`, (route) => route.fulfill({ status: 500, body: '' }))
    const viewer = await openViewer(safo, 'foto.jpg')
    await viewer.getByRole('button', { name: 'Retry' }).click()
    // the record can't be fetched either
    await expect(viewer.getByRole('button', { name: 'Retry' })).toBeEnabled()
    await expect(viewer.getByRole('alert')).toContainText('Failed to load image')

    await safo.unroute(`**/api/files/${photo.id}`)
    await safo.route(`**/api/files/${photo.id}`, async (route) => {
      const response = await route.fetch()
      const record = await response.json()
      await route.fulfill({ response, json: { ...record, screen_url: `${record.screen_url}?fresca` } })
    })
    await viewer.getByRole('button', { name: 'Retry' }).click()
    await expectImage(viewer, 'foto.jpg')
    expect(await imageIn(viewer).getAttribute('src')).toMatch(/\?fresca$/)
  })
})
