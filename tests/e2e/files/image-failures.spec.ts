import { cardOf, waitForImageVersions } from '../../support/browser/pages/archive.ts'
import { expect, test } from '../../support/browser/test.ts'
import { fixture } from '../../support/fixtures.ts'

/** The address of the smaller version that the viewer shows. */
const screenVersion = /\/content\/screen\./

test('Retry loads a failed image again, and the arrow keys work all along', async ({ server, openAs, pageErrors }) => {
  pageErrors.expect(/^failed GET \/api\/files\/\{id\}\/content\/screen\./)
  for (const name of ['tres.png', 'dos.png', 'uno.png'])
    await server.hipatia.uploadFile(fixture('dibujo.png', { name }))
  await waitForImageVersions(server)
  const safo = await openAs('Safo', '/files')
  await safo.route(screenVersion, (route) => route.abort('connectionreset'))
  await cardOf(safo, 'uno.png').getByRole('button', { name: 'Ver', exact: true }).click()
  const viewer = safo.getByRole('dialog')
  // its keys need the focus, which comes a frame later
  await expect(viewer).toBeFocused()
  const image = viewer.getByRole('img')
  const shown = ({ naturalWidth, alt }: HTMLImageElement) => naturalWidth > 0 && alt
  const alert = viewer.getByRole('alert')
  await expect(alert).toContainText('Failed to load image')
  await expect(image).toHaveCount(0)
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect(alert).toContainText('Failed to load image')
  // other images can still be reached
  await expect(viewer.getByText('1 of 3', { exact: true })).toBeVisible()
  await safo.keyboard.press('ArrowRight')
  await expect(viewer.getByText('2 of 3', { exact: true })).toBeVisible()
  await expect(alert).toContainText('Failed to load image')
  await safo.unroute(screenVersion)
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect.poll(() => image.evaluate(shown)).toBe('dos.png')
  await expect(alert).toHaveCount(0)
  await expect(viewer).toBeFocused()
  await safo.keyboard.press('ArrowRight')
  await expect.poll(() => image.evaluate(shown)).toBe('tres.png')
})
