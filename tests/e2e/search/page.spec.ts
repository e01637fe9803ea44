import { foundHits, searchField } from '../../support/browser/pages/search.ts'
import { expect, type Page, test } from '../../support/browser/test.ts'

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
