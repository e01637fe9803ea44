// A link to a post can name words of its text: they are marked, and the page opens at the first one.
import { expectAccessible } from '../../support/browser/axe.ts'
import { expect, type Page, test } from '../../support/browser/test.ts'

/** The marked words, as they stand in the text. */
const marked = (page: Page) =>
  page.evaluate(() => [...(CSS.highlights.get('searched') ?? [])].map((range) => range.toString()))
const clear = (page: Page) => page.getByRole('button', { name: 'Quitar marcas' })
/** The distance of the first mark from the top of the window, in heights of the window. */
const heightOfFirst = (page: Page) =>
  page.evaluate(() => {
    const [first] = CSS.highlights.get('searched') ?? []
    return first instanceof Range ? first.getBoundingClientRect().top / innerHeight : Number.NaN
  })
const expectFirstInView = (page: Page) =>
  expect.poll(() => heightOfFirst(page).then((height) => Math.abs(height - 1 / 3))).toBeLessThan(0.05)

const filler = 'Nada que buscar en este párrafo.\n\n'.repeat(120)

test('a post opens at the first of its link’s words on a small phone; all are marked', async ({ server, openAs }) => {
  const content = `${filler}Un **papiro** viejo.\n\n${filler}Otro PAPIRO, y un lector.\n\n${filler}`
  const post = await server.hipatia.createPost({ content })
  const safo = await openAs('Safo', `/blog/${post.id}?resaltar=papiro+lector`, { screen: 'narrow' })
  await expect(safo.getByRole('status').filter({ hasText: '3 palabras marcadas' })).toBeVisible()
  expect(await marked(safo)).toEqual(['papiro', 'PAPIRO', 'lector'])
  await expectFirstInView(safo)
  await expectAccessible(safo, 'a post with marks')
  await clear(safo).click()
  await expect(clear(safo)).toBeHidden()
  expect(await marked(safo)).toEqual([])
  await expect(safo).toHaveURL(`/blog/${post.id}`)
  await expect(safo.getByText('Un papiro viejo.')).toBeInViewport()
})

test('a post whose first marked word is on the screen already stays at its title', async ({ server, openAs }) => {
  const begin = 'Nada que buscar.\n\n'.repeat(3)
  const content = `${begin}El papiro.\n\n${filler}Otro papiro.`
  const post = await server.hipatia.createPost({ title: 'Papeles', content })
  const safo = await openAs('Safo', `/blog/${post.id}?resaltar=papiro`)
  await expect(safo.getByRole('status').filter({ hasText: '2 palabras marcadas' })).toBeVisible()
  await expect(safo.getByRole('heading', { level: 1, name: 'Papeles' })).toBeInViewport({ ratio: 1 })
  expect(await safo.evaluate(() => scrollY)).toBe(0)
  const height = await heightOfFirst(safo)
  expect(height).toBeGreaterThan(0.4)
  expect(height).toBeLessThan(0.6)
})

test('a post stays at its first mark as more loads above; it opens there too in a browser that can’t mark words', async ({
  server,
  openAs,
}) => {
  const post = await server.hipatia.createPost({ content: `${filler}El papiro.\n\n${filler}` })
  const safo = await openAs('Safo', `/blog/${post.id}?resaltar=papiro`)
  await expectFirstInView(safo)
  // as in a browser without scroll anchoring
  const load = (height: string) =>
    safo.getByRole('article').evaluate((article, height) => {
      document.documentElement.style.setProperty('overflow-anchor', 'none')
      article.style.setProperty('padding-top', height)
    }, height)
  await load('5000px')
  await expect.poll(() => safo.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(9000)
  await expectFirstInView(safo)
  await safo.mouse.wheel(0, -300)
  await expect.poll(() => heightOfFirst(safo)).toBeGreaterThan(0.6)
  await load('5400px')
  await expect.poll(() => heightOfFirst(safo)).toBeGreaterThan(1)

  const other = await openAs('Safo', `/blog/${post.id}?resaltar=papiro`, {
    before: async (page) => void (await page.addInitScript(() => Reflect.deleteProperty(CSS, 'highlights'))),
  })
  await expect(other.getByText('El papiro.')).toBeInViewport()
})
