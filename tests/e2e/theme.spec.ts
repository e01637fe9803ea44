import { expect, headerOf, type Page, test } from './support/test.ts'

const root = (page: Page) => page.locator('html')
/** How bright the paper is, from 0 to 255. */
const paper = (page: Page) =>
  page.evaluate(() => {
    const [red = 0, green = 0, blue = 0] = (getComputedStyle(document.body).backgroundColor.match(/[\d.]+/g) ?? []).map(
      Number,
    )
    return (red + green + blue) / 3
  })
const isLight = (page: Page) => expect.poll(() => paper(page)).toBeGreaterThan(200)
const isDark = (page: Page) => expect.poll(() => paper(page)).toBeLessThan(60)

async function choose(page: Page, name: 'Claro' | 'Oscuro' | 'Sistema') {
  await page.getByRole('button', { name: 'Tema' }).click()
  await page.getByRole('radio', { name }).check({ force: true })
  await page.keyboard.press('Escape')
}

test('follows the system, and changes with it', async ({ visit }) => {
  const page = await visit('/home', { colorScheme: 'light' })
  await isLight(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await isDark(page)
  await expect(root(page)).not.toHaveAttribute('data-theme')
  await page.getByRole('button', { name: 'Tema' }).click()
  await expect(page.getByRole('radio', { name: 'Sistema' })).toBeChecked()
})

test('can be chosen, is the same in every tab, and goes back to the system', async ({ visit }) => {
  const page = await visit('/home', { colorScheme: 'light' })
  const other = await page.context().newPage()
  await other.goto('/register')
  await choose(page, 'Oscuro')
  for (const tab of [page, other]) await isDark(tab)
  await page.emulateMedia({ colorScheme: 'light' })
  await isDark(page)
  await choose(page, 'Claro')
  await page.emulateMedia({ colorScheme: 'dark' })
  for (const tab of [page, other]) await isLight(tab)
  await choose(page, 'Sistema')
  await isDark(page)
  await isLight(other)
  expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({})
})

test('is there before the first paint after a reload, so that nothing flashes', async ({ visit }) => {
  const page = await visit('/home', { colorScheme: 'light' })
  await choose(page, 'Oscuro')
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.documentElement?.dataset.theme) return
      observer.disconnect()
      Object.assign(window, { themedAt: performance.now() })
    }).observe(document, { attributes: true, subtree: true, attributeFilter: ['data-theme'] })
  })
  await page.reload()
  await expect(root(page)).toHaveAttribute('data-theme', 'dark')
  await isDark(page)
  const painted = await page.evaluate(
    () =>
      new Promise<number>((done) => {
        new PerformanceObserver((list) => {
          const first = list.getEntriesByName('first-paint')[0]
          if (first) done(first.startTime)
        }).observe({ type: 'paint', buffered: true })
      }),
  )
  const themed = await page.evaluate(() => Reflect.get(window, 'themedAt') as number)
  expect(themed).toBeGreaterThan(0)
  expect(themed).toBeLessThan(painted)
})

test('can be chosen on a phone, by who is a visitor', async ({ visit }) => {
  const page = await visit('/home', { screen: 'narrow', colorScheme: 'light' })
  await page.getByRole('button', { name: 'Más' }).tap()
  await page.getByRole('navigation', { name: 'Más' }).getByText('Oscuro').tap()
  await isDark(page)
})

test('the colour of the browser goes along', async ({ visit }) => {
  const page = await visit('/home', { colorScheme: 'light' })
  const colours = () =>
    page
      .locator('meta[name=theme-color]')
      .evaluateAll((metas) =>
        (metas as HTMLMetaElement[])
          .filter(({ media }) => matchMedia(media).matches)
          .map(({ dataset }) => dataset.theme),
      )
  expect(await colours()).toEqual(['light'])
  await choose(page, 'Oscuro')
  expect(await colours()).toEqual(['dark'])
  await page.reload()
  expect(await colours()).toEqual(['dark'])
})

test('on paper are the words, without header, navigation and buttons, dark on white', async ({ house, openAs }) => {
  const post = await house.hipatia.writes({
    title: 'Para imprimir',
    content: 'Un **texto** y un [enlace](https://fuera.example/a).',
  })
  const page = await openAs('Hipatia', `/blog/${post.id}`, { colorScheme: 'dark' })
  await expect(page.getByText('Un texto')).toBeVisible()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('Un texto')).toBeVisible()
  await expect(headerOf(page)).toBeHidden()
  for (const hidden of [page.locator('nav'), page.locator('button'), page.getByRole('link', { name: 'Edit' })])
    for (const one of await hidden.all()) await expect(one).toBeHidden()
  await isLight(page)
  const ink = await page.getByRole('heading', { level: 1 }).evaluate((heading) => getComputedStyle(heading).color)
  expect(ink).toBe('rgb(0, 0, 0)')
})
