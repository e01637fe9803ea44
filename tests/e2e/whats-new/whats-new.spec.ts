// The bar above a list with the number of items that others have added (decision 033).
import type { WhatsNew } from '../../../contract/whats-new.ts'
import { serverIsAway } from '../../support/browser/page-errors.ts'
import { cardOf } from '../../support/browser/pages/archive.ts'
import { postTitles } from '../../support/browser/pages/posts.ts'
import {
  anyShowButton,
  areaLink,
  expectHeading,
  isCountsResponse,
  markAllSeen,
  pageHeading,
  showButton,
  unseenCounts,
} from '../../support/browser/pages/whats-new.ts'
import { expect, test } from '../../support/browser/test.ts'

// a server without messages of other tests, whose number the title would show
test.use({ serverName: 'whats-new' })

test('Safo’s open blog shows a bar for Ana’s new post, and the list changes only when she presses it', async ({
  server,
  openAs,
}) => {
  const ana = await server.person('Ana')
  const known = await server.hipatia.createPost({ title: 'Lo de siempre' })
  const safo = await markAllSeen(await server.person('Safo'))
  const page = await openAs('Safo', '/blog')
  await expectHeading(page, known.title)
  await expect(areaLink(page, 'Blog')).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
  const before = await postTitles(page).first().boundingBox()

  await ana.createPost({ title: 'Lo nuevo' })
  await expect(showButton(page, '1 novedad')).toBeVisible()
  await ana.createPost({ title: 'Lo más nuevo' })
  await expect(showButton(page, '2 novedades')).toBeVisible()
  await expect(postTitles(page)).toHaveText(['Lo de siempre'])
  expect(await postTitles(page).first().boundingBox()).toEqual(before)

  await showButton(page, '2 novedades').click()
  await expect(postTitles(page)).toHaveText(['Lo más nuevo', 'Lo nuevo', 'Lo de siempre'])
  await expect(anyShowButton(page)).toHaveCount(0)
  await expect(pageHeading(page, 'Blog')).toBeFocused()
  await expect.poll(() => unseenCounts(safo)).toEqual({ blog: 0, news: 0, files: 0 })
})

test('the bar stays on Safo’s desktop for a new post that she has only seen on her phone', async ({
  server,
  openAs,
}) => {
  await markAllSeen(await server.person('Safo'))
  await server.hipatia.createPost({ title: 'Lo de siempre' })
  const desktop = await openAs('Safo', '/blog')
  await expectHeading(desktop, 'Lo de siempre')
  const phone = await openAs('Safo', '/blog', { screen: 'phone' })
  await expectHeading(phone, 'Lo de siempre')
  await server.hipatia.createPost({ title: 'Lo nuevo' })
  await expect(showButton(desktop, '1 novedad')).toBeVisible()
  const counted = desktop.waitForResponse(
    async (answer) => isCountsResponse(answer) && ((await answer.json()) as WhatsNew).blog.fresh === 0,
  )
  await showButton(phone, '1 novedad').click()
  await expectHeading(phone, 'Lo nuevo')
  await counted
  await showButton(desktop, '1 novedad').click()
  await expectHeading(desktop, 'Lo nuevo')
  await expect(anyShowButton(desktop)).toHaveCount(0)
})

test('the bar disappears when the new post is unpublished before Safo has seen it', async ({ server, openAs }) => {
  await markAllSeen(await server.person('Safo'))
  const page = await openAs('Safo', '/blog')
  await expect(page.getByText('No hay posts todavía. Sé el primero en crear uno!')).toBeVisible()
  const post = await server.hipatia.createPost()
  await expect(showButton(page, '1 novedad')).toBeVisible()
  await server.hipatia.call('PUT', `/posts/${post.id}/publish`, { is_published: false })
  await expect(anyShowButton(page)).toHaveCount(0)
})

test('the bar of an empty archive shows the first files, by keyboard', async ({ server, openAs }) => {
  const safo = await markAllSeen(await server.person('Safo'))
  const page = await openAs('Safo', '/files')
  await expect(page.getByText('No hay archivos subidos todavía. Sé el primero en compartir un archivo!')).toBeVisible()
  await server.hipatia.uploadFile({ name: 'mapa.txt', type: 'text/plain', bytes: 'Aquí.' })
  await showButton(page, '1 novedad').focus()
  await page.keyboard.press('Enter')
  await expect(cardOf(page, 'mapa.txt')).toBeVisible()
  await expect(anyShowButton(page)).toHaveCount(0)
  await expect(pageHeading(page, 'Almacén de Archivos')).toBeFocused()
  await expect.poll(() => unseenCounts(safo)).toEqual({ blog: 0, news: 0, files: 0 })
})

test('the bar is visible far down the list, which doesn’t scroll until Safo presses it', async ({ server, openAs }) => {
  for (let count = 1; count <= 12; count++) await server.hipatia.createPost({ title: `Post ${count}` })
  await markAllSeen(await server.person('Safo'))
  const page = await openAs('Safo', '/blog')
  await expect(postTitles(page)).toHaveCount(12)
  await page.evaluate(() => document.fonts.ready)
  const last = postTitles(page).last()
  await last.scrollIntoViewIfNeeded()
  const before = await last.boundingBox()
  await server.hipatia.createPost({ title: 'El último' })
  await expect(showButton(page, '1 novedad')).toBeInViewport()
  expect(await last.boundingBox()).toEqual(before)
  await showButton(page, '1 novedad').click()
  await expect(postTitles(page).first()).toHaveText('El último')
  await expect(postTitles(page).first()).toBeInViewport()
})

test('the bar and the badges appear on an open list after the server was away', async ({
  server,
  openAs,
  pageErrors,
}) => {
  // Stopping the server interrupts pending requests.
  pageErrors.tolerate(...serverIsAway)
  await markAllSeen(await server.person('Safo'))
  await server.hipatia.createPost({ title: 'Lo de siempre' })
  const page = await openAs('Safo', '/blog')
  await expectHeading(page, 'Lo de siempre')
  const startAgain = await server.stop()
  await startAgain()
  await server.hipatia.createPost({ title: 'Lo nuevo' })
  await server.hipatia.addLink('https://biblioteca.example/')
  await expect(showButton(page, '1 novedad')).toBeVisible()
  await expect(postTitles(page)).toHaveText(['Lo de siempre'])
  await expect(areaLink(page, 'Archivo, 1 novedad')).toBeVisible()
})
