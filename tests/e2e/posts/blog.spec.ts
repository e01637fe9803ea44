import { expectDate } from '../../support/browser/dates.ts'
import { categorySidebar } from '../../support/browser/pages/navigation.ts'
import { postCard, postTitles } from '../../support/browser/pages/posts.ts'
import { expect, test } from '../../support/browser/test.ts'

test('the cards of the blog are of published posts, the latest first, and lead to them', async ({ server, openAs }) => {
  const zenon = await server.person('Zenón')
  const historia = await server.hipatia.createCategory('Historia')
  const content = 'El faro guía a los barcos. '.repeat(12)
  const early = await zenon.createDraft({ title: 'Escrito primero' })
  const post = await zenon.createPost({ title: 'El faro de noche', content, category_id: historia.id })
  await zenon.createDraft({ title: 'Sin publicar' })
  await zenon.call('PUT', `/posts/${early.id}/publish`, { is_published: true })
  const safo = await openAs('Safo', '/blog')
  await expect(safo.getByRole('heading', { level: 1 })).toHaveText('Blog')
  await expect(postTitles(safo)).toHaveText(['Escrito primero', 'El faro de noche'])
  await expect(postCard(safo, 'Escrito primero')).toContainText('Sin Categoría')
  const card = postCard(safo, 'El faro de noche')
  await expect(card).toContainText('Historia')
  await expect(card.getByText('Por Zenón')).toBeVisible()
  await expectDate(card.locator('time'), post.created_at)
  await expect(card.getByText(`${content.slice(0, 200)}...`, { exact: true })).toBeVisible()
  await card.getByRole('link', { name: /Leer Más →/ }).click()
  await expect(safo).toHaveURL(`/blog/${post.id}`)
  await expect(safo.getByRole('heading', { level: 1, name: 'El faro de noche' })).toBeVisible()
})

test('the sidebar of the blog filters by the categories that have posts, with numbers', async ({ server, openAs }) => {
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
