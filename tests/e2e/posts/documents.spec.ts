import { expect, headerOf, overflowOf, type Page, test } from '../../support/browser/test.ts'
import { realDocuments } from '../../support/real-documents.ts'

// tests/web/markdown/real-documents.test.tsx renders all of them without the page around them
const everyTwentieth = realDocuments().filter((_, index) => index % 20 === 0)

/** Opens a post without a page load and returns its text. */
async function openPost(page: Page, id: string, title: string) {
  await page.evaluate((path) => {
    history.pushState(null, '', path)
    dispatchEvent(new PopStateEvent('popstate'))
  }, `/blog/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  return page.locator('main article .prose')
}

test('Real documents are readable as posts on a small phone', async ({ server, openAs, pageErrors }) => {
  // the images that a document refers to by relative paths aren't uploaded
  pageErrors.tolerate(/^404 GET \S+ \(image\)$/)
  const safo = await server.person('Safo')
  const page = await openAs('Safo', '/home', { screen: 'narrow' })
  await expect(headerOf(page)).toContainText('Safo') // a page that is still starting expects the address it was drawn for
  for (const { title, content } of everyTwentieth) {
    const { id } = await safo.createPost({ title, content })
    const prose = await openPost(page, id, title)
    await expect(prose, title).toHaveText(/\S/)
    await expect(prose.locator(':scope > div.plain-text'), title).toHaveCount(0)
    expect(await overflowOf(page), `${title}: wider than the window`).toBeLessThanOrEqual(0)
  }
})
