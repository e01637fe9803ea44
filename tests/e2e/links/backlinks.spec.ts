// Backlinks under a post.
import { expectAccessible } from '../../support/browser/axe.ts'
import { delayResponse, refuse } from '../../support/browser/network.ts'
import { confirmation } from '../../support/browser/pages/confirmation.ts'
import { tokenTo } from '../../support/browser/pages/posts.ts'
import { expect, overflowOf, type Page, test } from '../../support/browser/test.ts'

const linkedFrom = /\/linked-from$/

const backlinks = (page: Page) => page.getByRole('region', { name: 'Enlazado desde…' })

test.describe('The backlinks of a post', () => {
  test('list the posts that link to it; a draft is marked, and only its author and admins see it', async ({
    server,
    openAs,
  }) => {
    const [zenon, safo] = [await server.person('Zenón'), await server.person('Safo')]
    const target = await zenon.createPost({ title: 'El faro', content: 'Alto.' })
    await zenon.createPost({ title: 'El <b>puerto</b>', content: tokenTo('post', target) })
    const draft = await safo.createDraft({ title: 'La isla', content: tokenTo('post', target) })
    await safo.createPost({ title: 'Otra cosa', content: 'El faro.' })
    const openListing = async (who: string, ...titles: string[]) => {
      const page = await openAs(who, `/blog/${target.id}`)
      await expect(backlinks(page).getByRole('link'), who).toHaveText(titles)
      await expect(backlinks(page).getByText('BORRADOR', { exact: true })).toHaveCount(titles.length - 1)
      return page
    }
    await openListing('Zenón', 'El <b>puerto</b>')
    await openListing('Hipatia', 'La isla', 'El <b>puerto</b>')
    const page = await openListing('Safo', 'La isla', 'El <b>puerto</b>')
    await expect(backlinks(page).getByRole('listitem').filter({ hasText: 'La isla' })).toContainText('BORRADOR')
    await backlinks(page).getByRole('link', { name: 'La isla' }).focus()
    const answered = page.waitForResponse(linkedFrom)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/blog/${draft.id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('La isla')
    await answered
    await expect(backlinks(page)).toHaveCount(0)
  })

  test('change when a linking post is saved, published or deleted', async ({ server, openAs }) => {
    const zenon = await server.person('Zenón')
    const target = await zenon.createPost({ title: 'El faro' })
    const draft = await zenon.createDraft({ title: 'La isla', content: tokenTo('post', target) })
    const page = await openAs('Zenón', `/blog/${target.id}`)
    await expect(backlinks(page).getByText('BORRADOR', { exact: true })).toBeVisible()
    await backlinks(page).getByRole('link').click()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await confirmation(page).getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(page.getByText('BORRADOR', { exact: true })).toHaveCount(0)
    await page.goBack()
    await expect(backlinks(page).getByRole('link')).toHaveText(['La isla'])
    await expect(backlinks(page).getByText('BORRADOR', { exact: true })).toHaveCount(0)
    await zenon.call('DELETE', `/posts/${draft.id}`)
    const answered = page.waitForResponse(linkedFrom)
    await page.reload()
    await answered
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('El faro')
    await expect(backlinks(page)).toHaveCount(0)
  })

  test('show nothing while they are loading or after a failure', async ({ server, openAs, pageErrors }) => {
    pageErrors.expect('500 GET /api/posts/{id}/linked-from')
    const zenon = await server.person('Zenón')
    const target = await zenon.createPost({ title: 'El faro', content: 'Alto y claro.' })
    await zenon.createPost({ title: 'El puerto', content: tokenTo('post', target) })
    let delayed = { release: () => {} }
    const before = async (page: Page) => {
      await refuse(page, linkedFrom, 500)
      delayed = await delayResponse(page, linkedFrom)
    }
    const page = await openAs('Zenón', `/blog/${target.id}`, { before })
    await expect(page.getByText('Alto y claro.')).toBeVisible()
    await expect(backlinks(page)).toHaveCount(0)
    const answered = page.waitForResponse(linkedFrom)
    delayed.release()
    await answered
    await expect(page.getByText('Alto y claro.')).toBeVisible()
    await expect(backlinks(page)).toHaveCount(0)
  })

  test('are collapsed from the ninth on, with titles of any length', async ({ server, openAs }) => {
    const zenon = await server.person('Zenón')
    const target = await zenon.createPost({ title: 'El faro' })
    for (let index = 1; index <= 10; index++)
      await zenon.createPost({ title: `${index} ${'Nabucodonosor'.repeat(10)}`, content: tokenTo('post', target) })
    const page = await openAs('Zenón', `/blog/${target.id}`, { screen: 'narrow' })
    await expect(backlinks(page).getByRole('link')).toHaveCount(8)
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)
    await backlinks(page).getByText('y 2 más', { exact: true }).focus()
    await page.keyboard.press('Enter')
    await expect(backlinks(page).getByRole('link')).toHaveCount(10)
    await expectAccessible(page, 'a post that ten others link to')
  })
})
