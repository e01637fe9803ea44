import { expectAccessible } from '../../support/browser/axe.ts'
import { refuse } from '../../support/browser/network.ts'
import { foundHits, searchField } from '../../support/browser/pages/search.ts'
import { expect, type Page, type Screen, test } from '../../support/browser/test.ts'

test.use({ serverName: 'search' })

const kinds = (page: Page) => page.getByRole('group', { name: 'Tipo' }).getByRole('button')
const filters = (page: Page) => page.getByRole('search', { name: 'Filtros de la búsqueda' })

test('Ana narrows a search by kind, author, category and date; the address can be sent to Bruno', async ({
  server,
  openAs,
}) => {
  const safo = await server.person('Safo')
  const historia = await server.hipatia.createCategory('Historia')
  await safo.createPost({ title: 'El faro', content: 'Se ve desde lejos.', category_id: historia.id })
  await server.hipatia.createPost({ title: 'Otro faro', content: 'En otra isla.', category_id: historia.id })
  await safo.createPost({ title: 'Sin sitio', content: 'Un faro sin sitio.' })
  await safo.call('POST', '/news', { title: 'Restauran un faro', url: 'https://noticias.example/faro' })

  const ana = await openAs('Ana', '/search')
  await expect(ana.getByText('Escribe qué buscas')).toBeVisible()
  await searchField(ana).fill('faro')
  await expect(foundHits(ana)).toHaveCount(4)
  await expect(ana).toHaveURL('/search?q=faro')
  await expect(ana).toHaveTitle('faro · Buscar · Alejandría')
  await expect(ana.getByText('4 resultados')).toBeVisible()
  await expect(kinds(ana)).toHaveText(['Todo', 'Posts 3', 'Noticias 1'])
  await kinds(ana).filter({ hasText: 'Posts' }).click()
  await expect(foundHits(ana)).toHaveCount(3)
  await expect(kinds(ana)).toHaveText(['Todo', 'Posts 3', 'Noticias 1'])

  await ana.getByRole('button', { name: 'Filtrar' }).click()
  const author = filters(ana).getByRole('combobox', { name: 'Autor' })
  await author.fill('saf')
  await expect(ana.getByRole('option', { name: 'Safo' })).toBeVisible()
  await author.press('Enter')
  const chosen = ana.getByRole('button', { name: 'Quitar el filtro de autor: Safo' })
  await expect(chosen).toBeFocused()
  await expect(foundHits(ana)).toHaveCount(2)
  await filters(ana).getByLabel('Categoría').selectOption('Historia')
  await expect(foundHits(ana)).toHaveCount(1)
  await filters(ana).getByLabel('Desde el').fill('2020-01-01')
  await expect(ana).toHaveURL(/after=2020-01-01/)
  await expect(foundHits(ana)).toHaveCount(1)
  await expectAccessible(ana, 'page with filters')

  const bruno = await openAs('Bruno', new URL(ana.url()).pathname + new URL(ana.url()).search)
  await expect(foundHits(bruno)).toHaveText([/El faro/])
  await expect(searchField(bruno)).toHaveValue('faro')
  await expect(filters(bruno).getByLabel('Desde el')).toHaveValue('2020-01-01')
  await expect(filters(bruno).getByLabel('Categoría')).toHaveValue(historia.id)
  await bruno.getByRole('button', { name: 'Quitar el filtro de autor: Safo' }).click()
  await expect(foundHits(bruno)).toHaveCount(2)
  await expect(filters(bruno).getByRole('combobox', { name: 'Autor' })).toBeFocused()
  await filters(bruno).getByLabel('Antes del').fill('2020-01-01')
  await expect(bruno.getByText('No hay nada que coincida con «faro».')).toBeVisible()
  await bruno.getByRole('button', { name: 'Quitar los filtros' }).click()
  await expect(foundHits(bruno)).toHaveCount(4)
  await expect(bruno).toHaveURL('/search?q=faro')
})

test('what Safo wrote is listed without words, as from her name among the hits', async ({ server, openAs }) => {
  const safo = await server.person('Safo')
  await safo.createPost({ title: 'Versos', content: 'Unos versos.' })
  await server.hipatia.createPost({ title: 'Números', content: 'Unos números.' })
  const ana = await openAs('Ana', '/search?q=safo')
  await foundHits(ana).filter({ hasText: 'Persona' }).getByRole('link', { name: 'Safo' }).click()
  await expect(ana).toHaveURL(`/search?from=${safo.id}`)
  await expect(foundHits(ana).filter({ hasText: 'Versos' })).toBeVisible()
  await expect(foundHits(ana).filter({ hasText: 'Números' })).toHaveCount(0)
  await expect(ana.getByRole('button', { name: 'Quitar el filtro de autor: Safo' })).toBeVisible()
})

test('many hits come page by page; from a hit the back button returns to the same place', async ({
  server,
  openAs,
}) => {
  const safo = await server.person('Safo')
  await Promise.all(
    Array.from({ length: 30 }, (_, n) => safo.createPost({ title: `Faro ${n}`, content: 'Un texto. '.repeat(30) })),
  )
  const ana = await openAs('Ana', '/search?q=faro')
  await expect(foundHits(ana)).toHaveCount(20)
  await expect(ana.getByText('20 de 30 resultados')).toBeVisible()
  await ana.getByRole('button', { name: 'Mostrar más resultados' }).click()
  await expect(foundHits(ana)).toHaveCount(30)
  await foundHits(ana).nth(25).getByRole('link').click()
  await expect(ana.getByRole('heading', { level: 1, name: /^Faro \d+/ })).toBeVisible()
  await ana.goBack()
  await expect(foundHits(ana)).toHaveCount(30)
  await expect(foundHits(ana).nth(25)).toBeInViewport()
  await expect(searchField(ana)).toHaveValue('faro')
})

for (const screen of ['desktop', 'narrow'] satisfies Screen[])
  test(`the page is accessible on a ${screen} screen: empty, with help and filters, with hits, without any`, async ({
    server,
    openAs,
  }) => {
    await server.hipatia.createPost({ title: 'El faro', content: 'Un faro en una isla.' })
    const ana = await openAs('Ana', '/search', { screen })
    await expect(ana.getByText('Escribe qué buscas')).toBeVisible()
    await ana.getByText('Cómo afinar una búsqueda').click()
    await expect(ana.getByText('lo que dice faro y no dice isla')).toBeVisible()
    await ana.getByRole('button', { name: 'Filtrar' }).click()
    await expectAccessible(ana, 'empty page')
    await searchField(ana).fill('faro')
    await expect(foundHits(ana)).toHaveCount(1)
    await expectAccessible(ana, 'page with a hit')
    await filters(ana).getByRole('combobox', { name: 'Autor' }).fill('hip')
    await expect(ana.getByRole('option', { name: 'Hipatia' })).toBeVisible()
    await expectAccessible(ana, 'page with people')
    await ana.keyboard.press('Escape')
    await expect(ana.getByRole('option', { name: 'Hipatia' })).toBeHidden()
    await searchField(ana).fill('xyzzy')
    await expect(ana.getByText('No hay nada que coincida con «xyzzy».')).toBeVisible()
    await expectAccessible(ana, 'nothing found')
  })

test('a suggestion replaces the search, and more than a thousand hits are not counted on', async ({ openAs }) => {
  const ana = await openAs('Ana', '/news')
  const hit = { kind: 'post', id: '1', title: 'Papiro', path: '/blog/1', excerpt: 'un papiro', marks: [[3, 9]] }
  await ana.route(/\/api\/search\?.*q=papi/, (route) =>
    route.fulfill(
      route.request().url().includes('papyro')
        ? { json: [], headers: { 'x-total-count': '0', 'x-suggestion': 'papiro' } }
        : {
            json: [{ ...hit, author_name: 'Safo', at: '2026-01-01T00:00:00.000Z' }],
            headers: { 'x-total-count': '1003', 'x-counts': 'post=1000, news=3' },
          },
    ),
  )
  await ana.route(/\/api\/search\?.*q=papyro/, (route) =>
    route.fulfill({ json: [], headers: { 'x-total-count': '0', 'x-suggestion': 'papiro' } }),
  )
  await ana.goto('/search?q=papyro')
  await ana.getByRole('button', { name: '¿Querías decir papiro?' }).click()
  await expect(ana).toHaveURL('/search?q=papiro')
  await expect(ana.getByText('1000+ resultados')).toBeVisible()
  await expect(kinds(ana)).toHaveText(['Todo', 'Posts 1000+', 'Noticias 3'])
  await expect(ana.locator('mark')).toHaveText('papiro')
})

test('failing and offline the page says so, and searches again when asked', async ({ server, openAs, pageErrors }) => {
  pageErrors.expect('500 GET /api/search', /^failed GET \/api\/search/)
  await server.hipatia.createPost({ title: 'El faro' })
  const ana = await openAs('Ana', '/search?q=faro', { before: (page) => refuse(page, '**/api/search?**', 500) })
  await expect(ana.getByRole('alert')).toContainText('No se ha podido buscar.')
  await ana.unroute('**/api/search?**')
  await ana.getByRole('button', { name: 'Reintentar' }).click()
  await expect(foundHits(ana)).toHaveCount(1)
  await ana.route('**/api/search?**', (route) => route.abort('internetdisconnected'))
  await searchField(ana).fill('isla')
  await expect(ana.getByRole('alert')).toContainText('No hay conexión con el servidor.')
})

test('a visitor is sent home, and asks for nothing', async ({ visit }) => {
  const asked: string[] = []
  const page = await visit('/search?q=faro', {
    before: async (page) => page.on('request', (request) => asked.push(new URL(request.url()).pathname)),
  })
  await expect(page).toHaveURL('/home')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(asked.filter((path) => path.startsWith('/api'))).toEqual([])
})

test('Ana reads that the search is being prepared, on the page and in the palette', async ({ server, openAs }) => {
  await server.hipatia.createPost({ title: 'El faro', content: 'Se ve desde lejos.' })
  const ana = await openAs('Ana', '/blog')
  await ana.route('**/api/search?**', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), 'x-incomplete': '1' } })
  })
  const note = ana.getByText('El buscador se está preparando: dentro de un rato encontrará también lo más antiguo.')
  await ana.goto('/search?q=faro')
  await expect(foundHits(ana)).toHaveCount(1)
  await expect(note).toBeVisible()
  await ana.keyboard.press('Control+k')
  await ana.getByRole('dialog').getByRole('combobox').fill('faro')
  await expect(ana.getByRole('dialog').getByText('El buscador se está preparando')).toBeVisible()
})
