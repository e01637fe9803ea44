import { smallPng } from '../../support/browser/media.ts'
import { waitForImageVersions } from '../../support/browser/pages/archive.ts'
import {
  expectImage,
  nextImage,
  openViewer,
  previousImage,
  screenVersion,
  thumbnailList,
  thumbnails,
  uploadThreeImages,
} from '../../support/browser/pages/image-viewer.ts'
import { expect, test } from '../../support/browser/test.ts'
import { fixture } from '../../support/fixtures.ts'

test.describe('Several images in the viewer', () => {
  test('The viewer of a single image has no way to other images', async ({ server, openAs }) => {
    await (await server.person('Safo')).uploadFile(fixture('foto.jpg'))
    await waitForImageVersions(server)
    const safo = await openAs('Safo', '/files')
    const viewer = await openViewer(safo, 'foto.jpg')
    await expectImage(viewer, 'foto.jpg')
    await expect(previousImage(viewer)).toHaveCount(0)
    await expect(nextImage(viewer)).toHaveCount(0)
    await expect(thumbnailList(viewer)).toHaveCount(0)
    await safo.keyboard.press('ArrowRight')
    await expect(viewer.getByText('1 of 1', { exact: true })).toBeVisible()
  })

  test('Previous and next lead through the images of the section and no other, and stop at its ends', async ({
    server,
    openAs,
  }) => {
    const person = await server.person('Safo')
    const historia = await server.hipatia.createCategory('Historia')
    await person.uploadFile(smallPng('ajena.png'), { category_id: historia.id })
    await uploadThreeImages(server, person)
    await person.uploadFile(fixture('notas.txt'))
    const safo = await openAs('Safo', '/files')
    const viewer = await openViewer(safo, 'uno.png')
    await expect(viewer.getByText('1 of 3', { exact: true })).toBeVisible()
    await expect(previousImage(viewer)).toBeDisabled()
    await expect(nextImage(viewer)).toBeEnabled()
    await nextImage(viewer).click()
    await expect(viewer.getByText('2 of 3', { exact: true })).toBeVisible()
    await expect(safo.getByRole('dialog', { name: 'dos.png (Esc para cerrar)' })).toBeVisible()
    await expectImage(viewer, 'dos.png')
    await expect(previousImage(viewer)).toBeEnabled()
    await nextImage(viewer).click()
    await expect(viewer.getByText('3 of 3', { exact: true })).toBeVisible()
    await expect(nextImage(viewer)).toBeDisabled()
    await expectImage(viewer, 'tres.png')
    await previousImage(viewer).click()
    await expectImage(viewer, 'dos.png')
  })

  test('Left and Right change the image, also after a button was disabled, and stop at the ends', async ({
    server,
    openAs,
  }) => {
    await uploadThreeImages(server, await server.person('Safo'))
    const safo = await openAs('Safo', '/files')
    const viewer = await openViewer(safo, 'dos.png')
    const expectText = (text: string) => expect(viewer.getByText(text, { exact: true })).toBeVisible()
    await expectText('2 of 3')
    await safo.keyboard.press('ArrowLeft')
    await expectText('1 of 3')
    await safo.keyboard.press('ArrowLeft')
    await expectText('1 of 3')
    await safo.keyboard.press('ArrowRight')
    await safo.keyboard.press('ArrowRight')
    await expectText('3 of 3')
    await safo.keyboard.press('ArrowRight')
    await expectText('3 of 3')
    await previousImage(viewer).click()
    await nextImage(viewer).click()
    await expect(nextImage(viewer)).toBeDisabled()
    await safo.keyboard.press('ArrowLeft')
    await expectText('2 of 3')
    await safo.keyboard.press('Alt+Shift+ArrowLeft') // a shortcut of the browser
    await expectText('2 of 3')
  })

  test('Thumbnails lead to their images, and the current one is marked', async ({ server, openAs }) => {
    await uploadThreeImages(server, await server.person('Safo'))
    const safo = await openAs('Safo', '/files')
    const viewer = await openViewer(safo, 'uno.png')
    await expect(thumbnails(viewer)).toHaveCount(3)
    const current = thumbnailList(viewer).locator('[aria-current=true]')
    await expect(current).toHaveAccessibleName('uno.png')
    await thumbnails(viewer).nth(2).click()
    await expect(viewer.getByText('3 of 3', { exact: true })).toBeVisible()
    await expectImage(viewer, 'tres.png')
    await expect(current).toHaveCount(1)
    await expect(current).toHaveAccessibleName('tres.png')
  })

  test('A horizontal swipe changes the image, a vertical one does not', async ({ server, openAs }) => {
    await uploadThreeImages(server, await server.person('Safo'))
    const safo = await openAs('Safo', '/files', { screen: 'phone' })
    const viewer = await openViewer(safo, 'uno.png')
    await expectImage(viewer, 'uno.png')
    const finger = await safo.context().newCDPSession(safo)
    async function swipe(from: [number, number], to: [number, number]) {
      const at = ([x, y]: [number, number]) => ({ touchPoints: [{ x, y }] })
      await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', ...at(from) })
      await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', ...at(to) })
      await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    }
    const expectText = (text: string) => expect(viewer.getByText(text, { exact: true })).toBeVisible()
    await expectText('1 of 3')
    await swipe([300, 400], [100, 410])
    await expectText('2 of 3')
    await swipe([200, 300], [210, 500])
    await expectText('2 of 3')
    await swipe([200, 400], [180, 400]) // too short for a swipe
    await expectText('2 of 3')
    await swipe([100, 400], [300, 390])
    await expectText('1 of 3')
    await swipe([100, 400], [300, 400]) // the first image has no previous one
    await expectText('1 of 3')
  })

  test('The viewer loads the neighbours of the current image in advance, and no other images', async ({
    server,
    openAs,
  }) => {
    const person = await server.person('Safo')
    const [tres, dos, uno] = [
      await person.uploadFile(smallPng('tres.png', 200)),
      await person.uploadFile(smallPng('dos.png', 100)),
      await person.uploadFile(smallPng('uno.png', 0)),
    ]
    await waitForImageVersions(server)
    const safo = await openAs('Safo', '/files')
    const requested = new Set<string>()
    safo.on('request', (request) => {
      const url = new URL(request.url())
      if (screenVersion.test(url.pathname)) requested.add(url.pathname)
    })
    const viewer = await openViewer(safo, 'uno.png')
    await expectImage(viewer, 'uno.png')
    await expect.poll(() => [...requested]).toEqual([uno.screen_url, dos.screen_url])
    await nextImage(viewer).click()
    await expectImage(viewer, 'dos.png')
    await expect.poll(() => [...requested]).toEqual([uno.screen_url, dos.screen_url, tres.screen_url])
  })

  test('The viewer counts more than a hundred images and leads to all of them', async ({ server, openAs }) => {
    test.setTimeout(240_000)
    const person = await server.person('Safo')
    const count = 104
    for (let number = count; number >= 1; number--) await person.uploadFile(smallPng(`n${number}.png`, number))
    await waitForImageVersions(server)
    const safo = await openAs('Safo', '/files')
    const expectText = (text: string) => expect(viewer.getByText(text, { exact: true })).toBeVisible()
    const viewer = await openViewer(safo, 'n2.png')
    await expectText('2 of 104')
    // only the visible thumbnails are drawn
    const drawn = await thumbnails(viewer).count()
    expect(drawn).toBeGreaterThan(5)
    expect(drawn).toBeLessThan(50)
    const strip = thumbnailList(viewer).locator('..')
    await strip.evaluate((element) => element.scrollTo({ left: element.scrollWidth }))
    await viewer.getByRole('button', { name: 'n100.png' }).click()
    await expectText('100 of 104')
    await expectImage(viewer, 'n100.png')
    // the next page of the list is loaded
    await expect(viewer.getByRole('button', { name: 'n101.png' })).toBeAttached()
    for (let number = 101; number <= count; number++) {
      await nextImage(viewer).click()
      await expectText(`${number} of 104`)
      await expectImage(viewer, `n${number}.png`)
    }
    await expect(nextImage(viewer)).toBeDisabled()
    await expect(viewer.locator('[aria-current=true]')).toHaveAccessibleName('n104.png')
    await expect(viewer.locator('[aria-current=true]')).toBeInViewport()
    await previousImage(viewer).click()
    await expectText('103 of 104')
  })
})
