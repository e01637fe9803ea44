// The bar above a list that says what others have added (decision 033).
import type { Sections } from '../../contract/sections.ts'
import { expectAccessible } from './support/axe.ts'
import { cardOf } from './support/files.ts'
import { refuse } from './support/gate.ts'
import {
  anyShow,
  button,
  entry,
  freshFor,
  heading,
  isOfSections,
  lookAgain,
  ready,
  said,
  shares,
  show,
  titles,
  upToDate,
} from './support/novelties.ts'
import { expect, type Screen, test } from './support/test.ts'

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

test('of the news, too, one page is fetched for what is new, and the rest comes again', async ({ house, openAs }) => {
  for (let count = 1; count <= 65; count++) await shares(house.hipatia, `Noticia ${count}`)
  await upToDate(await house.person('Safo'))
  const page = await openAs('Safo', '/news')
  const links = page.getByRole('main').getByRole('listitem')
  await expect(links).toHaveCount(30)
  for (const count of [60, 65]) {
    await links.last().scrollIntoViewIfNeeded()
    await expect(links).toHaveCount(count)
  }
  await shares(house.hipatia, 'La última')
  await expect(show(page, '1 novedad')).toBeVisible()
  const asked: string[] = []
  page.on('request', (request) => /\/api\/news(\?.*)?$/.test(request.url()) && asked.push(request.url()))
  await show(page, '1 novedad').click()
  await expect(links.first()).toContainText('La última')
  await expect(links).toHaveCount(30)
  expect(asked).toHaveLength(1)
  await links.last().scrollIntoViewIfNeeded()
  await expect(links).toHaveCount(60)
  expect(asked).toHaveLength(2)
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
