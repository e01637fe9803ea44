// Earlier versions of a post, which its author and admins can compare and restore (tests/web/posts/versions.test.tsx).
import type { ListedVersion, Post } from '../../../contract/posts.ts'
import { expectAccessible } from '../../support/browser/axe.ts'
import { expect, type Page, test } from '../../support/browser/test.ts'
import type { Person } from '../../support/browser/test-server.ts'

const history = (page: Page) => page.getByRole('dialog', { name: 'Historial' })
const opener = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Historial', exact: true })
const items = (page: Page) => history(page).getByRole('list').getByRole('button')
const inHistory = (page: Page, name: string) => history(page).getByRole('button', { name })
const versionsOf = (who: Person, { id }: Post) => who.call<ListedVersion[]>('GET', `/posts/${id}/versions`)

const texts = ['El faro alumbra el mar.', 'El faro alumbra la costa.', 'El faro alumbra el puerto.'] as const

test('on a phone Safo removes a version for good, and restores the first as newest', async ({ server, openAs }) => {
  const { hipatia } = server
  const [safo, historia] = [await server.person('Safo'), await hipatia.createCategory('Historia')]
  const first = await safo.createDraft({ title: 'El faro', content: texts[0], category_id: historia.id })
  const second = await safo.editPost(first, { content: texts[1], category_id: null })
  const post = await hipatia.editPost(second, { title: 'El faro nuevo', content: texts[2] })
  const page = await openAs('Safo', `/blog/${post.id}`, { screen: 'narrow' })
  await opener(page).click()
  await expect(items(page)).toHaveText([
    /^El faro nuevo.*Actual.*hoy a las? [\d:]+ por Hipatia$/,
    /^El farohoy a las? [\d:]+ por Safo$/,
    /^El farohoy a las? [\d:]+ por Safo$/,
  ])
  await expectAccessible(page, 'the list of versions')
  await items(page).nth(1).click()
  await expect(history(page).getByRole('deletion')).toHaveText(['la costa'])
  await expectAccessible(page, 'a version')

  await inHistory(page, 'Eliminar esta versión').click()
  const removal = page.getByRole('alertdialog').filter({ hasText: 'Se borrará lo que decía el post' })
  await removal.getByRole('button', { name: 'Eliminar esta versión' }).click()
  await expect(items(page)).toHaveCount(2)
  expect((await versionsOf(safo, post)).map(({ version }) => version)).toEqual([3, 1])
  expect(await safo.readPost(post)).toEqual(post)
  // compared with the one before it, although a number is missing
  await items(page).first().click()
  await expect(history(page).getByRole('deletion').last()).toHaveText('mar')

  await inHistory(page, 'Volver a la lista').click()
  await items(page).nth(1).click()
  await inHistory(page, 'Restaurar esta versión').click()
  const restoring = page.getByRole('alertdialog').filter({ hasText: 'El post volverá a decir' })
  await restoring.getByRole('button', { name: 'Restaurar esta versión' }).click()
  await expect(history(page)).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('El faro')
  await expect(page.getByText(texts[0])).toBeVisible()
  expect(await safo.readPost(post)).toMatchObject({
    title: 'El faro',
    content: texts[0],
    category_id: historia.id,
    is_published: false,
  })
  const kept = await versionsOf(safo, post)
  expect(kept.map(({ editor_name }) => editor_name)).toEqual(['Safo', 'Hipatia', 'Safo'])
})
