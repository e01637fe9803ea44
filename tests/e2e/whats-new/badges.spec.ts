// The badges in the navigation with the number of unseen items of each area (decision 033).
import type { WhatsNew } from '../../../contract/whats-new.ts'
import { blockLiveConnection, liveConnectionFailure } from '../../support/browser/network.ts'
import { serverIsAway } from '../../support/browser/page-errors.ts'
import { mainButton } from '../../support/browser/pages/post-editor.ts'
import { postTitles } from '../../support/browser/pages/posts.ts'
import {
  anyShowButton,
  areaLink,
  expectHeading,
  isCountsResponse,
  markAllSeen,
  returnToTab,
  shareNews,
  unseenCounts,
} from '../../support/browser/pages/whats-new.ts'
import { expect, test } from '../../support/browser/test.ts'

test('Safo sees a badge for each area on other pages, which disappears when she visits the area', async ({
  server,
  openAs,
}) => {
  const ana = await server.person('Ana')
  const safo = await markAllSeen(await server.person('Safo'))
  const page = await openAs('Safo', '/home')
  await expect(areaLink(page, 'Blog')).toBeVisible()
  await ana.createPost()
  await expect(areaLink(page, 'Blog, 1 novedad').locator('[data-short]')).toHaveAttribute('data-short', '1')
  await ana.createPost()
  await expect(areaLink(page, 'Blog, 2 novedades')).toBeVisible()
  await shareNews(ana, 'Una noticia')
  await ana.addLink('https://biblioteca.example/')
  await expect(areaLink(page, 'Noticias, 1 novedad')).toBeVisible()
  await expect(areaLink(page, 'Archivo, 1 novedad')).toBeVisible()
  // Only the chat adds a count to the title of the window.
  await expect(page).toHaveTitle(/^[^(]*Alejandría$/)

  await areaLink(page, 'Blog, 2 novedades').click()
  await expect(postTitles(page)).toHaveCount(2)
  await expect(areaLink(page, 'Blog')).toBeVisible()
  await expect.poll(() => unseenCounts(safo)).toEqual({ blog: 0, news: 1, files: 1 })
  await areaLink(page, 'Archivo, 1 novedad').click()
  await expect.poll(() => unseenCounts(safo)).toEqual({ blog: 0, news: 1, files: 0 })
  await expect(anyShowButton(page)).toHaveCount(0)
  await areaLink(page, 'Inicio').click()
  await expect(areaLink(page, 'Blog')).toBeVisible()
  await expect(areaLink(page, 'Archivo')).toBeVisible()
  await expect(areaLink(page, 'Noticias, 1 novedad')).toBeVisible()
})

test('a post that Safo sees on her phone has no badge on her desktop', async ({ server, openAs }) => {
  await markAllSeen(await server.person('Safo'))
  const desktop = await openAs('Safo', '/home')
  await expect(areaLink(desktop, 'Blog')).toBeVisible()
  await server.hipatia.createPost({ title: 'Para todos' })
  await expect(areaLink(desktop, 'Blog, 1 novedad')).toBeVisible()
  const phone = await openAs('Safo', '/blog', { screen: 'phone' })
  await expectHeading(phone, 'Para todos')
  await expect(areaLink(desktop, 'Blog')).toBeVisible()
})

test('Safo’s own items appear at once and have no badge', async ({ server, openAs }) => {
  const safo = await markAllSeen(await server.person('Safo'))
  const page = await openAs('Safo', '/home')
  await safo.createPost({ title: 'Lo mío' })
  await server.hipatia.addLink('https://biblioteca.example/')
  await expect(areaLink(page, 'Archivo, 1 novedad')).toBeVisible()
  await expect(areaLink(page, 'Blog')).toBeVisible()
  await areaLink(page, 'Blog').click()
  await expect(postTitles(page)).toHaveText(['Lo mío'])
  await areaLink(page, 'Noticias').click()
  await mainButton(page, '+ Agregar Noticia').click()
  const form = page.getByRole('form', { name: 'Agregar Noticia' })
  await form.getByRole('textbox', { name: 'URL' }).fill('https://diario.example/')
  await form.getByRole('textbox', { name: 'Título' }).fill('Lo mío también')
  await mainButton(page, 'Agregar Noticia').click()
  await expect(page.getByRole('listitem').getByRole('heading', { name: 'Lo mío también' })).toBeVisible()
  await expect(anyShowButton(page)).toHaveCount(0)
})

test('Safo sees the badges of missed items after a reconnection', async ({ server, openAs, pageErrors }) => {
  // Stopping the server interrupts pending requests.
  pageErrors.tolerate(...serverIsAway)
  await markAllSeen(await server.person('Safo'))
  const page = await openAs('Safo', '/home')
  await server.hipatia.createPost()
  await expect(areaLink(page, 'Blog, 1 novedad')).toBeVisible()
  const startAgain = await server.stop()
  await startAgain()
  await server.hipatia.createPost()
  await expect(areaLink(page, 'Blog, 2 novedades')).toBeVisible({ timeout: 20_000 })
})

test('a visit is reported again after a refusal, but only once to a server whose clock is behind', async ({
  server,
  openAs,
  pageErrors,
}) => {
  pageErrors.expect('500 PUT /api/sections/blog')
  await server.hipatia.createPost({ title: 'Lo de mañana' })
  await server.person('Safo')
  let reports = 0
  const page = await openAs('Safo', '/blog', {
    before: (page) =>
      page.route(/\/api\/sections(\/blog)?$/, async (route) => {
        if (route.request().method() === 'PUT' && ++reports === 1) return route.fulfill({ status: 500, body: '' })
        const response = await route.fetch()
        const sections = (await response.json()) as WhatsNew
        await route.fulfill({
          response,
          json: { ...sections, blog: { fresh: 1, seen_until: '2026-01-01T00:00:00.000Z' } },
        })
      }),
  })
  await expectHeading(page, 'Lo de mañana')
  await expect.poll(() => reports).toBeGreaterThan(0)
  const counted = () =>
    page.waitForResponse((answer) => isCountsResponse(answer) && answer.request().method() === 'GET')
  // At the next focus of the window, or earlier if the page counts for another reason.
  await expect(async () => {
    await Promise.all([counted(), returnToTab(page)])
    expect(reports).toBeGreaterThan(1)
  }).toPass()
  for (let looks = 1; looks <= 3; looks++) await Promise.all([counted(), returnToTab(page)])
  expect(reports).toBe(2)
})

test('without a live connection the badges are updated when the window gets the focus again', async ({
  server,
  openAs,
  pageErrors,
}) => {
  pageErrors.expect(liveConnectionFailure)
  await markAllSeen(await server.person('Safo'))
  let blocked: Promise<unknown> = Promise.resolve()
  const page = await openAs('Safo', '/home', {
    before: async (page) => {
      await blockLiveConnection(page)
      blocked = page.waitForEvent('requestfailed', (request) => request.url().includes('/socket.io/'))
    },
  })
  await blocked
  await expect(areaLink(page, 'Blog')).toBeVisible()
  await server.hipatia.createPost()
  // The first focus may come while the page still counts for the first time.
  await expect(async () => {
    await returnToTab(page)
    await expect(areaLink(page, 'Blog, 1 novedad')).toBeVisible({ timeout: 2000 })
  }).toPass()
})

test('a visitor sees no badges, and no request is made', async ({ server, visit }) => {
  await server.hipatia.createPost()
  const asked: string[] = []
  const page = await visit('/home', {
    before: async (page) => page.on('request', (request) => asked.push(new URL(request.url()).pathname)),
  })
  await expect(areaLink(page, 'Blog')).toBeVisible()
  expect(asked.filter((path) => path.startsWith('/api/sections'))).toEqual([])
})
