import { expectDate } from '../../support/browser/dates.ts'
import { categorySidebar } from '../../support/browser/pages/navigation.ts'
import { mainButton } from '../../support/browser/pages/post-editor.ts'
import { postCard, postTitles } from '../../support/browser/pages/posts.ts'
import { answer, expect, test } from '../../support/browser/test.ts'

test('the blog is filtered by category, and a post that an admin deletes leaves it', async ({ server, openAs }) => {
  const { hipatia } = server
  const zenon = await server.person('Zenón')
  const [musica, historia, vacia] = [
    await hipatia.createCategory('Música y Cine'),
    await hipatia.createCategory('Historia'),
    await hipatia.createCategory('Ciencia'),
  ]
  const content = 'La lira acompaña a los versos. '.repeat(12)
  const oldest = await hipatia.createPost({ title: 'La lira', content, category_id: musica.id })
  const gone = await zenon.createPost({ title: 'Ptolomeo I', category_id: historia.id })
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

  const card = postCard(safo, 'La lira')
  for (const text of ['Música y Cine', 'Por Hipatia', `${content.slice(0, 200)}...`])
    await expect(card.getByText(text, { exact: true })).toBeVisible()
  await expectDate(card.locator('time'), oldest.created_at)

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

  const page = await openAs('Hipatia', '/blog')
  await page.getByRole('link', { name: 'Ptolomeo I', exact: true }).click()
  await mainButton(page, 'Delete').click()
  await answer(page, 'Are you sure you want to delete this post? This action cannot be undone.', 'Delete')
  await expect(page).toHaveURL('/blog')
  await expect(postTitles(page)).toHaveText(['Sin sitio', 'Ptolomeo II', 'La lira'])
  await expect(zenon.readPost(gone)).rejects.toThrow('404')
})
