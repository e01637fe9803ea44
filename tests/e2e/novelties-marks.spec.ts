// The marks of the navigation that say what is new in a section (decision 033).
import type { Sections } from '../../contract/sections.ts'
import { failedLive, withoutLive } from './support/gate.ts'
import {
  anyShow,
  button,
  entry,
  freshFor,
  isOfSections,
  lookAgain,
  ready,
  shares,
  titles,
  upToDate,
} from './support/novelties.ts'
import { expect, test } from './support/test.ts'

test('on other pages each section carries a mark, which goes with the visit', async ({ house, openAs }) => {
  const ana = await house.person('Ana')
  const safo = await upToDate(await house.person('Safo'))
  const page = await openAs('Safo', '/home')
  await expect(entry(page, 'Blog')).toBeVisible()
  await ana.writes()
  await expect(entry(page, 'Blog, 1 novedad').locator('[data-short]')).toHaveAttribute('data-short', '1')
  await ana.writes()
  await expect(entry(page, 'Blog, 2 novedades')).toBeVisible()
  await shares(ana, 'Una noticia')
  await ana.links('https://biblioteca.example/')
  await expect(entry(page, 'Noticias, 1 novedad')).toBeVisible()
  await expect(entry(page, 'Archivo, 1 novedad')).toBeVisible()
  // the window's title is the chat's
  await expect(page).toHaveTitle(/^[^(]*Alejandría$/)

  await entry(page, 'Blog, 2 novedades').click()
  await expect(titles(page)).toHaveCount(2)
  await expect(entry(page, 'Blog')).toBeVisible()
  await expect.poll(() => freshFor(safo)).toEqual({ blog: 0, news: 1, files: 1 })
  await entry(page, 'Archivo, 1 novedad').click()
  await expect.poll(() => freshFor(safo)).toEqual({ blog: 0, news: 1, files: 0 })
  await expect(anyShow(page)).toHaveCount(0)
  await entry(page, 'Inicio').click()
  await expect(entry(page, 'Blog')).toBeVisible()
  await expect(entry(page, 'Archivo')).toBeVisible()
  await expect(entry(page, 'Noticias, 1 novedad')).toBeVisible()
})

test('what Safo sees on her phone is no news on her desk', async ({ house, openAs }) => {
  await upToDate(await house.person('Safo'))
  const desk = await openAs('Safo', '/home')
  await expect(entry(desk, 'Blog')).toBeVisible()
  await house.hipatia.writes({ title: 'Para todos' })
  await expect(entry(desk, 'Blog, 1 novedad')).toBeVisible()
  const phone = await openAs('Safo', '/blog', { screen: 'phone' })
  await ready(phone, 'Para todos')
  await expect(entry(desk, 'Blog')).toBeVisible()
})

test('one’s own things appear at once and are no novelty', async ({ house, openAs }) => {
  const safo = await upToDate(await house.person('Safo'))
  const page = await openAs('Safo', '/home')
  await safo.writes({ title: 'Lo mío' })
  await house.hipatia.links('https://biblioteca.example/')
  await expect(entry(page, 'Archivo, 1 novedad')).toBeVisible()
  await expect(entry(page, 'Blog')).toBeVisible()
  await entry(page, 'Blog').click()
  await expect(titles(page)).toHaveText(['Lo mío'])
  await entry(page, 'Noticias').click()
  await button(page, '+ Agregar Noticia').click()
  const form = page.getByRole('form', { name: 'Agregar Noticia' })
  await form.getByRole('textbox', { name: 'URL' }).fill('https://diario.example/')
  await form.getByRole('textbox', { name: 'Título' }).fill('Lo mío también')
  await button(page, 'Agregar Noticia').click()
  await expect(page.getByRole('listitem').getByRole('heading', { name: 'Lo mío también' })).toBeVisible()
  await expect(anyShow(page)).toHaveCount(0)
})

test('who was away hears of it on coming back', async ({ house, openAs, trouble }) => {
  // the server goes in the middle of whatever is said
  trouble.tolerate(/^failed /, /^console (error|warning): WebSocket connection /)
  await upToDate(await house.person('Safo'))
  const page = await openAs('Safo', '/home')
  await house.hipatia.writes()
  await expect(entry(page, 'Blog, 1 novedad')).toBeVisible()
  const isBack = await house.stop()
  await isBack()
  await house.hipatia.writes()
  await expect(entry(page, 'Blog, 2 novedades')).toBeVisible({ timeout: 20_000 })
})

test('a server whose clock is behind is told once; one that said no is told again', async ({
  house,
  openAs,
  trouble,
}) => {
  trouble.expect('500 PUT /api/sections/blog')
  await house.hipatia.writes({ title: 'Lo de mañana' })
  await house.person('Safo')
  let told = 0
  const page = await openAs('Safo', '/blog', {
    before: (page) =>
      page.route(/\/api\/sections(\/blog)?$/, async (route) => {
        if (route.request().method() === 'PUT' && ++told === 1) return route.fulfill({ status: 500, body: '' })
        const response = await route.fetch()
        const sections = (await response.json()) as Sections
        await route.fulfill({
          response,
          json: { ...sections, blog: { fresh: 1, seen_until: '2026-01-01T00:00:00.000Z' } },
        })
      }),
  })
  await ready(page, 'Lo de mañana')
  await expect.poll(() => told).toBeGreaterThan(0)
  const counted = () => page.waitForResponse((answer) => isOfSections(answer) && answer.request().method() === 'GET')
  // at the next look, or before it with whatever else makes the page count
  await expect(async () => {
    await Promise.all([counted(), lookAgain(page)])
    expect(told).toBeGreaterThan(1)
  }).toPass()
  for (let looks = 1; looks <= 3; looks++) await Promise.all([counted(), lookAgain(page)])
  expect(told).toBe(2)
})

test('without a live connection it is noticed when the window is looked at again', async ({
  house,
  openAs,
  trouble,
}) => {
  trouble.expect(failedLive)
  await upToDate(await house.person('Safo'))
  const page = await openAs('Safo', '/home', { before: withoutLive })
  await expect(entry(page, 'Blog')).toBeVisible()
  await house.hipatia.writes()
  await lookAgain(page)
  await expect(entry(page, 'Blog, 1 novedad')).toBeVisible()
})

test('a visitor is told of nothing, and nothing is asked for', async ({ house, visit }) => {
  await house.hipatia.writes()
  const asked: string[] = []
  const page = await visit('/home', {
    before: async (page) => page.on('request', (request) => asked.push(new URL(request.url()).pathname)),
  })
  await expect(entry(page, 'Blog')).toBeVisible()
  expect(asked.filter((path) => path.startsWith('/api/sections'))).toEqual([])
})
