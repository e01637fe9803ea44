import type { Response } from '@playwright/test'
import type { NewsItem } from '../../contract/news.ts'
import type { Sections } from '../../contract/sections.ts'
import { expectAccessible } from './support/axe.ts'
import { cardOf } from './support/files.ts'
import { failedLive, refuse, withoutLive } from './support/gate.ts'
import type { Person } from './support/house.ts'
import { expect, headerOf, type Page, type Screen, test } from './support/test.ts'

const entry = (page: Page, name: string) =>
  headerOf(page).getByRole('navigation', { name: 'Principal' }).getByRole('link', { name, exact: true })
const show = (page: Page, what: string) =>
  page.getByRole('main').getByRole('button', { name: `Ver ${what}`, exact: true })
const anyShow = (page: Page) => page.getByRole('main').getByRole('button', { name: /^Ver .*noveda/ })
const said = (page: Page, what: string) =>
  page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: new RegExp(`^${what}$`) })
const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const titles = (page: Page) => page.getByRole('article').getByRole('heading', { level: 2 })
const ready = (page: Page, title: string) => expect(page.getByRole('heading', { name: title })).toBeVisible()

const lookAgain = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
const isOfSections = (answer: Response) => /\/api\/sections(\/blog)?$/.test(answer.url()) && answer.status() === 200

const shares = (by: Person, title: string) =>
  by.call<NewsItem>('POST', '/news', {
    title,
    url: `https://diario.example/${encodeURIComponent(title)}`,
    comment: null,
  })
const freshFor = async (who: Person) => {
  const { blog, news, files } = await who.call<Sections>('GET', '/sections')
  return { blog: blog.fresh, news: news.fresh, files: files.fresh }
}
/** Somebody who has seen everything that is there. */
async function upToDate(who: Person) {
  const until = new Date(Date.now() + 60_000).toISOString()
  for (const section of ['blog', 'news', 'files']) await who.call('PUT', `/sections/${section}`, { until })
  return who
}

test('Safo has the blog open, Ana publishes: a quiet bar, and the list where it was until it is asked for', async ({
  house,
  openAs,
}) => {
  const ana = await house.person('Ana')
  const known = await house.hipatia.writes({ title: 'Lo de siempre' })
  const safo = await upToDate(await house.person('Safo'))
  const page = await openAs('Safo', '/blog')
  await ready(page, known.title)
  await expect(entry(page, 'Blog')).toBeVisible()
  const before = await titles(page).first().boundingBox()

  await ana.writes({ title: 'Lo nuevo' })
  await expect(show(page, '1 novedad')).toBeVisible()
  await expect(said(page, '1 novedad')).toHaveCount(1)
  await ana.writes({ title: 'Lo más nuevo' })
  await expect(show(page, '2 novedades')).toHaveText('Ver')
  await expect(page.getByText('2 novedades', { exact: true })).toBeVisible()
  // said once, and nothing has moved
  await expect(said(page, '1 novedad')).toHaveCount(1)
  await expect(titles(page)).toHaveText(['Lo de siempre'])
  expect(await titles(page).first().boundingBox()).toEqual(before)
  await expect(page).toHaveTitle('Blog · Alejandría')

  await show(page, '2 novedades').click()
  await expect(titles(page)).toHaveText(['Lo más nuevo', 'Lo nuevo', 'Lo de siempre'])
  await expect(anyShow(page)).toHaveCount(0)
  await expect(
    page
      .getByRole('main')
      .getByRole('status')
      .filter({ hasText: /noveda/ }),
  ).toHaveCount(0)
  await expect(heading(page, 'Blog')).toBeFocused()
  await expect.poll(() => freshFor(safo)).toEqual({ blog: 0, news: 0, files: 0 })
})

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

test('what Safo has brought on her phone is still offered where her desk doesn’t show it', async ({
  house,
  openAs,
}) => {
  await upToDate(await house.person('Safo'))
  await house.hipatia.writes({ title: 'Lo de siempre' })
  const desk = await openAs('Safo', '/blog')
  await ready(desk, 'Lo de siempre')
  const phone = await openAs('Safo', '/blog', { screen: 'phone' })
  await ready(phone, 'Lo de siempre')
  await house.hipatia.writes({ title: 'Lo nuevo' })
  await expect(show(desk, '1 novedad')).toBeVisible()
  const told = desk.waitForResponse(
    async (answer) => isOfSections(answer) && ((await answer.json()) as Sections).blog.fresh === 0,
  )
  await show(phone, '1 novedad').click()
  await ready(phone, 'Lo nuevo')
  await told
  await show(desk, '1 novedad').click()
  await ready(desk, 'Lo nuevo')
  await expect(anyShow(desk)).toHaveCount(0)
})

test('the news page has the bar as well', async ({ house, openAs }) => {
  const safo = await upToDate(await house.person('Safo'))
  await shares(house.hipatia, 'La de ayer')
  const page = await openAs('Safo', '/news')
  await expect(page.getByText('La de ayer')).toBeVisible()
  await expect.poll(async () => (await freshFor(safo)).news).toBe(0)
  await shares(house.hipatia, 'La de hoy')
  await show(page, '1 novedad').click()
  await expect(page.getByText('La de hoy')).toBeVisible()
  await expect(anyShow(page)).toHaveCount(0)
  await expect(heading(page, 'Noticias')).toBeFocused()
})

test('what is deleted or taken back before it was seen is no novelty any more', async ({ house, openAs }) => {
  await upToDate(await house.person('Safo'))
  const page = await openAs('Safo', '/blog')
  await expect(page.getByText('No hay posts todavía. Sé el primero en crear uno!')).toBeVisible()
  const post = await house.hipatia.writes()
  await expect(show(page, '1 novedad')).toBeVisible()
  await house.hipatia.call('PUT', `/posts/${post.id}/publish`, { is_published: false })
  await expect(anyShow(page)).toHaveCount(0)
})

test('in an empty archive the bar brings the first files, by keyboard', async ({ house, openAs }) => {
  const safo = await upToDate(await house.person('Safo'))
  const page = await openAs('Safo', '/files')
  await expect(page.getByText('No hay archivos subidos todavía. Sé el primero en compartir un archivo!')).toBeVisible()
  await house.hipatia.uploads({ name: 'mapa.txt', type: 'text/plain', bytes: 'Aquí.' })
  await show(page, '1 novedad').focus()
  await page.keyboard.press('Enter')
  await expect(cardOf(page, 'mapa.txt')).toBeVisible()
  await expect(anyShow(page)).toHaveCount(0)
  await expect(heading(page, 'Almacén de Archivos')).toBeFocused()
  await expect.poll(() => freshFor(safo)).toEqual({ blog: 0, news: 0, files: 0 })
})

test('a category shows what is new in all of them, and asking for it leads there', async ({ house, openAs }) => {
  const category = await house.hipatia.opens('Cocina')
  await house.hipatia.writes({ title: 'La sopa', category_id: category.id })
  const safo = await upToDate(await house.person('Safo'))
  const page = await openAs('Safo', `/blog?categoria=${category.id}`)
  await expect(titles(page)).toHaveText(['La sopa'])
  await house.hipatia.writes({ title: 'El faro' })
  await show(page, '1 novedad').click()
  await expect(titles(page)).toHaveText(['El faro', 'La sopa'])
  await expect(page).toHaveURL(/\/blog$/)
  await expect(anyShow(page)).toHaveCount(0)
  await expect.poll(() => freshFor(safo)).toEqual({ blog: 0, news: 0, files: 0 })
})

test('who is far down the list stays there, and has the bar in sight; it leads to the top', async ({
  house,
  openAs,
}) => {
  for (let count = 1; count <= 12; count++) await house.hipatia.writes({ title: `Post ${count}` })
  await upToDate(await house.person('Safo'))
  const page = await openAs('Safo', '/blog')
  await expect(titles(page)).toHaveCount(12)
  const last = titles(page).last()
  await last.scrollIntoViewIfNeeded()
  const before = await last.boundingBox()
  await house.hipatia.writes({ title: 'El último' })
  await expect(show(page, '1 novedad')).toBeInViewport()
  expect(await last.boundingBox()).toEqual(before)
  await show(page, '1 novedad').click()
  await expect(titles(page).first()).toHaveText('El último')
  await expect(titles(page).first()).toBeInViewport()
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

test('who had the list open while the server was away has the bar afterwards', async ({ house, openAs, trouble }) => {
  // the server goes in the middle of whatever is said
  trouble.tolerate(/^failed /, /^console (error|warning): WebSocket connection /)
  await upToDate(await house.person('Safo'))
  await house.hipatia.writes({ title: 'Lo de siempre' })
  const page = await openAs('Safo', '/blog')
  await ready(page, 'Lo de siempre')
  const isBack = await house.stop()
  await isBack()
  await house.hipatia.writes({ title: 'Lo nuevo' })
  await expect(show(page, '1 novedad')).toBeVisible({ timeout: 20_000 })
  await expect(titles(page)).toHaveText(['Lo de siempre'])
})

for (const [section, first] of [
  ['blog', 'Lo de siempre'],
  ['news', 'La de siempre'],
  ['files', 'mapa.txt'],
] as const)
  test(`a list doesn’t move by itself when the window is looked at again (${section})`, async ({ house, openAs }) => {
    const adds = {
      blog: (title: string) => house.hipatia.writes({ title }),
      news: (title: string) => shares(house.hipatia, title),
      files: (name: string) => house.hipatia.uploads({ name, type: 'text/plain', bytes: name }),
    }[section]
    await adds(first)
    await upToDate(await house.person('Safo'))
    const page = await openAs('Safo', `/${section}`, { before: async (page) => page.clock.install() })
    await expect(page.getByRole('main').getByText(first).first()).toBeVisible()
    await adds('otro.txt')
    await expect(show(page, '1 novedad')).toBeVisible()
    // long enough for what was fetched to be thought old
    await page.clock.fastForward(60_000)
    const counted = page.waitForResponse(/\/api\/sections$/)
    await lookAgain(page)
    await counted
    await expect(show(page, '1 novedad')).toBeVisible()
    await expect(page.getByRole('main').getByText('otro.txt')).toHaveCount(0)
    await show(page, '1 novedad').click()
    await expect(page.getByRole('main').getByText('otro.txt').first()).toBeVisible()
  })

test('however many pages one has been through, one is fetched for what is new', async ({ house, openAs }) => {
  for (let count = 1; count <= 45; count++) await house.hipatia.writes({ title: `Post ${count}` })
  await upToDate(await house.person('Safo'))
  const page = await openAs('Safo', '/blog')
  for (const count of [40, 45]) {
    await button(page, 'Mostrar más posts').click()
    await expect(titles(page)).toHaveCount(count)
  }
  await house.hipatia.writes({ title: 'El último' })
  await expect(show(page, '1 novedad')).toBeVisible()
  const asked: string[] = []
  page.on('request', (request) => /\/api\/posts\?.*limit=20/.test(request.url()) && asked.push(request.url()))
  await show(page, '1 novedad').click()
  await expect(titles(page)).toHaveCount(20)
  await expect(titles(page).first()).toHaveText('El último')
  await button(page, 'Mostrar más posts').click()
  await expect(titles(page)).toHaveCount(40)
  expect(asked).toHaveLength(2)
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
  await expect.poll(() => told).toBe(1)
  const answers = (method: string) =>
    page.waitForResponse((answer) => isOfSections(answer) && answer.request().method() === method)
  const toldAgain = answers('PUT')
  await lookAgain(page)
  await toldAgain
  for (let looks = 1; looks <= 3; looks++) {
    const counted = answers('GET')
    await lookAgain(page)
    await counted
  }
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

test('when it can’t be brought the bar stays, and a message says so', async ({ house, openAs, trouble }) => {
  trouble.expect('500 GET /api/posts')
  await upToDate(await house.person('Safo'))
  const page = await openAs('Safo', '/blog')
  await expect(page.getByText('No hay posts todavía. Sé el primero en crear uno!')).toBeVisible()
  await house.hipatia.writes({ title: 'Lo nuevo' })
  await expect(show(page, '1 novedad')).toBeVisible()
  await refuse(page, /\/api\/posts\?.*limit=20/, 500)
  await show(page, '1 novedad').click()
  await expect(page.getByText('No se pudieron traer las novedades. Inténtalo de nuevo.').first()).toBeVisible()
  await expect(show(page, '1 novedad')).toBeVisible()
  await page.unroute(/\/api\/posts\?.*limit=20/)
  await show(page, '1 novedad').click()
  await expect(titles(page)).toHaveText(['Lo nuevo'])
  await expect(anyShow(page)).toHaveCount(0)
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

for (const screen of ['desktop', 'narrow'] satisfies Screen[])
  test(`axe finds nothing on a ${screen} screen with the bar and the marks`, async ({ house, openAs }) => {
    await house.hipatia.writes()
    await upToDate(await house.person('Safo'))
    const page = await openAs('Safo', '/blog', { screen, reducedMotion: 'reduce' })
    await expect(titles(page)).toHaveCount(1)
    await house.hipatia.writes()
    await house.hipatia.links('https://biblioteca.example/')
    await expect(show(page, '1 novedad')).toBeVisible()
    await expect(entry(page, 'Archivo, 1 novedad')).toBeVisible()
    await expectAccessible(page, 'the bar')
    const bar = show(page, '1 novedad').locator('..')
    expect(await bar.evaluate((element) => element.getAnimations({ subtree: true }).length)).toBe(0)
  })
