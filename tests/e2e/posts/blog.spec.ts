import { expectDate } from '../../support/browser/dates.ts'
import { refuse } from '../../support/browser/network.ts'
import { categorySidebar, navigationLink } from '../../support/browser/pages/navigation.ts'
import { postCard, postTitles } from '../../support/browser/pages/posts.ts'
import { expect, test } from '../../support/browser/test.ts'

const lists = '**/api/posts?*'
const categories = '**/api/categories?*'

test.describe('The cards of the blog', () => {
  test('show title, category, author, date and an excerpt, and lead to the post', async ({ server, openAs }) => {
    const zenon = await server.person('Zenón')
    const historia = await server.hipatia.createCategory('Historia')
    const content = 'El faro guía a los barcos. '.repeat(12)
    const post = await zenon.createPost({ title: 'El faro de noche', content, category_id: historia.id })
    const safo = await openAs('Safo', '/blog')
    const card = postCard(safo, 'El faro de noche')
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

  test("show 'Sin Categoría' without a category, and dots even after a short text", async ({ server, openAs }) => {
    await server.hipatia.createPost({ title: 'Breve', content: 'Dos palabras.' })
    const safo = await openAs('Safo', '/blog')
    await expect(postCard(safo, 'Breve')).toContainText('Sin Categoría')
    await expect(postCard(safo, 'Breve').getByText('Dos palabras....', { exact: true })).toBeVisible()
  })

  test('show the plain text of a post, without Markdown, HTML or link tokens', async ({ server, openAs }) => {
    await server.hipatia.createPost({
      title: 'Con marcas',
      content: '# Un título\n\nUna **negrita**, un [enlace](https://biblioteca.example) y {{file:0123abcd|un plano}}.',
    })
    const safo = await openAs('Safo', '/blog')
    const card = postCard(safo, 'Con marcas')
    await expect(card).toContainText(/Un título\s+Una negrita, un enlace y/)
    for (const mark of ['#', '**', '](', 'https://', '{{', '}}', '0123abcd']) await expect(card).not.toContainText(mark)
  })

  test('show titles and names as text, never as HTML or Markdown', async ({ server, openAs }) => {
    const title = '<img src=x onerror=alert(1)> & "comillas"'
    await server.hipatia.createPost({ title })
    const safo = await openAs('Safo', '/blog')
    await expect(postTitles(safo)).toHaveText([title])
    await expect(safo.getByRole('article').locator('img')).toHaveCount(0)
  })

  test('show published posts only, the latest publication first', async ({ server, openAs }) => {
    const zenon = await server.person('Zenón')
    const early = await zenon.createDraft({ title: 'Escrito primero' })
    await zenon.createPost({ title: 'Publicado primero' })
    await zenon.createDraft({ title: 'Sin publicar' })
    await zenon.call('PUT', `/posts/${early.id}/publish`, { is_published: true })
    const page = await openAs('Zenón', '/blog')
    await expect(postTitles(page)).toHaveText(['Escrito primero', 'Publicado primero'])
  })

  test('come in pages, with each post exactly once', async ({ server, openAs }) => {
    const zenon = await server.person('Zenón')
    const written: string[] = []
    for (let number = 1; number <= 45; number++) {
      written.unshift(`Carta ${number}`)
      await zenon.createPost({ title: `Carta ${number}` })
    }
    const safo = await openAs('Safo', '/blog')
    const more = safo.getByRole('main').getByRole('button', { name: /más posts/ })
    await expect(more).toBeVisible()
    const first = await postTitles(safo).count()
    expect(first).toBeLessThan(45)
    await expect(categorySidebar(safo).getByRole('button', { name: /^Todos los Posts/ })).toContainText('45')
    for (let shown = first; shown < 45; shown = await postTitles(safo).count()) {
      await more.click()
      await expect.poll(() => postTitles(safo).count()).toBeGreaterThan(shown)
    }
    await expect(postTitles(safo)).toHaveText(written)
    await expect(more).toHaveCount(0)
  })
})

test.describe('The sidebar of the blog', () => {
  test('shows the categories that have posts with their numbers, and filters by category', async ({
    server,
    openAs,
  }) => {
    const { hipatia } = server
    const [musica, historia, vacia] = [
      await hipatia.createCategory('Música y Cine'),
      await hipatia.createCategory('Historia'),
      await hipatia.createCategory('Ciencia'),
    ]
    await hipatia.createPost({ title: 'La lira', category_id: musica.id })
    await hipatia.createPost({ title: 'Ptolomeo I', category_id: historia.id })
    await hipatia.createPost({ title: 'Ptolomeo II', category_id: historia.id })
    await hipatia.createPost({ title: 'Sin sitio' })
    await hipatia.createDraft({ title: 'Un borrador', category_id: vacia.id })

    const safo = await openAs('Safo', '/blog')
    const side = categorySidebar(safo)
    await expect(side.getByRole('heading')).toHaveText('Categorías')
    const names = side.getByRole('button').filter({ hasText: /\d/ })
    await expect(names).toHaveText(['Todos los Posts4', 'Sin Categoría1', 'Historia2', 'Música y Cine1'])

    await side.getByRole('button', { name: /^Historia/ }).click()
    await expect(postTitles(safo)).toHaveText(['Ptolomeo II', 'Ptolomeo I'])
    await side.getByRole('button', { name: /^Sin Categoría/ }).click()
    await expect(postTitles(safo)).toHaveText(['Sin sitio'])
    await side.getByRole('button', { name: /^Todos los Posts/ }).click()
    await expect(postTitles(safo)).toHaveText(['Sin sitio', 'Ptolomeo II', 'Ptolomeo I', 'La lira'])

    // A filter is part of the address, for going back and for sharing.
    await safo.goBack()
    await expect(postTitles(safo)).toHaveText(['Sin sitio'])
    await safo.goBack()
    await safo.reload()
    await expect(postTitles(safo)).toHaveText(['Ptolomeo II', 'Ptolomeo I'])
    await expect(side.getByRole('button', { name: /^Historia/ })).toHaveAttribute('aria-current', 'true')

    const arrow = side.getByRole('button', { name: 'Mostrar los posts de Música y Cine' })
    await expect(arrow).toHaveAttribute('aria-expanded', 'false')
    await arrow.click()
    await expect(arrow).toHaveAttribute('aria-expanded', 'true')
    await side.getByRole('link', { name: 'La lira' }).click()
    await expect(safo.getByRole('heading', { level: 1, name: 'La lira' })).toBeVisible()
  })

  test('is behind a button on a phone, so that the posts come first', async ({ server, openAs }) => {
    const historia = await server.hipatia.createCategory('Historia')
    await server.hipatia.createPost({ title: 'Ptolomeo I', category_id: historia.id })
    await server.hipatia.createPost({ title: 'Sin sitio' })
    const safo = await openAs('Safo', '/blog', { screen: 'phone' })
    const filter = categorySidebar(safo).getByRole('button', { name: /^Historia/ })
    await expect(postTitles(safo)).toHaveCount(2)
    await expect(filter).toBeHidden()
    await categorySidebar(safo).getByRole('button', { name: 'Categorías' }).tap()
    await filter.tap()
    await expect(postTitles(safo)).toHaveText(['Ptolomeo I'])
    await expect(filter).toBeHidden()
  })
})

test.describe('A failure in the blog', () => {
  test('is shown instead of the categories, with and without a reason, and the posts as usual', async ({
    server,
    openAs,
    pageErrors,
  }) => {
    pageErrors.expect('500 GET /api/categories')
    await server.hipatia.createPost({ title: 'Algo' })
    const safo = await openAs('Safo', '/blog', { before: (page) => refuse(page, categories, 500) })
    const alert = categorySidebar(safo).getByRole('alert')
    await expect(alert.getByText('Failed to fetch categories', { exact: true })).toBeVisible()
    await expect(postTitles(safo)).toHaveText(['Algo'])
    await refuse(safo, categories, 500, 'Hoy está cerrado.')
    await alert.getByRole('button').click()
    await expect(alert.getByText('Hoy está cerrado.', { exact: true })).toBeVisible()
    await expect(postTitles(safo)).toHaveText(['Algo'])
    await safo.unroute(categories)
    await alert.getByRole('button').click()
    await expect(categorySidebar(safo).getByRole('button', { name: /^Todos los Posts/ })).toContainText('1')
  })

  test('is not shown when the server is unreachable for a moment', async ({ server, openAs, pageErrors }) => {
    pageErrors.expect('failed GET /api/posts')
    await server.hipatia.createPost({ title: 'Algo' })
    const safo = await openAs('Safo', '/home', { before: (page) => page.clock.install() })
    await safo.route(lists, (route) => route.abort())
    const failed = safo.waitForEvent('requestfailed', (request) => request.url().includes('/api/posts?'))
    await navigationLink(safo, 'Blog').click()
    await failed
    await safo.unroute(lists)
    await safo.clock.runFor(5000)
    await expect(postTitles(safo)).toHaveText(['Algo'])
    await expect(safo.getByRole('alert')).toHaveCount(0)
  })
})
