// The posts that use a file, in the viewers; on its card and before it is deleted: tests/web/links.
import { expectAccessible } from '../../support/browser/axe.ts'
import { cardOf, waitForImageVersions } from '../../support/browser/pages/archive.ts'
import { tokenTo } from '../../support/browser/pages/posts.ts'
import { expect, type Locator, type Page, test } from '../../support/browser/test.ts'
import { fixture } from '../../support/fixtures.ts'

const uses = (scope: Page | Locator) => scope.getByRole('list', { name: 'Posts que usan este archivo' })

test.afterEach(({ server }) => waitForImageVersions(server))

test('the image viewer shows the posts of each image, and a PDF its own above it', async ({ server, openAs }) => {
  const zenon = await server.person('Zenón')
  const [first, second] = [await zenon.uploadFile(fixture('foto.jpg')), await zenon.uploadFile(fixture('dibujo.png'))]
  await zenon.uploadFile(fixture('foto.webp'))
  const pdf = await zenon.uploadFile(fixture('acta.pdf'))
  await waitForImageVersions(server)
  const one = await zenon.createPost({ title: 'El faro', content: tokenTo('file', first) })
  await zenon.createPost({ title: 'El puerto', content: tokenTo('file', second) })
  const said = await zenon.createPost({ title: 'Lo que se dijo', content: tokenTo('file', pdf) })
  const page = await openAs('Zenón', '/files', { screen: 'narrow' })
  await cardOf(page, 'foto.webp').getByRole('button', { name: 'Ver', exact: true }).click()
  const viewer = page.getByRole('dialog')
  await expect(viewer).toHaveAccessibleName(/foto\.webp/)
  await expect(viewer.getByRole('button', { name: /^En \d/ })).toHaveCount(0)
  await expect(viewer.getByText('1 of 3', { exact: true })).toBeVisible()
  await expect(viewer).toBeFocused()
  await page.keyboard.press('ArrowRight')
  const button = viewer.getByRole('button', { name: 'En 1 post', exact: true })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(uses(viewer).getByRole('link')).toHaveText(['El puerto'])
  await expectAccessible(page, 'uses of a picture')
  await page.keyboard.press('ArrowRight')
  await expect(viewer).toHaveAccessibleName(/foto\.jpg/)
  await expect(uses(viewer)).toHaveCount(0)
  // the arrow keys still change the image
  await page.keyboard.press('ArrowLeft')
  await expect(viewer).toHaveAccessibleName(/dibujo\.png/)
  await page.keyboard.press('ArrowRight')
  await button.click()
  await uses(viewer).getByRole('link', { name: 'El faro' }).click()
  await expect(page).toHaveURL(`/blog/${one.id}`)
  await expect(viewer).toHaveCount(0)

  await page.goto(`/files/${pdf.id}/view`)
  // the document takes the focus once it is loaded
  await expect(page.getByRole('group', { name: 'Página 1' })).toBeVisible()
  await page.getByRole('button', { name: 'En 1 post', exact: true }).click()
  const link = uses(page).getByRole('link', { name: 'Lo que se dijo' })
  await expect(link).toBeInViewport({ ratio: 1 })
  await expectAccessible(page, 'uses of a PDF')
  await link.click()
  await expect(page).toHaveURL(`/blog/${said.id}`)
})
