// The exported community, opened from the disk as its reader does: without a server.
import { test } from '../../support/browser/exported-site.ts'
import { expect, type Page } from '../../support/browser/test.ts'

const loadedFonts = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready
    return [...document.fonts]
      .filter(({ status }) => status === 'loaded')
      .map(({ family }) => family.replaceAll('"', ''))
  })

const widthOf = (image: HTMLImageElement) => image.naturalWidth

test('a reader opens the copy from the disk, then a post and its picture', async ({ site, browse }) => {
  const page = await (await browse()).newPage()
  const failed: string[] = []
  page.on('requestfailed', (request) => failed.push(request.url()))
  const title = page.getByRole('heading', { level: 1 })
  const open = (name: string) => page.getByRole('link', { name, exact: true }).first().click()

  await page.goto(`${site}/index.html`)
  await expect(title).toHaveText('Alejandría')
  expect(await loadedFonts(page)).toEqual(expect.arrayContaining(['Alegreya Variable', 'Source Sans 3 Variable']))
  await page
    .getByRole('main')
    .getByRole('link', { name: /^\d{4}$/ })
    .click()
  await open('El faro')
  await expect(title).toHaveText('El faro')
  await expect(page.getByRole('heading', { name: 'Comentarios' })).toBeVisible()
  const picture = page.getByRole('link', { name: 'El faro de día' }).locator('img')
  await expect.poll(() => picture.evaluate(widthOf)).toBeGreaterThan(0)
  await page.getByRole('link', { name: '1', exact: true }).click()
  await expect(page.locator(':target')).toContainText('Flavio Josefo')
  await open('Historia')
  await expect(title).toHaveText('Historia')
  await open('Archivos de esta categoría')
  await open('Faro #1 100%.jpg')
  await page.waitForURL(/Faro%20%231%20100%25\.jpg$/)
  await expect.poll(() => page.locator('img').evaluate(widthOf)).toBeGreaterThan(0)
  await page.goto(`${site}/archivo/index.html`)
  for (const area of ['Autores', 'Noticias', 'Chat']) {
    await page.getByRole('navigation').getByRole('link', { name: area }).click()
    await page.getByRole('main').getByRole('listitem').getByRole('link').first().click()
    await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
  }
  expect(failed).toEqual([])
})
