import { delayResponse } from '../../support/browser/network.ts'
import { navigationLink, signOutButton } from '../../support/browser/pages/navigation.ts'
import { postCard } from '../../support/browser/pages/posts.ts'
import { expect, type Page, test } from '../../support/browser/test.ts'

/** Paths of all GET requests that the page sends from now on, without the names' hashes. */
function record(page: Page) {
  const paths: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'GET') paths.push(new URL(request.url()).pathname.replace(/-[\w-]{8}\./, '.'))
  })
  return { paths, countOf: (path: string) => paths.filter((asked) => asked === path).length }
}

test('a page is asked for when its link gets the focus; at a press code and data come together', async ({ openAs }) => {
  const safo = await openAs('Safo', '/home')
  await expect(signOutButton(safo)).toBeVisible()
  const asked = record(safo)
  await navigationLink(safo, 'Noticias').focus()
  await expect.poll(() => asked.countOf('/api/news')).toBe(1)
  await expect.poll(() => asked.countOf('/assets/news-page.js')).toBe(1)
  await safo.keyboard.press('Enter')
  await expect(safo.getByRole('heading', { level: 1, name: 'Noticias' })).toBeFocused()
  expect(asked.countOf('/api/news')).toBe(1)

  await safo.goto('/home')
  await expect(signOutButton(safo)).toBeVisible()
  const again = record(safo)
  const code = await delayResponse(safo, /\/assets\/news-page/)
  await navigationLink(safo, 'Noticias').evaluate((link: HTMLElement) => link.click())
  await expect.poll(() => again.countOf('/api/news')).toBe(1)
  await expect.poll(() => again.countOf('/assets/news-page.js')).toBe(1)
  code.release()
  await expect(safo.getByRole('heading', { level: 1, name: 'Noticias' })).toBeVisible()
  expect(again.countOf('/api/news')).toBe(1)
})

test('a member’s code is asked for before the app has loaded, the list once', async ({ server, openAs }) => {
  await server.hipatia.createPost({ title: 'Al volver' })
  const safo = await openAs('Safo', '/blog')
  await expect(postCard(safo, 'Al volver')).toBeVisible()
  const app = await delayResponse(safo, /\/assets\/index-.*\.js$/)
  const asked = record(safo)
  const lists: string[] = []
  safo.on('request', (request) => {
    // other requests count posts
    if (request.url().endsWith('/api/posts?view=summary&limit=20')) lists.push(request.url())
  })
  await safo.reload({ waitUntil: 'commit' })
  await expect.poll(() => asked.paths).toEqual(expect.arrayContaining(['/assets/member.js', '/assets/blog-page.js']))
  app.release()
  await expect(postCard(safo, 'Al volver')).toBeVisible()
  expect(asked.countOf('/api/auth/me')).toBe(1)
  expect(lists).toHaveLength(1)
})
