import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { categories } from '../../../contract/categories.ts'
import { posts } from '../../../contract/posts.ts'
import { earlier, idOf, openPage } from '../../support/web/screen.tsx'
import { answer, holdBack, nowAnswer, refuse, sentTo } from '../../support/web/server.ts'
import { alert, button, confirm, draft, main, post } from './posts.ts'

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

test('categories that fail to load are shown as failed, and the posts as usual', async () => {
  await openPage('/blog', { answers: [answer(posts.list, [post]), refuse(categories.list, 500)] })
  await expect.element(alert().getByText('Failed to fetch categories', { exact: true })).toBeVisible()
  await expect.element(titles()).toHaveTextContent('El faro')
  nowAnswer(refuse(categories.list, 500, 'Hoy está cerrado.'))
  await alert().getByRole('button').click()
  await expect.element(alert().getByText('Hoy está cerrado.', { exact: true })).toBeVisible()
  nowAnswer(answer(categories.list, [historia]))
  await alert().getByRole('button').click()
  await expect.element(button('Todos los Posts1')).toBeVisible()
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

test('a card shows titles and excerpts as text, no category, and dots even after a short text', async () => {
  const title = '<img src=x onerror=alert(1)> & "comillas"'
  const answers = [answer(posts.list, [{ ...post, title, excerpt: 'Dos palabras.' }]), answer(categories.list, [])]
  await openPage('/blog', { answers })
  await expect.element(titles()).toHaveTextContent(title)
  await expect.element(main().getByRole('article')).toHaveTextContent('Sin Categoría')
  await expect.element(page.getByText('Dos palabras....', { exact: true })).toBeVisible()
  expect(main().getByRole('article').element().querySelector('img')).toBeNull()
})

const publishDraft = '¿Estás seguro de que quieres publicar este borrador?'
const deleteDraft = '¿Estás seguro de que quieres eliminar el borrador "El faro"?'

test('the drafts are loading, failed with a reason or without, and load after a retry', async () => {
  const list = holdBack(posts.drafts)
  await openPage('/blog/drafts', { answers: [list.handler, refuse(posts.drafts, 500)] })
  await expect
    .element(
      main()
        .getByText(/^Cargando/)
        .first(),
    )
    .toBeVisible()
  list.release()
  await expect.element(alert()).toHaveTextContent('Error al cargar los borradores')
  nowAnswer(refuse(posts.drafts, 500, 'El cajón está cerrado.'))
  await alert().getByRole('button').click()
  await expect.element(alert()).toHaveTextContent('El cajón está cerrado.')
  nowAnswer(answer(posts.drafts, []))
  await alert().getByRole('button').click()
  await expect.element(page.getByText('No tienes borradores', { exact: true })).toBeVisible()
})

test.each([
  ['Publicar', 'Publicando...', posts.publish, publishDraft, 'Error al publicar el borrador'],
  ['Eliminar', undefined, posts.remove, deleteDraft, 'Error al eliminar el borrador'],
] as const)(
  'a draft stays when %s is cancelled or fails, with and without a reason',
  async (action, busy, row, question, said) => {
    await openPage('/blog/drafts', { answers: [answer(posts.drafts, [draft])] })
    await button(action).click()
    await confirm(question, 'Cancelar')
    expect(sentTo(row)).toEqual([])
    for (const detail of [undefined, 'El cajón está cerrado.']) {
      const held = holdBack(row)
      nowAnswer(refuse(row, 500, detail))
      nowAnswer(held.handler)
      await button(action).click()
      await confirm(question, action)
      if (busy) await expect.element(button(busy)).toBeVisible()
      held.release()
      await expect.element(page.getByText(detail ? `${said}. ${detail}` : said, { exact: true })).toBeVisible()
      await expect.element(button(action)).toBeEnabled()
    }
    await expect.element(titles()).toHaveTextContent('El faro')
  },
)
