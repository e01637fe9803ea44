import { expect, headerOf, overflowOf, type Page, test } from '../../support/browser/test.ts'

test.use({ serverName: 'search' })

const searchButton = (page: Page) => headerOf(page).getByRole('button', { name: 'Buscar', exact: true })
const searchPalette = (page: Page) => page.getByRole('dialog', { name: 'Buscar' })
const paletteField = (page: Page) => searchPalette(page).getByRole('combobox')
const paletteOptions = (page: Page) => searchPalette(page).getByRole('option')
const active = (page: Page) => searchPalette(page).getByRole('option', { selected: true })

/** Opens the palette by its keys, which work once a member's parts are loaded. */
async function openPalette(page: Page) {
  await expect(searchButton(page)).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(paletteField(page)).toBeFocused()
}

test.beforeEach(async ({ server }) => {
  const safo = await server.person('Safo')
  const post = await safo.createPost({ title: 'El faro de la isla', content: 'Se ve desde **lejos**, de noche.' })
  await safo.createPost({ title: 'Papeles', content: 'En la biblioteca hay un faro de papel.' })
  await safo.call('POST', `/comments/post/${post.id}`, { content: 'Yo vi el faro desde la playa' })
  await safo.call('POST', '/news', { title: 'Restauran un faro', url: 'https://noticias.example/faro' })
})

test('by keyboard Ana opens hits of all kinds, in another tab too, and the page of them', async ({ openAs }) => {
  const ana = await openAs('Ana', '/news')
  await expect(ana.getByRole('heading', { level: 1 })).toBeVisible()
  await searchButton(ana).focus()
  await openPalette(ana)
  await ana.keyboard.press('Escape')
  await expect(searchPalette(ana)).toBeHidden()
  await expect(searchButton(ana)).toBeFocused()

  await ana.keyboard.press('Enter')
  await expect(paletteField(ana)).toBeFocused()
  await ana.keyboard.type('FARO')
  await expect(paletteOptions(ana)).toHaveCount(5)
  await expect(active(ana)).toContainText('Restauran un faro')
  await ana.keyboard.press('ArrowDown')
  await expect(active(ana)).toContainText('El faro de la isla')
  await ana.keyboard.press('Enter')
  await expect(ana.getByRole('heading', { level: 1, name: 'El faro de la isla' })).toBeFocused()
  await expect(searchPalette(ana)).toBeHidden()

  await openPalette(ana)
  await ana.keyboard.type('papeles')
  await expect(active(ana)).toContainText('Papeles')
  const opened = ana.context().waitForEvent('page')
  await ana.keyboard.press('Control+Enter')
  await expect((await opened).getByRole('heading', { level: 1, name: 'Papeles' })).toBeVisible()
  const clicked = ana.context().waitForEvent('page')
  await active(ana).click({ modifiers: ['ControlOrMeta'] })
  await expect((await clicked).getByRole('heading', { level: 1, name: 'Papeles' })).toBeVisible()
  await expect(active(ana)).toContainText('Papeles')
  await ana.keyboard.press('ArrowDown')
  await expect(active(ana)).toContainText('Ver todo')
  await ana.keyboard.press('Enter')
  await expect(ana).toHaveURL('/search?q=papeles')
  await expect(ana.getByRole('heading', { level: 1, name: 'Buscar' })).toBeFocused()
})

test('Ana searches with her finger on the smallest phone', async ({ openAs }) => {
  const ana = await openAs('Ana', '/news', { screen: 'narrow' })
  await searchButton(ana).tap()
  await expect(paletteField(ana)).toBeFocused()
  await paletteField(ana).fill('faro')
  await expect(paletteOptions(ana)).toHaveCount(5)
  const size = await paletteOptions(ana).first().boundingBox()
  expect(size?.height).toBeGreaterThanOrEqual(44)
  await paletteOptions(ana).filter({ hasText: 'El faro de la isla' }).first().tap()
  await expect(ana.getByRole('heading', { level: 1, name: 'El faro de la isla' })).toBeVisible()
  await expect(searchPalette(ana)).toBeHidden()
  expect(await overflowOf(ana)).toBeLessThanOrEqual(0)
})
