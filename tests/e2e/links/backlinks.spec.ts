// Backlinks under a post.
import { tokenTo } from '../../support/browser/pages/posts.ts'
import { confirmation, expect, test } from '../../support/browser/test.ts'

const linkedFrom = /\/linked-from$/

test('the backlinks of a post change as linking posts are saved, published or deleted', async ({ server, openAs }) => {
  const zenon = await server.person('Zenón')
  const target = await zenon.createPost({ title: 'El faro' })
  const draft = await zenon.createDraft({ title: 'La <b>isla</b>', content: tokenTo('post', target) })
  const page = await openAs('Zenón', `/blog/${target.id}`)
  const backlinks = page.getByRole('region', { name: 'Enlazado desde…' })
  await expect(backlinks.getByText('BORRADOR', { exact: true })).toBeVisible()
  await backlinks.getByRole('link').focus()
  const ofDraft = page.waitForResponse(linkedFrom)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('La <b>isla</b>')
  await ofDraft
  await expect(backlinks).toHaveCount(0)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await confirmation(page).getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('BORRADOR', { exact: true })).toHaveCount(0)
  await page.goBack()
  await expect(backlinks.getByRole('link')).toHaveText(['La <b>isla</b>'])
  await expect(backlinks.getByText('BORRADOR', { exact: true })).toHaveCount(0)
  await zenon.call('DELETE', `/posts/${draft.id}`)
  const answered = page.waitForResponse(linkedFrom)
  await page.reload()
  await answered
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('El faro')
  await expect(backlinks).toHaveCount(0)
})
