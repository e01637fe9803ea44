import { expectAccessible } from '../../support/browser/axe.ts'
import { expectDate } from '../../support/browser/dates.ts'
import { cardOf, downloadOf, originalContent, waitForImageVersions } from '../../support/browser/pages/archive.ts'
import {
  expectImage,
  imageIn,
  nextImage,
  openViewer,
  screenVersion,
  thumbnails,
  uploadThreeImages,
} from '../../support/browser/pages/image-viewer.ts'
import { expect, test } from '../../support/browser/test.ts'
import { fixture } from '../../support/fixtures.ts'

test.describe('Image viewer', () => {
  test('The viewer shows an image with its uploader, date, size and description', async ({ server, openAs }) => {
    const zenon = await server.person('Zenón')
    const photo = await zenon.uploadFile(fixture('foto.jpg'), { description: 'El faro,\nvisto desde el mar' })
    await waitForImageVersions(server)
    const safo = await openAs('Safo', '/files')
    const viewer = await openViewer(safo, 'foto.jpg')
    await expect(safo.getByRole('dialog', { name: 'foto.jpg (Esc para cerrar)', exact: true })).toBeVisible()
    await expect(viewer.getByRole('heading')).toHaveText('foto.jpg (Esc para cerrar)')
    await expect(viewer.getByText('1 of 1', { exact: true })).toBeVisible()
    await expectImage(viewer, 'foto.jpg')
    await expect(viewer.getByText('El faro, visto desde el mar')).toBeVisible()
    await expect(viewer.getByText('Subido por Zenón')).toBeVisible()
    await expectDate(viewer.locator('time'), photo.uploaded_at)
    expect(photo.file_size).toBe(16_886)
    await expect(viewer.getByText('16.5 KB', { exact: true })).toBeVisible()
    // the orientation of the camera is applied, and the proportions are kept
    const [width, height] = await imageIn(viewer).evaluate((image: HTMLImageElement) => [
      image.naturalWidth,
      image.naturalHeight,
    ])
    expect([width, height]).toEqual([900, 1200])
    const box = await imageIn(viewer).boundingBox()
    expect((box?.height ?? 0) / (box?.width ?? 1)).toBeCloseTo(4 / 3, 1)
  })

  test('Escape, the close button and a click outside the image close the viewer and return the focus', async ({
    server,
    openAs,
  }) => {
    await uploadThreeImages(server, await server.person('Safo'))
    const safo = await openAs('Safo', '/files')
    const button = cardOf(safo, 'dos.png').getByRole('button', { name: 'Ver', exact: true })
    const dialogs = safo.getByRole('dialog')

    await button.focus()
    await safo.keyboard.press('Enter')
    await expect(dialogs).toBeVisible()
    await expect(dialogs).toBeFocused()
    await safo.keyboard.press('Escape')
    await expect(dialogs).toHaveCount(0)
    await expect(button).toBeFocused()

    const viewer = await openViewer(safo, 'dos.png')
    await viewer.getByRole('button', { name: 'Cerrar (Esc)' }).click()
    await expect(dialogs).toHaveCount(0)
    await expect(button).toBeFocused()

    await openViewer(safo, 'dos.png')
    await expectImage(viewer, 'dos.png')
    await imageIn(viewer).click()
    await expect(viewer).toBeVisible()
    const box = await imageIn(viewer).boundingBox()
    await safo.mouse.click((box?.x ?? 0) - 60, (box?.y ?? 0) + 10)
    await expect(dialogs).toHaveCount(0)
    await expect(button).toBeFocused()

    // the viewer opens with the chosen image, not with the last one
    await openViewer(safo, 'uno.png')
    await expect(viewer.getByText('1 of 3', { exact: true })).toBeVisible()
  })

  test('Tab and Shift+Tab keep the focus inside the viewer', async ({ server, openAs }) => {
    await uploadThreeImages(server, await server.person('Safo'))
    const safo = await openAs('Safo', '/files')
    const viewer = await openViewer(safo, 'dos.png')
    await expect(thumbnails(viewer)).toHaveCount(3)
    for (const key of ['Tab', 'Shift+Tab'])
      for (let presses = 0; presses < 12; presses++) {
        await safo.keyboard.press(key)
        // a focus guard at the end of the modal forwards the focus asynchronously
        await expect
          .poll(() =>
            safo.evaluate(() => {
              const { activeElement } = document
              return (
                activeElement?.closest('[role=dialog]') !== null ||
                activeElement.hasAttribute('data-base-ui-focus-guard')
              )
            }),
          )
          .toBe(true)
      }
  })

  test('The viewer loads the smaller version of an image, and the original only in a new tab or as a download', async ({
    server,
    openAs,
    pageErrors,
  }) => {
    // the browser's own page around an image, whose scripts the sandbox blocks
    pageErrors.tolerate(/^console error: Blocked script execution in /)
    await (await server.person('Safo')).uploadFile(fixture('foto.jpg'))
    await waitForImageVersions(server)
    const safo = await openAs('Safo', '/home')
    const requested: string[] = []
    safo.on('request', (request) => requested.push(request.url()))
    await safo.goto('/files')
    const viewer = await openViewer(safo, 'foto.jpg')
    await expectImage(viewer, 'foto.jpg')
    expect(await imageIn(viewer).getAttribute('src')).toMatch(screenVersion)
    expect(requested.filter((url) => screenVersion.test(url))).toHaveLength(1)
    expect(requested.filter((url) => originalContent.test(url))).toEqual([])

    const opening = safo.context().waitForEvent('page')
    await viewer.getByRole('link', { name: 'Ver original' }).click()
    const tab = await opening
    await expect(tab).toHaveURL(originalContent)
    await expect(tab.locator('img')).toBeVisible()
    expect(await tab.evaluate(() => window.opener)).toBeNull()
    const { width } = await tab.locator('img').evaluate((image: HTMLImageElement) => ({ width: image.naturalWidth }))
    expect([900, 1200]).toContain(width)
    await tab.close()

    const { name, bytes } = await downloadOf(safo, viewer.getByRole('link', { name: 'Descargar' }))
    expect(name).toBe('foto.jpg')
    expect(bytes).toEqual(fixture('foto.jpg').bytes)
    await expect(viewer).toBeVisible()
  })

  test('Files that cannot be decoded as images have no viewer and are not counted in it', async ({
    server,
    openAs,
  }) => {
    const person = await server.person('Safo')
    await person.uploadFile(fixture('foto.jpg'))
    await waitForImageVersions(server)
    for (const name of ['html-como.png', 'vector.svg', 'bomba.png']) await person.uploadFile(fixture(name))
    await person.uploadFile(fixture('dibujo.png'))
    // the server finds out that an image can't be read shortly after it was stored
    await expect
      .poll(async () => {
        const files = await person.call<{ original_name: string; thumb_url: string | null }[]>('GET', '/files')
        return files.filter(({ thumb_url }) => thumb_url !== null).map(({ original_name }) => original_name)
      })
      .toEqual(['dibujo.png', 'foto.jpg'])
    const safo = await openAs('Safo', '/files')
    await expect(safo.getByRole('article')).toHaveCount(5)
    for (const name of ['html-como.png', 'vector.svg', 'bomba.png']) {
      await expect(cardOf(safo, name).getByRole('link', { name: 'Descargar' })).toBeVisible()
      await expect(cardOf(safo, name).getByRole('button', { name: 'Ver', exact: true })).toHaveCount(0)
    }
    const viewer = await openViewer(safo, 'dibujo.png')
    await expect(viewer.getByText('1 of 2', { exact: true })).toBeVisible()
    await nextImage(viewer).click()
    await expectImage(viewer, 'foto.jpg')
  })

  for (const screen of ['desktop', 'narrow'] as const)
    test(`The image viewer is accessible on a ${screen} screen, also when an image cannot be loaded`, async ({
      server,
      openAs,
      pageErrors,
    }) => {
      pageErrors.expect(/^403 GET \/api\/files\/\{id\}\/content\/screen\./)
      const person = await server.person('Safo')
      await uploadThreeImages(server, person)
      await person.uploadFile(fixture('foto.jpg'), { description: 'El faro' })
      await waitForImageVersions(server)
      const safo = await openAs('Safo', '/files', { screen, reducedMotion: 'reduce' })
      const viewer = await openViewer(safo, 'foto.jpg')
      await expectImage(viewer, 'foto.jpg')
      await expectAccessible(safo, 'viewer')
      await safo.route(screenVersion, (route) => route.fulfill({ status: 403, body: '' }))
      await safo.keyboard.press('Escape')
      await expect(viewer).toBeHidden()
      await openViewer(safo, 'tres.png')
      await expect(viewer.getByRole('alert')).toBeVisible()
      await expectAccessible(safo, 'viewer that failed')
    })
})
