// Pictures in a post that need real requests and the policy of the site; the rest: tests/web/markdown, tests/web/ui.
import { expectAccessible } from '../../support/browser/axe.ts'
import { smallPng } from '../../support/browser/media.ts'
import { waitForImageVersions } from '../../support/browser/pages/archive.ts'
import { expect, type Locator, type Page, test } from '../../support/browser/test.ts'
import type { Person, TestServer } from '../../support/browser/test-server.ts'
import { fixture } from '../../support/fixtures.ts'

const text = (page: Page) => page.getByRole('article')
const opened = (page: Page, alt: string) => text(page).getByRole('button', { name: `Ampliar la imagen: ${alt}` })
const viewer = (page: Page) => page.getByRole('dialog', { name: 'Imágenes del texto' })
const image = (page: Page) => viewer(page).getByRole('img')
const showAll = (page: Page) => text(page).getByRole('button', { name: 'Mostrar las imágenes' })
const hideAll = (page: Page) => text(page).getByRole('button', { name: 'No mostrar más' })

const isPainted = (image: Locator) =>
  image.evaluate((element) => element instanceof HTMLImageElement && element.complete && element.naturalWidth > 0)

async function expectPicture(page: Page, alt: string, position: string) {
  await expect(viewer(page).getByText(position, { exact: true })).toBeVisible()
  await expect(image(page)).toHaveAttribute('alt', alt)
  await expect.poll(() => isPainted(image(page))).toBe(true)
}

/** A post with three images of the archive. The second one is a portrait photo. */
async function illustrated(server: TestServer, person: Person, more = '') {
  const uno = await person.uploadFile(smallPng('uno.png', 0))
  const foto = await person.uploadFile(fixture('foto.jpg'))
  const tres = await person.uploadFile(smallPng('tres.png', 200))
  await waitForImageVersions(server)
  const content = `![Uno](${uno.screen_url})\n\n![El faro](${foto.screen_url})\n\n![Tres](${tres.screen_url})\n\n${more}`
  return { post: await person.createPost({ title: 'Con imágenes', content }) }
}

/** Answers for two other sites and records their requests. */
async function twoMuseums(page: Page) {
  const asked: string[] = []
  const bytes = Buffer.from(smallPng('x.png').bytes)
  await page.context().route(/^https:\/\/(museo|archivo)\.example\//, (route) => {
    asked.push(route.request().url())
    return route.fulfill({ contentType: 'image/png', body: bytes })
  })
  return asked
}
const [moneda, plano, sello] = [
  'https://museo.example/moneda.png',
  'https://archivo.example/plano.png',
  'https://museo.example/sello.png',
]
const foreign = /^foreign GET https:\/\/(museo|archivo)\.example\//
const fromElsewhere = `![Una moneda](${moneda})\n\nDos ![Un plano](${plano})\n\n[![Un sello](${sello})](/blog)\n\nEl final.`

test.afterEach(({ server }) => waitForImageVersions(server))

test('images of other sites wait for the reader’s yes to all or to one', async ({ server, openAs, pageErrors }) => {
  pageErrors.expect(foreign)
  const post = await server.hipatia.createPost({ content: fromElsewhere })
  const safo = await openAs('Safo', `/blog/${post.id}`)
  const asked = await twoMuseums(safo)
  await expect(text(safo).getByText('3 imágenes de otros sitios: museo.example y archivo.example.')).toBeVisible()
  await safo.reload()
  await expect(text(safo).getByText('El final.')).toBeVisible()
  await expect(text(safo).locator('img')).toHaveCount(0)
  expect(asked).toEqual([])

  await showAll(safo).click()
  await expect(hideAll(safo)).toBeFocused()
  await expect(text(safo).getByText('La próxima vez también se mostrarán.')).toBeVisible()
  await expect(text(safo).locator('img')).toHaveCount(3)
  await expect(opened(safo, 'Una moneda')).toBeVisible()
  await expect.poll(() => [...asked].sort()).toEqual([plano, moneda, sello])

  await safo.reload()
  await expect(text(safo).locator('img')).toHaveCount(3)
  // No request is left that would be counted below.
  for (const image of await text(safo).locator('img').all()) await expect.poll(() => isPainted(image)).toBe(true)
  await hideAll(safo).click()
  await expect(text(safo).locator('img')).toHaveCount(0)

  // one by one, in a page that has none of them in its memory
  await safo.reload()
  await expect(showAll(safo)).toBeVisible()
  asked.length = 0
  await text(safo).getByRole('button', { name: 'Un plano' }).focus()
  await safo.keyboard.press('Enter')
  await expect(opened(safo, 'Un plano')).toBeFocused()
  await expect.poll(() => asked).toEqual([plano])
  await safo.keyboard.press('Enter')
  await expectPicture(safo, 'Un plano', '1 de 1')
  await safo.keyboard.press('Escape')
  await expect(opened(safo, 'Un plano'), 'back from the image').toBeFocused()
  await text(safo).getByRole('button', { name: 'Ver la imagen de museo.example' }).click()
  const link = text(safo).getByRole('link', { name: 'Un sello' })
  await expect(link).toBeFocused()
  await expect(link.getByRole('img')).toBeVisible()
  await safo.reload()
  await expect(showAll(safo)).toBeVisible()
  await expect(text(safo).locator('img')).toHaveCount(0)
  expect(asked).toEqual([plano, sello])
})

test('a post’s images open in a new tab when their viewer fails to load', async ({ server, openAs, pageErrors }) => {
  pageErrors.expect(/^failed GET \/assets\/text-image-viewer-/)
  pageErrors.tolerate(/^console error: Blocked script execution in /) // from the browser's own page for an image
  const { post } = await illustrated(server, await server.person('Safo'))
  const safo = await openAs('Safo', `/blog/${post.id}`, {
    before: (page) => page.route(/\/assets\/text-image-viewer-.*\.js/, (route) => route.abort('connectionreset')),
  })
  // the test ends with the tab: a picture that is still on its way would fail
  for (const name of ['Uno', 'El faro', 'Tres'])
    await expect.poll(() => isPainted(text(safo).getByRole('img', { name }))).toBe(true)
  const opening = safo.context().waitForEvent('page')
  await opened(safo, 'El faro').click()
  const tab = await opening
  await expect(tab).toHaveURL(/\/content\/screen\./)
  await tab.waitForLoadState()
  expect(await tab.evaluate(() => window.opener)).toBeNull()
  await expect(text(safo).getByRole('img')).toHaveCount(3)
})

test('images of a post pass axe on the smallest phone and on a wide screen', async ({ server, openAs, pageErrors }) => {
  pageErrors.expect(foreign)
  const { post } = await illustrated(server, await server.person('Safo'), fromElsewhere)
  const safo = await openAs('Safo', `/blog/${post.id}`, { screen: 'narrow', reducedMotion: 'reduce' })
  await twoMuseums(safo)
  await expect(opened(safo, 'El faro')).toBeVisible()
  await expectAccessible(safo, 'before agreement')
  await showAll(safo).click()
  await expect(opened(safo, 'Un plano')).toBeVisible()
  await expectAccessible(safo, 'all shown')
  const column = await text(safo).boundingBox()
  for (const image of await text(safo).getByRole('img').all())
    expect((await image.boundingBox())?.width).toBeLessThanOrEqual(column?.width ?? 0)
  await opened(safo, 'El faro').click()
  await expect(viewer(safo)).toBeVisible()
  await expectAccessible(safo, 'viewer')
  for (const button of await viewer(safo).getByRole('button').all())
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await safo.setViewportSize({ width: 1440, height: 900 })
  await expectAccessible(safo, 'viewer on a wide screen')
  for (const button of await viewer(safo).getByRole('button').all())
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(40)
  await safo.keyboard.press('Escape')
  await expectAccessible(safo, 'all shown on a wide screen')
})
