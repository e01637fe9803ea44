// The list of news (SPEC §2 'News', §8, §9; DECISIONS §3).
import type { NewsItem } from '../../../contract/news.ts'
import { expectAccessible } from '../../support/browser/axe.ts'
import { delayResponse, refuse } from '../../support/browser/network.ts'
import {
  buttonIn,
  fillForm,
  formToggle,
  initializeRequest,
  listRequest,
  mainOf,
  newsItem,
  newsItems,
  newsUrl,
  pageAlert,
  shareButton,
  shareForm,
  shareNews,
} from '../../support/browser/pages/news.ts'
import { toast } from '../../support/browser/pages/toasts.ts'

import { expect, type Page, type Screen, test } from '../../support/browser/test.ts'

test.describe('The list of news', () => {
  test('shows title, comment, domain, author and date, newest first', async ({ server, openAs }) => {
    const [zenon, safo] = [await server.person('Zenón'), await server.person('Safo')]
    await shareNews(zenon, { title: 'La tortuga', url: 'http://a.example/x.pdf', comment: 'Llega antes.\nSiempre.' })
    const second = await shareNews(safo)
    const page = await openAs('Safo', '/news')
    await expect(mainOf(page).getByRole('heading', { level: 1, name: 'Noticias' })).toBeVisible()
    await expect(page).toHaveTitle(/Noticias/)
    await expect(newsItems(page)).toContainText(['El faro', 'La tortuga'])
    const [faro, tortuga] = [newsItem(page, 'El faro'), newsItem(page, 'La tortuga')]
    await expect(tortuga.getByText('Llega antes.\nSiempre.')).toBeVisible()
    await expect(tortuga).toContainText('por Zenón')
    await expect(tortuga.locator('[data-site=pdf]')).toBeVisible()
    await expect(faro.locator('[data-site=press]')).toBeVisible()
    await expect(faro.locator('time')).toHaveText('hoy')
    await expect(faro.locator('time')).toHaveAttribute('datetime', second.created_at)
    await expect(faro.locator('time')).toHaveAttribute('title', /\d{4}/)
    const more = faro.getByRole('link', { name: 'ver más... elpais.com: El faro (se abre en otra pestaña)' })
    await expect(more).toHaveText('ver más... elpais.com')
    for (const link of [more, faro.getByRole('link', { name: 'El faro', exact: true })]) {
      await expect(link).toHaveAttribute('href', newsUrl)
      await expect(link).toHaveAttribute('target', '_blank')
      await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
    }
    await expect(newsItems(page).getByText('editado')).toHaveCount(0)
    // Only on her own news items.
    await expect(buttonIn(faro, 'Editar')).toBeVisible()
    await expect(buttonIn(faro, 'Eliminar')).toBeVisible()
    for (const action of ['Editar', 'Eliminar']) await expect(buttonIn(tortuga, action)).toHaveCount(0)
    const hipatia = await openAs('Hipatia', '/news')
    await expect(buttonIn(newsItem(hipatia, 'La tortuga'), 'Editar')).toBeVisible()
  })

  test('shows the number of calendar days ago, and from a week on the date', async ({ server, openAs }) => {
    await shareNews(server.hipatia)
    const at = async (iso: string) => {
      const page = await openAs('Safo', '/news', {
        before: async (page) => {
          await page.route(listRequest, async (route) => {
            const response = await route.fetch()
            const body = (await response.json()) as NewsItem[]
            const moved = body.map((item) => ({ ...item, created_at: iso, updated_at: iso }))
            await route.fulfill({ response, json: moved })
          })
        },
      })
      return newsItems(page).locator('time')
    }
    const days = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString()
    await expect(await at(days(1))).toHaveText('hace 1 día')
    await expect(await at(days(6))).toHaveText('hace 6 días')
    await expect(await at('2020-03-02T12:00:00.000Z')).toHaveText('2 mar 2020')
  })

  test('says that it is loading or failed, and loads after a retry', async ({ server, openAs, pageErrors }) => {
    pageErrors.expect('500 GET /api/news')
    await shareNews(server.hipatia)
    let delayed = { release: () => {} }
    const page = await openAs('Safo', '/news', {
      before: async (page) => {
        await refuse(page, listRequest, 500)
        delayed = await delayResponse(page, listRequest)
      },
    })
    await expect(page.getByText('Cargando noticias...')).toBeVisible()
    delayed.release()
    await expect(pageAlert(page).getByText('Error al cargar las noticias', { exact: true })).toBeVisible()
    await expect(buttonIn(mainOf(page), 'Inicializar Colección')).toHaveCount(0)
    await page.unrouteAll({ behavior: 'wait' })
    await refuse(page, listRequest, 500, 'Hoy no.')
    await buttonIn(mainOf(page), 'Reintentar').click()
    await expect(pageAlert(page).getByText('Hoy no.', { exact: true })).toBeVisible()
    await page.unroute(listRequest)
    await buttonIn(mainOf(page), 'Reintentar').click()
    await expect(newsItems(page)).toContainText(['El faro'])
  })

  test('loads the next page when Safo scrolls near its end', async ({ server, openAs }) => {
    for (let n = 1; n <= 65; n++) await shareNews(server.hipatia, { title: `Número ${n}.` })
    const page = await openAs('Safo', '/news')
    await expect(newsItems(page)).toHaveCount(30)
    await expect(buttonIn(mainOf(page), 'Mostrar más noticias')).toBeVisible()
    const toTheEnd = () => page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await toTheEnd()
    await expect(newsItems(page)).toHaveCount(60)
    await toTheEnd()
    await expect(newsItems(page)).toHaveCount(65)
    await expect(buttonIn(mainOf(page), 'Mostrar más noticias')).toHaveCount(0)
  })
})

test.describe('An empty list of news', () => {
  test('says that it is empty, and members can only share a link', async ({ openAs }) => {
    const page = await openAs('Safo', '/news')
    await expect(mainOf(page).getByText('No hay noticias todavía. Comparte la primera.')).toBeVisible()
    await expect(mainOf(page).getByRole('button', { name: /Inicializar/ })).toHaveCount(0)
  })

  test('can be initialized by admins with an example; a failure is shown', async ({ openAs, pageErrors }) => {
    pageErrors.expect('500 POST /api/news/initialize')
    const page = await openAs('Hipatia', '/news')
    const begin = buttonIn(mainOf(page), 'Inicializar con noticia de ejemplo')
    await refuse(page, initializeRequest, 500)
    await begin.click()
    await expect(pageAlert(page)).toContainText('Error al inicializar la colección de noticias')
    await page.unroute(initializeRequest)
    await refuse(page, initializeRequest, 500, 'Hoy no.')
    await begin.click()
    await expect(pageAlert(page)).toContainText('Hoy no.')
    await page.unroute(initializeRequest)
    await begin.click()
    await expect(newsItems(page)).toHaveCount(1)
    await expect(toast(page, 'La colección de noticias se ha inicializado con una noticia de ejemplo.')).toBeVisible()
  })

  test('can be initialized by admins after an error with 404, not by members', async ({ openAs, pageErrors }) => {
    pageErrors.expect('404 GET /api/news')
    const before = async (page: Page) => refuse(page, listRequest, 404, 'Error 404: no hay colección')
    const safo = await openAs('Safo', '/news', { before })
    await expect(pageAlert(safo)).toContainText('Error 404: no hay colección')
    await expect(buttonIn(mainOf(safo), 'Inicializar Colección')).toHaveCount(0)
    const hipatia = await openAs('Hipatia', '/news', { before })
    await expect(pageAlert(hipatia)).toContainText('Error 404: no hay colección')
    await hipatia.unroute(listRequest)
    await buttonIn(mainOf(hipatia), 'Inicializar Colección').click()
    await expect(newsItems(hipatia)).toHaveCount(1)
    await expect(mainOf(hipatia).getByRole('heading', { level: 1 })).toBeFocused()
  })

  test('loses its error banner once the button of the banner has initialized it', async ({ openAs, pageErrors }) => {
    pageErrors.expect('404 POST /api/news')
    const page = await openAs('Hipatia', '/news')
    await refuse(page, listRequest, 404, 'Error 404: no hay colección', 'POST')
    await formToggle(page).click()
    await fillForm(shareForm(page), { url: newsUrl, title: 'El faro' })
    await shareButton(page).click()
    await buttonIn(pageAlert(page), 'Inicializar Colección').click()
    await expect(newsItems(page)).toHaveCount(1)
    await expect(pageAlert(page)).toHaveCount(0)
    await expect(mainOf(page).getByRole('heading', { level: 1 })).toBeFocused()
  })
})

/** An endless list of news: page 1 has the ids 999900 to 999871, page 2 999800 to 999771, and so on. */
const idOf = (n: number) => `${n}`.padStart(32, 'f')
async function endlessNews(page: Page, item: NewsItem) {
  let pages = 0
  await page.route(listRequest, (route) => {
    pages += 1
    const json = Array.from({ length: 30 }, (_, n) => ({ ...item, id: idOf(1e6 - pages * 100 - n) }))
    return route.fulfill({ headers: { link: '</api/news?cursor=x>; rel="next"', 'x-total-count': '9999' }, json })
  })
  return () => pages
}

test('a link to a news item scrolls to it, however far down the list it is', async ({ server, openAs }) => {
  const item = await shareNews(server.hipatia)
  const id = idOf(999_190)
  const page = await openAs('Safo', `/news#noticia-${id}`, {
    before: async (page) => void (await endlessNews(page, item)),
  })
  await expect(page.locator(`#noticia-${id}`)).toBeFocused()
  await expect(page.locator(`#noticia-${id}`)).toBeInViewport()
  await page.unrouteAll({ behavior: 'wait' })
})

test('a link to a deleted news item stops loading pages at its position', async ({ server, openAs }) => {
  const item = await shareNews(server.hipatia)
  let pages = () => 0
  const page = await openAs('Safo', `/news#noticia-${idOf(999_750)}`, {
    before: async (page) => {
      pages = await endlessNews(page, item)
    },
  })
  await expect(newsItems(page)).toHaveCount(90)
  await expect(buttonIn(mainOf(page), 'Mostrar más noticias')).not.toHaveAttribute('aria-busy')
  expect(pages()).toBe(3)
  await expect(page.getByText('La noticia del enlace ya no está')).toBeVisible()
})

for (const screen of ['desktop', 'narrow'] satisfies Screen[])
  test(`axe finds no violation in the news, and nothing overflows, on ${screen}`, async ({
    server,
    openAs,
    pageErrors,
  }) => {
    pageErrors.expect('500 POST /api/news')
    const empty = await openAs('Hipatia', '/news', { screen })
    await expect(buttonIn(mainOf(empty), 'Inicializar con noticia de ejemplo')).toBeVisible()
    await expectAccessible(empty, 'the empty state')
    const safo = await server.person('Safo')
    await shareNews(safo, {
      title: 'w'.repeat(500),
      comment: 'x'.repeat(1000),
      url: `https://${'a.'.repeat(90)}example/`,
    })
    await shareNews(safo)
    const page = await openAs('Safo', '/news', { screen })
    await expect(newsItems(page)).toHaveCount(2)
    await expectAccessible(page, 'the list')
    await formToggle(page).click()
    await fillForm(shareForm(page), { url: newsUrl, title: ' ' })
    await expect(shareForm(page).getByText(/Ya compartida/)).toBeVisible()
    await shareButton(page).click()
    await buttonIn(newsItem(page, 'w'.repeat(500)), 'Editar').click()
    await fillForm(shareForm(page), { title: 'El faro' })
    await refuse(page, listRequest, 500, undefined, 'POST')
    await shareButton(page).click()
    await expect(pageAlert(page)).toBeVisible()
    await pageAlert(page).getByRole('button').focus()
    await expectAccessible(page, 'the forms')
  })
