import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { categories } from '../../../contract/categories.ts'
import { posts } from '../../../contract/posts.ts'
import { earlier, idOf, openPage } from '../../support/web/screen.tsx'
import { answer, holdBack, nowAnswer, refuse } from '../../support/web/server.ts'
import { alert, main, post } from './posts.ts'

const historia = {
  ...{ id: idOf(20), name: 'Historia', description: null, is_active: true, created_at: earlier, post_count: 1 },
}
const titles = () => main().getByRole('article').getByRole('heading', { level: 2 })

test('the blog says that posts and categories are loading, and why posts failed, until a retry loads them', async () => {
  const [list, sections] = [holdBack(posts.list), holdBack(categories.list)]
  const answers = [list.handler, sections.handler, refuse(posts.list, 500), answer(categories.list, [historia])]
  await openPage('/blog', { answers })
  await expect.element(page.getByText('Cargando posts...', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Cargando categorías...', { exact: true })).toBeVisible()
  list.release()
  await expect.element(alert().getByText('Error: Failed to fetch posts', { exact: true })).toBeVisible()
  sections.release()
  nowAnswer(refuse(posts.list, 500, 'Hoy está cerrado.'))
  await alert().first().getByRole('button').click()
  await expect.element(alert().getByText('Error: Hoy está cerrado.', { exact: true })).toBeVisible()
  nowAnswer(answer(posts.list, [post]))
  await alert().first().getByRole('button').click()
  await expect.element(titles()).toHaveTextContent('El faro')
  await expect.element(alert()).not.toBeInTheDocument()
  await expect.element(page.getByText(/^Cargando/)).not.toBeInTheDocument()
})

test('a blog without posts invites to write the first one, and an unknown category has none', async () => {
  const answers = [answer(posts.list, []), answer(categories.list, [])]
  await openPage('/blog', { answers })
  await expect
    .element(page.getByText('No hay posts todavía. Sé el primero en crear uno!', { exact: true }))
    .toBeVisible()
  for (const link of main().getByRole('link', { name: 'Crear Nuevo Post' }).all())
    await expect.element(link).toHaveAttribute('href', '/blog/create')
  await openPage(`/blog?categoria=${idOf(0)}`, { answers })
  await expect.element(page.getByText('No hay posts en esta categoría.')).toBeVisible()
})
