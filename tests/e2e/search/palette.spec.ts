import { expectAccessible } from '../../support/browser/axe.ts'
import { delayResponse, refuse } from '../../support/browser/network.ts'
import { contentField } from '../../support/browser/pages/post-editor.ts'
import {
  openPalette,
  paletteField,
  paletteOptions,
  searchButton,
  searchPalette,
} from '../../support/browser/pages/search.ts'
import { expect, headerOf, overflowOf, type Page, type Screen, test } from '../../support/browser/test.ts'

test.use({ serverName: 'search' })

const active = (page: Page) => searchPalette(page).getByRole('option', { selected: true })

test.beforeEach(async ({ server }) => {
  const safo = await server.person('Safo')
  const post = await safo.createPost({ title: 'El faro de la isla', content: 'Se ve desde **lejos**, de noche.' })
  await safo.createPost({ title: 'Papeles', content: 'En la biblioteca hay un faro de papel.' })
  await safo.call('POST', `/comments/post/${post.id}`, { content: 'Yo vi el faro desde la playa' })
  await safo.call('POST', '/news', { title: 'Restauran un faro', url: 'https://noticias.example/faro' })
})

test('by keyboard alone Ana finds a post among all kinds, opens it, and comes back to where she was with Escape', async ({
  openAs,
}) => {
  const ana = await openAs('Ana', '/news')
  await expect(ana.getByRole('heading', { level: 1 })).toBeVisible()
  await searchButton(ana).focus()
  await openPalette(ana)
  await expectAccessible(ana, 'empty palette')
  await ana.keyboard.press('Escape')
  await expect(searchPalette(ana)).toBeHidden()
  await expect(searchButton(ana)).toBeFocused()

  await ana.keyboard.press('Enter')
  await expect(paletteField(ana)).toBeFocused()
  await ana.keyboard.type('FARO')
  await expect(paletteOptions(ana)).toHaveCount(5)
  for (const heading of ['Noticias', 'Posts', 'Comentarios'])
    await expect(searchPalette(ana).getByRole('group', { name: heading })).toBeVisible()
  await expect(searchPalette(ana).locator('mark').first()).toHaveText('faro')
  await expect(paletteOptions(ana).last()).toContainText('Ver todo')
  await expect(paletteOptions(ana).last()).toContainText('4 resultados')
  await expect(active(ana)).toContainText('Restauran un faro')
  await expectAccessible(ana, 'palette')
  await ana.keyboard.press('ArrowDown')
  await expect(active(ana)).toContainText('El faro de la isla')
  await expect(active(ana)).toContainText('Safo')
  await expect(paletteField(ana)).toHaveAttribute('aria-activedescendant', (await active(ana).getAttribute('id')) ?? '')
  await ana.keyboard.press('Enter')
  await expect(ana.getByRole('heading', { level: 1, name: 'El faro de la isla' })).toBeFocused()
  await expect(searchPalette(ana)).toBeHidden()
})

test('with Ctrl a hit opens in another tab, and the palette stays; ‘Ver todo’ leads to the page', async ({
  openAs,
}) => {
  const ana = await openAs('Ana', '/news')
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

for (const screen of ['phone', 'narrow'] satisfies Screen[])
  test(`Ana searches with her finger on a ${screen} screen`, async ({ openAs }) => {
    const ana = await openAs('Ana', '/news', { screen })
    await searchButton(ana).tap()
    await expect(paletteField(ana)).toBeFocused()
    await paletteField(ana).fill('faro')
    await expect(paletteOptions(ana)).toHaveCount(5)
    await expectAccessible(ana, 'palette')
    const size = await paletteOptions(ana).first().boundingBox()
    expect(size?.height).toBeGreaterThanOrEqual(44)
    await paletteOptions(ana).filter({ hasText: 'El faro de la isla' }).first().tap()
    await expect(ana.getByRole('heading', { level: 1, name: 'El faro de la isla' })).toBeVisible()
    await expect(searchPalette(ana)).toBeHidden()
    expect(await overflowOf(ana)).toBeLessThanOrEqual(0)
  })

test('the last searches are offered, each once, until Ana clears them or signs out', async ({ openAs }) => {
  const ana = await openAs('Ana', '/news')
  for (const text of ['faro', 'papeles', 'Faro']) {
    await openPalette(ana)
    await ana.keyboard.type(text)
    await expect(active(ana)).toBeVisible()
    await paletteOptions(ana).last().click()
    await expect(ana).toHaveURL(`/search?q=${text}`)
    await expect(searchPalette(ana)).toBeHidden()
  }
  await openPalette(ana)
  await expect(paletteOptions(ana)).toHaveText(['Faro', 'papeles'])
  await expectAccessible(ana, 'last searches')
  await ana.keyboard.press('ArrowDown')
  await ana.keyboard.press('ArrowDown')
  await ana.keyboard.press('Enter')
  await expect(paletteField(ana)).toHaveValue('papeles')
  await expect(active(ana)).toContainText('Papeles')
  await paletteField(ana).fill('')
  await searchPalette(ana).getByRole('button', { name: 'Borrar las búsquedas' }).click()
  await expect(paletteOptions(ana)).toHaveCount(0)
  await expect(paletteField(ana)).toBeFocused()

  await ana.keyboard.type('faro')
  await paletteOptions(ana).filter({ hasText: 'Papeles' }).click()
  const kept = () => ana.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('searches ')).length)
  expect(await kept()).toBe(1)
  await ana.getByRole('button', { name: 'Cerrar Sesión' }).click()
  await expect(headerOf(ana)).toContainText('Iniciar Sesión')
  expect(await kept()).toBe(0)
})

test('nothing found says so; a suggestion of the server is searched with one press, or with Enter', async ({
  openAs,
}) => {
  const ana = await openAs('Ana', '/news')
  await ana.route(/\/api\/search\?q=papyro/, (route) =>
    route.fulfill({ json: [], headers: { 'x-total-count': '0', 'x-suggestion': 'papel%C3%B3n' } }),
  )
  await openPalette(ana)
  await ana.keyboard.type('xyzzy')
  await expect(searchPalette(ana)).toContainText('No hay nada que coincida con «xyzzy».')
  await expectAccessible(ana, 'nothing found')
  await paletteField(ana).fill('papyro')
  await searchPalette(ana).getByRole('button', { name: '¿Querías decir papelón?' }).click()
  await expect(paletteField(ana)).toHaveValue('papelón')
  await expect(paletteField(ana)).toBeFocused()
  await paletteField(ana).fill('papyro')
  await expect(searchPalette(ana).getByRole('button', { name: '¿Querías decir papelón?' })).toBeVisible()
  await ana.keyboard.press('Enter')
  await expect(paletteField(ana)).toHaveValue('papelón')
})

test('a failed search can be repeated', async ({ openAs, pageErrors }) => {
  pageErrors.expect('500 GET /api/search')
  const ana = await openAs('Ana', '/news')
  await refuse(ana, '**/api/search?**', 500)
  await openPalette(ana)
  await ana.keyboard.type('faro')
  await expect(searchPalette(ana).getByRole('alert')).toContainText('No se ha podido buscar.')
  await expectAccessible(ana, 'failed search')
  await ana.unroute('**/api/search?**')
  await searchPalette(ana).getByRole('button', { name: 'Reintentar' }).click()
  await expect(paletteOptions(ana)).toHaveCount(5)
})

test('offline the palette says so', async ({ openAs, pageErrors }) => {
  pageErrors.expect(/^failed GET \/api\/search/)
  const ana = await openAs('Ana', '/news')
  await openPalette(ana)
  await ana.route('**/api/search?**', (route) => route.abort('internetdisconnected'))
  await ana.keyboard.type('faro')
  await expect(searchPalette(ana).getByRole('alert')).toContainText('No hay conexión con el servidor.')
})

test('a late answer to an earlier text changes nothing; its hits stay dimmed until the new ones are there', async ({
  openAs,
}) => {
  const ana = await openAs('Ana', '/news')
  const early = await delayResponse(ana, /\/api\/search\?q=papeles&/)
  const late = await delayResponse(ana, /\/api\/search\?q=isla&/)
  await openPalette(ana)
  await paletteField(ana).fill('faro')
  await expect(paletteOptions(ana)).toHaveCount(5)
  const asked = ana.waitForRequest(/\/api\/search\?q=papeles&/)
  await paletteField(ana).fill('papeles')
  await asked
  const list = searchPalette(ana).getByRole('listbox')
  await expect(list).toHaveAttribute('data-stale', 'true')
  await expect(paletteOptions(ana)).toHaveCount(5)
  const askedAgain = ana.waitForRequest(/\/api\/search\?q=isla&/)
  await paletteField(ana).fill('isla')
  await askedAgain
  early.release()
  late.release()
  await expect(list).not.toHaveAttribute('data-stale')
  await expect(paletteOptions(ana).first()).toContainText('El faro de la isla')
  await expect(paletteOptions(ana).filter({ hasText: 'Papeles' })).toHaveCount(0)
})

test('Enter before the answer searches for what is typed', async ({ openAs }) => {
  const ana = await openAs('Ana', '/news')
  const answer = await delayResponse(ana, /\/api\/search\?q=papeles&/)
  await openPalette(ana)
  await paletteField(ana).fill('faro')
  await expect(paletteOptions(ana)).toHaveCount(5)
  await paletteField(ana).fill('papeles')
  await ana.keyboard.press('Enter')
  await expect(ana).toHaveURL('/search?q=papeles')
  answer.release()
})

test('the keys belong to the editor while Ana writes, and to an open question', async ({ openAs }) => {
  const ana = await openAs('Ana', '/blog/create')
  await contentField(ana).fill('faro')
  await contentField(ana).selectText()
  await ana.keyboard.press('Control+k')
  await expect(contentField(ana)).toHaveValue(/\[faro\]\(/)
  await expect(searchPalette(ana)).toBeHidden()
  await ana.getByRole('button', { name: 'Cerrar Sesión' }).click()
  await expect(ana.getByRole('alertdialog')).toBeVisible()
  await ana.keyboard.press('Control+k')
  await expect(searchPalette(ana)).toBeHidden()
  await expect(ana.getByRole('alertdialog')).toBeVisible()
})

test('a visitor has no button, and the keys open nothing', async ({ visit }) => {
  const page = await visit('/home')
  await expect(headerOf(page)).toContainText('Iniciar Sesión')
  await page.keyboard.press('Control+k')
  await expect(searchButton(page)).toBeHidden()
  await expect(searchPalette(page)).toBeHidden()
})
