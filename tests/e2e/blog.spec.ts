import { expectDate } from './support/dates.ts'
import { holdBack, refuse } from './support/gate.ts'
import { expect, headerOf, type Page, test } from './support/test.ts'

const lists = '**/api/posts?*'
const categories = '**/api/categories?*'
const cardOf = (page: Page, title: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
const titles = (page: Page) => page.getByRole('article').getByRole('heading')
const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Categorías' })

test.describe('The cards', () => {
  test('show title, category, author, date and the beginning, and lead to the post', async ({ house, openAs }) => {
    const zenon = await house.person('Zenón')
    const historia = await house.hipatia.opens('Historia')
    const content = 'El faro guía a los barcos. '.repeat(12)
    const post = await zenon.writes({ title: 'El faro de noche', content, category_id: historia.id })
    const safo = await openAs('Safo', '/blog')
    const card = cardOf(safo, 'El faro de noche')
    await expect(safo.getByRole('heading', { level: 1 })).toHaveText('Blog')
    await expect(card.getByRole('link', { name: 'El faro de noche', exact: true })).toHaveAttribute(
      'href',
      `/blog/${post.id}`,
    )
    await expect(card).toContainText('Historia')
    await expect(card.getByText('Por Zenón')).toBeVisible()
    await expectDate(card.locator('time'), post.created_at)
    await expect(card.getByText(`${content.slice(0, 200)}...`, { exact: true })).toBeVisible()
    const more = card.getByRole('link', { name: /Leer Más →/ })
    await expect(more).toHaveText('Leer Más →')
    await more.click()
    await expect(safo).toHaveURL(`/blog/${post.id}`)
    await expect(safo.getByRole('heading', { level: 1, name: 'El faro de noche' })).toBeVisible()
  })

  test("say 'Sin Categoría', and end in dots even when nothing is cut", async ({ house, openAs }) => {
    await house.hipatia.writes({ title: 'Breve', content: 'Dos palabras.' })
    const safo = await openAs('Safo', '/blog')
    await expect(cardOf(safo, 'Breve')).toContainText('Sin Categoría')
    await expect(cardOf(safo, 'Breve').getByText('Dos palabras....', { exact: true })).toBeVisible()
  })

  test('show the words of a text, without Markdown, HTML or link tokens', async ({ house, openAs }) => {
    await house.hipatia.writes({
      title: 'Con marcas',
      content: '# Un título\n\nUna **negrita**, un [enlace](https://biblioteca.example) y {{file:0123abcd|un plano}}.',
    })
    const safo = await openAs('Safo', '/blog')
    const card = cardOf(safo, 'Con marcas')
    await expect(card).toContainText(/Un título\s+Una negrita, un enlace y/)
    for (const mark of ['#', '**', '](', 'https://', '{{', '}}', '0123abcd']) await expect(card).not.toContainText(mark)
  })

  test('show titles and names as text, whatever they look like', async ({ house, openAs }) => {
    const title = '<img src=x onerror=alert(1)> & "comillas"'
    await house.hipatia.writes({ title })
    const safo = await openAs('Safo', '/blog')
    await expect(titles(safo)).toHaveText([title])
    await expect(safo.getByRole('article').locator('img')).toHaveCount(0)
  })

  test('hold published posts only, the newest publication first', async ({ house, openAs }) => {
    const zenon = await house.person('Zenón')
    const early = await zenon.drafts({ title: 'Escrito primero' })
    await zenon.writes({ title: 'Publicado primero' })
    await zenon.drafts({ title: 'Sin publicar' })
    await zenon.call('PUT', `/posts/${early.id}/publish`, { is_published: true })
    const page = await openAs('Zenón', '/blog')
    await expect(titles(page)).toHaveText(['Escrito primero', 'Publicado primero'])
  })

  test('come in pages, each post once', async ({ house, openAs }) => {
    const zenon = await house.person('Zenón')
    const written: string[] = []
    for (let number = 1; number <= 45; number++) {
      written.unshift(`Carta ${number}`)
      await zenon.writes({ title: `Carta ${number}` })
    }
    const safo = await openAs('Safo', '/blog')
    const more = safo.getByRole('main').getByRole('button', { name: /más posts/ })
    await expect(more).toBeVisible()
    const first = await titles(safo).count()
    expect(first).toBeLessThan(45)
    await expect(sidebar(safo).getByRole('button', { name: /^Todos los Posts/ })).toContainText('45')
    for (let shown = first; shown < 45; shown = await titles(safo).count()) {
      await more.click()
      await expect.poll(() => titles(safo).count()).toBeGreaterThan(shown)
    }
    await expect(titles(safo)).toHaveText(written)
    await expect(more).toHaveCount(0)
  })
})

test.describe('The sidebar', () => {
  test('counts, filters and unfolds the categories that have posts', async ({ house, openAs }) => {
    const { hipatia } = house
    const [musica, historia, vacia] = [
      await hipatia.opens('Música y Cine'),
      await hipatia.opens('Historia'),
      await hipatia.opens('Ciencia'),
    ]
    await hipatia.writes({ title: 'La lira', category_id: musica.id })
    await hipatia.writes({ title: 'Ptolomeo I', category_id: historia.id })
    await hipatia.writes({ title: 'Ptolomeo II', category_id: historia.id })
    await hipatia.writes({ title: 'Sin sitio' })
    await hipatia.drafts({ title: 'Un borrador', category_id: vacia.id })

    const safo = await openAs('Safo', '/blog')
    const side = sidebar(safo)
    await expect(side.getByRole('heading')).toHaveText('Categorías')
    const names = side.getByRole('button').filter({ hasText: /\d/ })
    await expect(names).toHaveText(['Todos los Posts4', 'Sin Categoría1', 'Historia2', 'Música y Cine1'])

    await side.getByRole('button', { name: /^Historia/ }).click()
    await expect(titles(safo)).toHaveText(['Ptolomeo II', 'Ptolomeo I'])
    await side.getByRole('button', { name: /^Sin Categoría/ }).click()
    await expect(titles(safo)).toHaveText(['Sin sitio'])
    await side.getByRole('button', { name: /^Todos los Posts/ }).click()
    await expect(titles(safo)).toHaveText(['Sin sitio', 'Ptolomeo II', 'Ptolomeo I', 'La lira'])

    // a filter can be gone back to, and shared
    await safo.goBack()
    await expect(titles(safo)).toHaveText(['Sin sitio'])
    await safo.goBack()
    await safo.reload()
    await expect(titles(safo)).toHaveText(['Ptolomeo II', 'Ptolomeo I'])
    await expect(side.getByRole('button', { name: /^Historia/ })).toHaveAttribute('aria-current', 'true')

    const arrow = side.getByRole('button', { name: 'Mostrar los posts de Música y Cine' })
    await expect(arrow).toHaveAttribute('aria-expanded', 'false')
    await arrow.click()
    await expect(arrow).toHaveAttribute('aria-expanded', 'true')
    await side.getByRole('link', { name: 'La lira' }).click()
    await expect(safo.getByRole('heading', { level: 1, name: 'La lira' })).toBeVisible()
  })

  test('stands behind a button on a phone, for the posts to come first', async ({ house, openAs }) => {
    const historia = await house.hipatia.opens('Historia')
    await house.hipatia.writes({ title: 'Ptolomeo I', category_id: historia.id })
    await house.hipatia.writes({ title: 'Sin sitio' })
    const safo = await openAs('Safo', '/blog', { screen: 'phone' })
    const filter = sidebar(safo).getByRole('button', { name: /^Historia/ })
    await expect(titles(safo)).toHaveCount(2)
    await expect(filter).toBeHidden()
    await sidebar(safo).getByRole('button', { name: 'Categorías' }).tap()
    await filter.tap()
    await expect(titles(safo)).toHaveText(['Ptolomeo I'])
    await expect(filter).toBeHidden()
  })

  test('a category that nobody knows any more shows no posts', async ({ openAs, house }) => {
    await house.hipatia.writes({ title: 'Algo' })
    const safo = await openAs('Safo', `/blog?categoria=${'0'.repeat(32)}`)
    await expect(safo.getByText('No hay posts en esta categoría.')).toBeVisible()
  })
})

test.describe('Before and without posts', () => {
  test('says what is being loaded', async ({ house, openAs }) => {
    await house.hipatia.writes({ title: 'Algo' })
    let posts = { open: () => {} }
    let sections = { open: () => {} }
    const safo = await openAs('Safo', '/blog', {
      before: async (page) => {
        posts = await holdBack(page, lists)
        sections = await holdBack(page, categories)
      },
    })
    await expect(safo.getByText('Cargando posts...', { exact: true })).toBeVisible()
    await expect(safo.getByText('Cargando categorías...', { exact: true })).toBeVisible()
    posts.open()
    await expect(titles(safo)).toHaveText(['Algo'])
    sections.open()
    await expect(sidebar(safo).getByRole('button', { name: /^Todos los Posts/ })).toBeVisible()
    await expect(safo.getByText(/^Cargando/)).toHaveCount(0)
  })

  test('invites to write the first one', async ({ openAs }) => {
    const safo = await openAs('Safo', '/blog')
    await expect(safo.getByText('No hay posts todavía. Sé el primero en crear uno!', { exact: true })).toBeVisible()
    const create = safo.getByRole('link', { name: 'Crear Nuevo Post' })
    await expect(create.first()).toHaveAttribute('href', '/blog/create')
    await create.last().click()
    await expect(safo).toHaveURL('/blog/create')
  })
})

test.describe('When something fails', () => {
  for (const [detail, text] of [
    [undefined, 'Error: Failed to fetch posts'],
    ['Hoy está cerrado.', 'Error: Hoy está cerrado.'],
  ] as const)
    test(`the posts say '${text}', and come with another try`, async ({ house, openAs, trouble }) => {
      trouble.expect('500 GET /api/posts')
      await house.hipatia.writes({ title: 'Algo' })
      const safo = await openAs('Safo', '/blog', { before: (page) => refuse(page, lists, 500, detail) })
      const alert = safo.getByRole('alert').filter({ hasText: text })
      await expect(alert.getByText(text, { exact: true })).toBeVisible()
      await safo.unroute(lists)
      await alert.getByRole('button').click()
      await expect(titles(safo)).toHaveText(['Algo'])
      await expect(safo.getByRole('alert')).toHaveCount(0)
    })

  for (const [detail, text] of [
    [undefined, 'Failed to fetch categories'],
    ['Hoy está cerrado.', 'Hoy está cerrado.'],
  ] as const)
    test(`the categories say '${text}', and the posts are there all the same`, async ({ house, openAs, trouble }) => {
      trouble.expect('500 GET /api/categories')
      await house.hipatia.writes({ title: 'Algo' })
      const safo = await openAs('Safo', '/blog', { before: (page) => refuse(page, categories, 500, detail) })
      await expect(sidebar(safo).getByRole('alert').getByText(text, { exact: true })).toBeVisible()
      await expect(titles(safo)).toHaveText(['Algo'])
      await safo.unroute(categories)
      await sidebar(safo).getByRole('alert').getByRole('button').click()
      await expect(sidebar(safo).getByRole('button', { name: /^Todos los Posts/ })).toContainText('1')
    })

  test('a server that is away for a moment goes unnoticed', async ({ house, openAs, trouble }) => {
    trouble.expect('failed GET /api/posts')
    await house.hipatia.writes({ title: 'Algo' })
    const safo = await openAs('Safo', '/home', { before: (page) => page.clock.install() })
    await safo.route(lists, (route) => route.abort())
    const failed = safo.waitForEvent('requestfailed')
    await headerOf(safo)
      .getByRole('link', { name: /^Blog\b/ })
      .click()
    await failed
    await safo.unroute(lists)
    await safo.clock.runFor(5000)
    await expect(titles(safo)).toHaveText(['Algo'])
    await expect(safo.getByRole('alert')).toHaveCount(0)
  })
})
