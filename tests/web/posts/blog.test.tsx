import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { categories } from '../../../contract/categories.ts'
import { posts } from '../../../contract/posts.ts'
import { expectAccessible } from '../../support/web/axe.ts'
import { passes, soon, stopTimers } from '../../support/web/clock.ts'
import { idOf, openPage } from '../../support/web/screen.tsx'
import { answer, holdBack, nowAnswer, refuse } from '../../support/web/server.ts'
import { historia } from '../categories/category.ts'
import { alert, main, post } from './posts.ts'

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

test('the categories of the blog fail, with and without a reason, beside its posts, until a retry loads them', async () => {
  const side = main().getByRole('complementary')
  await openPage('/blog', { answers: [answer(posts.list, [post]), refuse(categories.list, 500)] })
  await expect.element(side.getByRole('alert').getByText('Failed to fetch categories', { exact: true })).toBeVisible()
  await expect.element(titles()).toHaveTextContent('El faro')
  nowAnswer(refuse(categories.list, 500, 'Hoy está cerrado.'))
  await side.getByRole('alert').getByRole('button').click()
  await expect.element(side.getByText('Hoy está cerrado.', { exact: true })).toBeVisible()
  nowAnswer(answer(categories.list, [historia]))
  await side.getByRole('alert').getByRole('button').click()
  await expect.element(side.getByRole('button', { name: /^Todos los Posts/ })).toMatchTextContent(/1/)
})

test('a card shows its title, name and excerpt as text, with its place and dots', async () => {
  const title = '<img src=x onerror=alert(1)> & "comillas"'
  const shown = { ...post, title, author_name: '*Safo*', excerpt: 'Dos palabras.' }
  await openPage('/blog', { answers: [answer(posts.list, [shown]), answer(categories.list, [historia])] })
  await expect.element(titles()).toHaveTextContent(title)
  const card = main().getByRole('article')
  for (const text of ['Dos palabras....', 'Sin Categoría', 'Por *Safo*'])
    await expect.element(card.getByText(text, { exact: true })).toBeVisible()
  for (const name of [title, /Leer Más →/])
    await expect.element(card.getByRole('link', { name })).toHaveAttribute('href', `/blog/${post.id}`)
  await expect.element(card.getByRole('link', { name: /Leer Más →/ })).toHaveTextContent('Leer Más →')
  expect(card.element().querySelector('img')).toBeNull()
})

test('the first picture of a post is its cover: a way to it for finger and mouse, with room from the beginning', async () => {
  const answers = [
    answer(posts.list, [
      { ...post, cover_url: '/no-hay.jpg' },
      { ...post, id: idOf(11), title: 'Sin foto' },
    ]),
    answer(categories.list, []),
  ]
  for (const screen of ['desktop', 'phone'] as const) {
    await openPage('/blog', { screen, answers })
    await expect.poll(() => titles().elements().length).toBe(2)
    const [covered, plain] = main().getByRole('article').elements()
    const link = covered?.querySelector('a[aria-hidden]') as HTMLElement
    expect([link.getAttribute('href'), link.tabIndex]).toEqual([`/blog/${post.id}`, -1])
    const { width, height, left } = link.getBoundingClientRect()
    expect([width, width <= 160, width >= 80]).toEqual([height, true, true])
    expect(left).toBeGreaterThan(covered?.querySelector('h2')?.getBoundingClientRect().right ?? Number.NaN)
    expect(plain?.querySelector('a[aria-hidden], img')).toBeNull()
    await expectAccessible(`a cover on a ${screen}`)
  }
})

test('a blog without posts invites to write the first one, and an unknown category has none', async () => {
  const answers = [answer(posts.list, []), answer(categories.list, [])]
  await openPage('/blog', { answers })
  const invitation = 'No hay posts todavía. Sé el primero en crear uno!'
  await expect.element(page.getByText(invitation, { exact: true })).toBeVisible()
  for (const link of main().getByRole('link', { name: 'Crear Nuevo Post' }).all())
    await expect.element(link).toHaveAttribute('href', '/blog/create')
  await openPage(`/blog?categoria=${idOf(0)}`, { answers })
  await expect.element(page.getByText('No hay posts en esta categoría.')).toBeVisible()
})

test('a failure is not shown in the blog when the server is unreachable for a moment', async () => {
  stopTimers()
  let losses = 0
  const lost = http.get('/api/posts', () => {
    losses++
    return HttpResponse.error()
  })
  await openPage('/blog', { answers: [lost, answer(categories.list, [])] })
  await soon(() => losses > 0)
  nowAnswer(answer(posts.list, [post]))
  await passes(5000)
  await soon(() => titles().query() !== null)
  expect(alert().query()).toBeNull()
})

test('on a phone the categories are behind a button, so that the posts come first', async () => {
  const list = answer(posts.list, ({ query }) =>
    query.has('category_id') ? [post] : [post, { ...post, id: idOf(11), title: 'Sin sitio' }],
  )
  await openPage('/blog', { screen: 'phone', answers: [list, answer(categories.list, [historia])] })
  const filter = main().getByRole('button', { name: /^Historia/ })
  await expect.poll(() => titles().elements().length).toBe(2)
  expect(filter.query()).toBeNull()
  await main().getByRole('button', { name: 'Categorías' }).click()
  await filter.click()
  await expect.poll(() => titles().elements().length).toBe(1)
  expect(filter.query()).toBeNull()
})
