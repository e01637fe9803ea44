// /help and its topics, for visitors, members and administrators.
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { posts } from '../../../contract/posts.ts'
import { hipatia, openPage, safo } from '../../support/web/screen.tsx'
import { answerPages, refuse } from '../../support/web/server.ts'

const main = page.getByRole('main')
const topic = (name: string) => main.getByRole('link', { name, exact: true })

test('a visitor sees what helps to come in; members see the rest, and administrators what concerns them', async () => {
  await openPage('/help', { as: null })
  await expect.element(topic('Entrar y seguir dentro')).toBeVisible()
  await expect.element(main.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible()
  await expect.element(topic('Hablar en el chat')).not.toBeInTheDocument()

  await openPage('/help', { as: safo })
  await expect.element(topic('Hablar en el chat')).toBeVisible()
  await expect.element(topic('Copias de seguridad')).not.toBeInTheDocument()

  await openPage('/help', { as: hipatia })
  await expect.element(topic('Copias de seguridad')).toBeVisible()
})

test('a topic says what to press and shows the screen in the theme of the person', async () => {
  await openPage('/help/sign-in', { as: null })
  await expect.element(main.getByRole('heading', { level: 1, name: 'Entrar y seguir dentro' })).toBeVisible()
  await expect.element(main.getByText('Mantener la sesión en este dispositivo')).toBeVisible()
  const picture = main.getByRole('img', { name: /^La ventana para entrar/ })
  await expect.poll(() => (picture.element() as HTMLImageElement).naturalWidth).toBeGreaterThan(300)
})

test('a visitor who opens a topic of members stays at its address and can sign in', async () => {
  await openPage('/help/chat', { as: null })
  await expect.element(main.getByText(/es para quienes ya tienen cuenta/)).toBeVisible()
  expect(location.pathname).toBe('/help/chat')
  await main.getByRole('button', { name: 'Iniciar Sesión' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Login' })).toBeVisible()
})

test('a member who opens a topic of administrators is told so', async () => {
  await openPage('/help/snapshots', { as: safo })
  await expect.element(main.getByText(/es para quienes administran/)).toBeVisible()
})

test('an address without a topic leads to the list', async () => {
  await openPage('/help/alquimia', { as: safo })
  await expect.element(main.getByRole('heading', { level: 1, name: 'Ayuda' })).toBeVisible()
  expect(location.pathname).toBe('/help')
})

test('a page that fails, and an empty one, lead to their help', async () => {
  await openPage('/blog/drafts', { answers: [refuse(posts.drafts, 500)] })
  await main.getByRole('link', { name: 'Ayuda de esta página' }).click()
  await expect.element(main.getByRole('heading', { level: 1, name: 'Escribir un post' })).toBeVisible()

  await openPage('/blog/drafts', { answers: [answerPages(posts.drafts, [], 20)] })
  await expect.element(main.getByRole('link', { name: 'Ayuda de esta página' })).toHaveAttribute('href', '/help/blog')
})

test('the question mark shows the keys, and the way to the help', async () => {
  await openPage('/help/news')
  await expect.element(main.getByRole('heading', { level: 1, name: 'Compartir una noticia' })).toBeVisible()
  await userEvent.keyboard('?')
  await page
    .getByRole('dialog', { name: 'Teclas' })
    .getByRole('link', { name: /^Ayuda/ })
    .click()
  await expect.element(main.getByRole('heading', { level: 1, name: 'Ayuda' })).toBeVisible()
})

test('the help is in the menu and at the bottom of every page', async () => {
  await openPage('/help/news', { screen: 'phone' })
  await page.getByRole('button', { name: 'Más' }).click()
  await page.getByRole('navigation', { name: 'Más' }).getByRole('link', { name: 'Ayuda' }).click()
  await expect.element(main.getByRole('heading', { level: 1, name: 'Ayuda' })).toBeVisible()
  await expect.element(page.getByRole('contentinfo').getByRole('link', { name: 'Ayuda' })).toBeVisible()
})
