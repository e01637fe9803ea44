// The bar above a list with the number of items that others have added (decision 033).
import type { WhatsNew } from '../../../contract/whats-new.ts'
import { expectAccessible } from '../../support/browser/axe.ts'
import { refuse } from '../../support/browser/network.ts'
import { serverIsAway } from '../../support/browser/page-errors.ts'
import { cardOf } from '../../support/browser/pages/archive.ts'
import { mainButton } from '../../support/browser/pages/post-editor.ts'
import { postTitles } from '../../support/browser/pages/posts.ts'
import {
  announcement,
  anyShowButton,
  areaLink,
  expectHeading,
  isCountsResponse,
  markAllSeen,
  pageHeading,
  returnToTab,
  shareNews,
  showButton,
  unseenCounts,
} from '../../support/browser/pages/whats-new.ts'
import { blankPage, expect, type Screen, test } from '../../support/browser/test.ts'

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
  await expect(announcement(page, '1 novedad')).toHaveCount(1)
  await ana.createPost({ title: 'Lo más nuevo' })
  await expect(showButton(page, '2 novedades')).toHaveText('Ver')
  await expect(page.getByText('2 novedades', { exact: true })).toBeVisible()
  await expect(areaLink(page, 'Blog'), 'no badge on the page that has the bar').toBeVisible()
  // Announced once, without moving the list.
  await expect(announcement(page, '1 novedad')).toHaveCount(1)
  await expect(postTitles(page)).toHaveText(['Lo de siempre'])
  expect(await postTitles(page).first().boundingBox()).toEqual(before)
  await expect(page).toHaveTitle('Blog · Alejandría')

  await showButton(page, '2 novedades').click()
  await expect(postTitles(page)).toHaveText(['Lo más nuevo', 'Lo nuevo', 'Lo de siempre'])
  await expect(anyShowButton(page)).toHaveCount(0)
  await expect(
    page
      .getByRole('main')
      .getByRole('status')
      .filter({ hasText: /noveda/ }),
  ).toHaveCount(0)
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

test('the page of news has the bar too', async ({ server, openAs }) => {
  const safo = await markAllSeen(await server.person('Safo'))
  await shareNews(server.hipatia, 'La de ayer')
  const page = await openAs('Safo', '/news')
  await expect(page.getByText('La de ayer')).toBeVisible()
  await expect.poll(async () => (await unseenCounts(safo)).news).toBe(0)
  await shareNews(server.hipatia, 'La de hoy')
  await showButton(page, '1 novedad').click()
  await expect(page.getByText('La de hoy')).toBeVisible()
  await expect(anyShowButton(page)).toHaveCount(0)
  await expect(pageHeading(page, 'Noticias')).toBeFocused()
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

test('the bar in a category counts new posts of all categories and leads to the whole blog', async ({
  server,
  openAs,
}) => {
  const category = await server.hipatia.createCategory('Cocina')
  await server.hipatia.createPost({ title: 'La sopa', category_id: category.id })
  const safo = await markAllSeen(await server.person('Safo'))
  const page = await openAs('Safo', `/blog?categoria=${category.id}`)
  await expect(postTitles(page)).toHaveText(['La sopa'])
  await server.hipatia.createPost({ title: 'El faro' })
  await showButton(page, '1 novedad').click()
  await expect(postTitles(page)).toHaveText(['El faro', 'La sopa'])
  await expect(page).toHaveURL(/\/blog$/)
  await expect(anyShowButton(page)).toHaveCount(0)
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

test('the bar appears on an open list after the server was away', async ({ server, openAs, pageErrors }) => {
  // Stopping the server interrupts pending requests.
  pageErrors.tolerate(...serverIsAway)
  await markAllSeen(await server.person('Safo'))
  await server.hipatia.createPost({ title: 'Lo de siempre' })
  const page = await openAs('Safo', '/blog')
  await expectHeading(page, 'Lo de siempre')
  const startAgain = await server.stop()
  await startAgain()
  await server.hipatia.createPost({ title: 'Lo nuevo' })
  await expect(showButton(page, '1 novedad')).toBeVisible({ timeout: 20_000 })
  await expect(postTitles(page)).toHaveText(['Lo de siempre'])
})

test('a list of posts, news or files doesn’t change by itself when the window gets the focus again', async ({
  server,
  openAs,
}) => {
  const page = await openAs('Safo', blankPage, { before: (page) => page.clock.install() })
  for (const [path, first, adds] of [
    ['/blog', 'Lo de siempre', (title: string) => server.hipatia.createPost({ title })],
    ['/news', 'La de siempre', (title: string) => shareNews(server.hipatia, title)],
    ['/files', 'mapa.txt', (name: string) => server.hipatia.uploadFile({ name, type: 'text/plain', bytes: name })],
  ] as const)
    await test.step(path, async () => {
      await adds(first)
      await markAllSeen(await server.person('Safo'))
      await page.goto(path)
      await expect(page.getByRole('main').getByText(first).first()).toBeVisible()
      await adds('otro.txt')
      await expect(showButton(page, '1 novedad')).toBeVisible()
      // Long enough for the loaded data to be stale.
      await page.clock.fastForward(60_000)
      const counted = page.waitForResponse(/\/api\/sections$/)
      await returnToTab(page)
      await counted
      await expect(showButton(page, '1 novedad')).toBeVisible()
      await expect(page.getByRole('main').getByText('otro.txt')).toHaveCount(0)
      await showButton(page, '1 novedad').click()
      await expect(page.getByRole('main').getByText('otro.txt').first()).toBeVisible()
    })
})

test('the bar of the blog fetches only the first page, even after Safo has loaded several', async ({
  server,
  openAs,
}) => {
  for (let count = 1; count <= 45; count++) await server.hipatia.createPost({ title: `Post ${count}` })
  await markAllSeen(await server.person('Safo'))
  const page = await openAs('Safo', '/blog')
  for (const count of [40, 45]) {
    await mainButton(page, 'Mostrar más posts').click()
    await expect(postTitles(page)).toHaveCount(count)
  }
  await server.hipatia.createPost({ title: 'El último' })
  await expect(showButton(page, '1 novedad')).toBeVisible()
  const asked: string[] = []
  page.on('request', (request) => /\/api\/posts\?.*limit=20/.test(request.url()) && asked.push(request.url()))
  await showButton(page, '1 novedad').click()
  await expect(postTitles(page)).toHaveCount(20)
  await expect(postTitles(page).first()).toHaveText('El último')
  await mainButton(page, 'Mostrar más posts').click()
  await expect(postTitles(page)).toHaveCount(40)
  expect(asked).toHaveLength(2)
})

test('the bar of the news fetches only the first page, and the others can be loaded again', async ({
  server,
  openAs,
}) => {
  for (let count = 1; count <= 65; count++) await shareNews(server.hipatia, `Noticia ${count}`)
  await markAllSeen(await server.person('Safo'))
  const page = await openAs('Safo', '/news')
  const links = page.getByRole('main').getByRole('listitem')
  await expect(links).toHaveCount(30)
  for (const count of [60, 65]) {
    await links.last().scrollIntoViewIfNeeded()
    await expect(links).toHaveCount(count)
  }
  await shareNews(server.hipatia, 'La última')
  await expect(showButton(page, '1 novedad')).toBeVisible()
  const asked: string[] = []
  page.on('request', (request) => /\/api\/news(\?.*)?$/.test(request.url()) && asked.push(request.url()))
  await showButton(page, '1 novedad').click()
  await expect(links.first()).toContainText('La última')
  await expect(links).toHaveCount(30)
  expect(asked).toHaveLength(1)
  await links.last().scrollIntoViewIfNeeded()
  await expect(links).toHaveCount(60)
  expect(asked).toHaveLength(2)
})

test('the bar stays when the new posts fail to load, and a message says so', async ({ server, openAs, pageErrors }) => {
  pageErrors.expect('500 GET /api/posts')
  await markAllSeen(await server.person('Safo'))
  const page = await openAs('Safo', '/blog')
  await expect(page.getByText('No hay posts todavía. Sé el primero en crear uno!')).toBeVisible()
  await server.hipatia.createPost({ title: 'Lo nuevo' })
  await expect(showButton(page, '1 novedad')).toBeVisible()
  await refuse(page, /\/api\/posts\?.*limit=20/, 500)
  await showButton(page, '1 novedad').click()
  await expect(page.getByText('No se pudieron traer las novedades. Inténtalo de nuevo.').first()).toBeVisible()
  await expect(showButton(page, '1 novedad')).toBeVisible()
  await page.unroute(/\/api\/posts\?.*limit=20/)
  await showButton(page, '1 novedad').click()
  await expect(postTitles(page)).toHaveText(['Lo nuevo'])
  await expect(anyShowButton(page)).toHaveCount(0)
})

for (const screen of ['desktop', 'narrow'] satisfies Screen[])
  test(`axe finds no violation on a ${screen} screen with the bar and the badges`, async ({ server, openAs }) => {
    await server.hipatia.createPost()
    await markAllSeen(await server.person('Safo'))
    const page = await openAs('Safo', '/blog', { screen, reducedMotion: 'reduce' })
    await expect(postTitles(page)).toHaveCount(1)
    await server.hipatia.createPost()
    await server.hipatia.addLink('https://biblioteca.example/')
    await expect(showButton(page, '1 novedad')).toBeVisible()
    await expect(areaLink(page, 'Archivo, 1 novedad')).toBeVisible()
    await expectAccessible(page, 'the bar')
    const bar = showButton(page, '1 novedad').locator('..')
    expect(await bar.evaluate((element) => element.getAnimations({ subtree: true }).length)).toBe(0)
  })
