import { addComment, commentItems, formToggle, newField } from '../../support/browser/pages/comments.ts'
import { expect, headerOf, type Page, test } from '../../support/browser/test.ts'

const root = (page: Page) => page.locator('html')
/** The brightness of the background, from 0 to 255. */
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

test('the theme follows the system until one is chosen for all tabs, and after it is given up', async ({ visit }) => {
  const page = await visit('/home', { colorScheme: 'light' })
  await isLight(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await isDark(page)
  await expect(root(page)).not.toHaveAttribute('data-theme')
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
  await page.getByRole('button', { name: 'Tema' }).click()
  await expect(page.getByRole('radio', { name: 'Sistema' })).toBeChecked()
})

test('the chosen theme, and its toolbar’s colour, are there before the first paint of a reload', async ({ visit }) => {
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
  expect(await colours()).toEqual(['dark'])
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

test('a printed post is dark on white with its comments, without form and buttons', async ({ server, openAs }) => {
  const post = await server.hipatia.createPost({
    title: 'Para imprimir',
    content: 'Un **texto** y un [enlace](https://fuera.example/a).',
  })
  await addComment(server.hipatia, post, 'Para la carpeta.')
  const page = await openAs('Hipatia', `/blog/${post.id}`, { colorScheme: 'dark' })
  await expect(page.getByText('Un texto')).toBeVisible()
  await formToggle(page).click()
  await expect(newField(page)).toBeVisible()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(commentItems(page).getByText('Para la carpeta.')).toBeVisible()
  await expect(newField(page)).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('Un texto')).toBeVisible()
  await expect(headerOf(page)).toBeHidden()
  for (const hidden of [page.locator('nav'), page.locator('button'), page.getByRole('link', { name: 'Edit' })])
    for (const one of await hidden.all()) await expect(one).toBeHidden()
  await isLight(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(0, 0, 0)')
})
