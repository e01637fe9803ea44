// Earlier versions of a post, which its author and admins can compare and restore.
import type { ListedVersion, Post } from '../../../contract/posts.ts'
import { expectAccessible } from '../../support/browser/axe.ts'
import { refuse } from '../../support/browser/network.ts'
import { expect, type Page, test } from '../../support/browser/test.ts'
import type { Person } from '../../support/browser/test-server.ts'

const history = (page: Page) => page.getByRole('dialog', { name: 'Historial' })
const opener = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Historial', exact: true })
const items = (page: Page) => history(page).getByRole('list').getByRole('button')
const restore = (page: Page) => history(page).getByRole('button', { name: 'Restaurar esta versión' })
const remove = (page: Page) => history(page).getByRole('button', { name: 'Eliminar esta versión' })
const removed = (page: Page) => page.getByText('Se ha eliminado la versión.')
const versionsOf = (who: Person, { id }: Post) => who.call<ListedVersion[]>('GET', `/posts/${id}/versions`)

const texts = ['El faro alumbra el mar.', 'El faro alumbra la costa.', 'El faro alumbra el puerto.']

/** A post by Safo with three versions, the last one by Hipatia. */
async function saved(safo: Person, hipatia: Person, post: { is_published?: boolean } = {}) {
  const first = await safo.createPost({ title: 'El faro', content: texts[0] as string, ...post })
  const second = await safo.editPost(first, { content: texts[1] as string })
  return hipatia.editPost(second, { title: 'El faro nuevo', content: texts[2] as string })
}

async function openHistory(page: Page) {
  await opener(page).click()
  await expect(items(page).first()).toBeVisible()
}

async function confirmRestoring(page: Page) {
  await restore(page).click()
  const question = page.getByRole('alertdialog').filter({ hasText: 'El post volverá a decir' })
  await question.getByRole('button', { name: 'Restaurar esta versión' }).click()
}

async function confirmRemoval(page: Page) {
  await remove(page).click()
  const question = page.getByRole('alertdialog').filter({ hasText: 'no se puede deshacer' })
  await question.getByRole('button', { name: 'Eliminar esta versión' }).click()
}

test('the author and admins can open the history of a post, but not Zenón', async ({ server, openAs }) => {
  const post = await saved(await server.person('Safo'), server.hipatia)
  for (const name of ['Safo', 'Hipatia']) {
    const page = await openAs(name, `/blog/${post.id}`)
    await openHistory(page)
    await expect(items(page)).toHaveCount(3)
  }
  const zenon = await openAs('Zenón', `/blog/${post.id}`)
  await expect(zenon.getByRole('heading', { level: 1 })).toHaveText('El faro nuevo')
  await expect(opener(zenon)).toHaveCount(0)
})

test('the history shows the title, author and date of each version, newest first', async ({ server, openAs }) => {
  const post = await saved(await server.person('Safo'), server.hipatia)
  const page = await openAs('Safo', `/blog/${post.id}`)
  await openHistory(page)
  await expect(items(page)).toHaveText([
    /^El faro nuevo.*Actual.*hoy a las? [\d:]+ por Hipatia$/,
    /^El farohoy a las? [\d:]+ por Safo$/,
    /^El farohoy a las? [\d:]+ por Safo$/,
  ])
})

test('a version is compared with the current text or with the version before it', async ({ server, openAs }) => {
  const post = await saved(await server.person('Safo'), server.hipatia)
  const page = await openAs('Safo', `/blog/${post.id}`)
  await openHistory(page)
  await items(page).nth(1).click()
  await expect(history(page).getByRole('button', { name: 'Volver a la lista' })).toBeFocused()
  await expect(history(page).getByRole('deletion')).toHaveText(['la costa'])
  await expect(history(page).getByRole('insertion')).toHaveText(['nuevo', 'el puerto'].map((one) => new RegExp(one)))
  await history(page).getByRole('switch', { name: 'Comparar con la anterior' }).click()
  await expect(history(page).getByRole('deletion')).toHaveText(['el mar'])
  await expect(history(page).getByRole('insertion')).toHaveText(['la costa'])
  await history(page).getByRole('button', { name: 'Volver a la lista' }).click()
  await expect(items(page).nth(1)).toBeFocused()
  await items(page).nth(2).click()
  await history(page).getByRole('switch').click()
  await expect(history(page).getByText('Es la primera versión: no hay ninguna anterior.')).toBeVisible()
  await history(page).getByRole('button', { name: 'Volver a la lista' }).click()
  await items(page).nth(0).click()
  await expect(history(page).getByRole('insertion').last()).toHaveText(/el puerto/)
  await expect(restore(page)).toHaveCount(0)
})

for (const name of ['Safo', 'Hipatia'])
  test(`${name} restores a version as the newest one, and no version is lost`, async ({ server, openAs }) => {
    const safo = await server.person('Safo')
    const post = await saved(safo, server.hipatia)
    const page = await openAs(name, `/blog/${post.id}`)
    await openHistory(page)
    await items(page).nth(2).click()
    await restore(page).click()
    const question = page.getByRole('alertdialog').filter({ hasText: 'El post volverá a decir' })
    await expect(question).toContainText('El texto actual queda en el historial.')
    await question.getByRole('button', { name: 'Cancelar' }).click()
    expect(await safo.readPost(post)).toEqual(post)
    await confirmRestoring(page)
    await expect(page.getByText('Se ha restaurado la versión.')).toBeVisible()
    await expect(history(page)).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('El faro')
    await expect(page.getByText(texts[0] as string)).toBeVisible()
    expect(await safo.readPost(post)).toMatchObject({ title: 'El faro', content: texts[0], is_published: true })
    const kept = await versionsOf(safo, post)
    expect(kept.map(({ editor_name }) => editor_name)).toEqual([name, 'Hipatia', 'Safo', 'Safo'])
    await openHistory(page)
    await expect(items(page)).toHaveCount(4)
  })

test('restoring a version of a draft keeps it a draft, and restores its category only while that is active', async ({
  server,
  openAs,
}) => {
  const { hipatia } = server
  const [historia, alquimia] = [await hipatia.createCategory('Historia'), await hipatia.createCategory('Alquimia')]
  const safo = await server.person('Safo')
  const first = await safo.createDraft({ title: 'Uno', content: 'Primero.', category_id: historia.id })
  const second = await safo.editPost(first, { title: 'Dos', category_id: alquimia.id })
  const post = await safo.editPost(second, { title: 'Tres', category_id: null })
  await hipatia.deactivateCategory(alquimia)
  const page = await openAs('Safo', `/blog/${post.id}`)
  await openHistory(page)
  await items(page).nth(1).click()
  await restore(page).click()
  await expect(page.getByRole('alertdialog').getByText(/La categoría «Alquimia» ya no se puede elegir/)).toBeVisible()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar' }).click()
  await history(page).getByRole('button', { name: 'Volver a la lista' }).click()
  await items(page).nth(2).click()
  await confirmRestoring(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Uno')
  expect(await safo.readPost(post)).toMatchObject({ category_id: historia.id, is_published: false })
})

test('a version is not restored over a newer one that the author has not seen', async ({
  server,
  openAs,
  pageErrors,
}) => {
  pageErrors.expect('412 PUT /api/posts/{id}')
  const safo = await server.person('Safo')
  const post = await saved(safo, server.hipatia)
  const page = await openAs('Safo', `/blog/${post.id}`)
  await openHistory(page)
  await items(page).nth(2).click()
  await expect(history(page).getByRole('insertion').last()).toHaveText('puerto')
  await server.hipatia.editPost(post, { content: 'El faro alumbra el cielo.' })
  await confirmRestoring(page)
  await expect(history(page).getByRole('alert')).toHaveText(/^Error: Alguien guardó otra versión.*Mira otra vez/)
  await expect(history(page).getByRole('insertion').last()).toHaveText(/cielo/)
  expect(await safo.readPost(post)).toMatchObject({ content: 'El faro alumbra el cielo.' })
  await confirmRestoring(page)
  await expect(page.getByText('Se ha restaurado la versión.')).toBeVisible()
  expect(await safo.readPost(post)).toMatchObject({ title: 'El faro', content: texts[0] })
})

for (const name of ['Safo', 'Hipatia'])
  test(`${name} removes an earlier version for good, and the current text stays`, async ({ server, openAs }) => {
    const safo = await server.person('Safo')
    const post = await saved(safo, server.hipatia)
    const page = await openAs(name, `/blog/${post.id}`)
    await openHistory(page)
    await items(page).nth(1).click()
    await remove(page).click()
    const question = page.getByRole('alertdialog').filter({ hasText: 'Se borrará lo que decía el post' })
    await expect(question).toContainText('El texto actual no cambia.')
    await question.getByRole('button', { name: 'Cancelar' }).click()
    expect(await versionsOf(safo, post)).toHaveLength(3)
    await expect(remove(page)).toBeFocused()
    await confirmRemoval(page)
    await expect(removed(page)).toBeVisible()
    await expect(items(page)).toHaveText([/^El faro nuevo.*Actual/, /^El faro.*por Safo$/])
    await expect(items(page).nth(1)).toBeFocused()
    expect((await versionsOf(safo, post)).map(({ version }) => version)).toEqual([3, 1])
    expect(await safo.readPost(post)).toEqual(post)
    // compared with the one before it, although a number is missing
    await items(page).first().click()
    await expect(history(page).getByRole('deletion').last()).toHaveText('mar')
    await expect(remove(page)).toHaveCount(0)
  })

test('the removal is in the activity, without the text', async ({ server, openAs }) => {
  const safo = await server.person('Safo')
  const post = await saved(safo, server.hipatia)
  const page = await openAs('Safo', `/blog/${post.id}`)
  await openHistory(page)
  await items(page).nth(2).click()
  await confirmRemoval(page)
  await expect(removed(page)).toBeVisible()
  const admin = await openAs('Hipatia', '/admin?view=activity&kind=content')
  const event = admin.getByRole('listitem').filter({ hasText: 'Safo eliminó una versión anterior de El faro nuevo' })
  await expect(event.first()).toContainText(/versión 1, del \d+ de \p{L}+ de \d{4} a las? \d+:\d\d \(UTC\)/u)
})

test('when the only earlier versions are removed, the history says that none is left', async ({ server, openAs }) => {
  const safo = await server.person('Safo')
  const post = await saved(safo, server.hipatia)
  const page = await openAs('Safo', `/blog/${post.id}`)
  await openHistory(page)
  await items(page).nth(2).click()
  await confirmRemoval(page)
  await expect(items(page)).toHaveCount(2)
  await items(page).nth(1).click()
  await history(page).getByRole('switch').click()
  await expect(history(page).getByText('Es la más antigua que queda: no hay ninguna anterior.')).toBeVisible()
  await confirmRemoval(page)
  await expect(history(page).getByText('No queda ninguna versión anterior de este post.')).toBeVisible()
  await expect(items(page)).toHaveCount(1)
  await expect(items(page).first()).toBeFocused()
})

test('a version that Hipatia removed meanwhile is gone from Safo’s list without an error', async ({
  server,
  openAs,
  pageErrors,
}) => {
  pageErrors.expect('404 DELETE /api/posts/{id}/versions/2')
  const post = await saved(await server.person('Safo'), server.hipatia)
  const page = await openAs('Safo', `/blog/${post.id}`)
  await openHistory(page)
  await items(page).nth(1).click()
  await expect(restore(page)).toBeEnabled()
  await server.hipatia.call('DELETE', `/posts/${post.id}/versions/2`)
  await confirmRemoval(page)
  await expect(removed(page)).toBeVisible()
  await expect(items(page)).toHaveCount(2)
})

test('a removal that fails says so, and can be tried again', async ({ server, openAs, pageErrors }) => {
  pageErrors.expect('500 DELETE /api/posts/{id}/versions/2')
  const post = await saved(await server.person('Safo'), server.hipatia)
  const page = await openAs('Safo', `/blog/${post.id}`)
  await openHistory(page)
  await items(page).nth(1).click()
  await expect(restore(page)).toBeEnabled()
  await refuse(page, /\/versions\/2$/, 500)
  await confirmRemoval(page)
  await expect(history(page).getByRole('alert')).toHaveText(/^No se ha podido eliminar la versión\./)
  await page.unroute(/\/versions\/2$/)
  await confirmRemoval(page)
  await expect(removed(page)).toBeVisible()
  await expect(items(page)).toHaveCount(2)
})

test('a post with one version has an empty history, not an error', async ({ server, openAs }) => {
  const post = await (await server.person('Safo')).createPost()
  const page = await openAs('Safo', `/blog/${post.id}`)
  await opener(page).click()
  await expect(history(page).getByText(/se ha guardado una sola vez: todavía no hay versiones/)).toBeVisible()
  await expect(history(page).getByRole('alert')).toHaveCount(0)
})

test('many versions come in pages, and the last one of a page can be compared with the one before it', async ({
  server,
  openAs,
}) => {
  const safo = await server.person('Safo')
  let post = await safo.createPost({ title: 'Muchas', content: 'Vez 1' })
  for (let n = 2; n <= 23; n++) post = await safo.editPost(post, { content: `Vez ${n}` })
  const page = await openAs('Safo', `/blog/${post.id}`)
  await openHistory(page)
  await expect(items(page)).toHaveCount(20)
  await items(page).last().click() // the fourth save
  await history(page).getByRole('switch').click()
  await expect(history(page).getByRole('deletion')).toHaveText(/3/)
  await history(page).getByRole('button', { name: 'Volver a la lista' }).click()
  await expect(items(page)).toHaveCount(23)
  await expect(history(page).getByRole('button', { name: 'Mostrar más versiones' })).toHaveCount(0)
})

test('a failure to load the history is shown, and can be retried', async ({ server, openAs, pageErrors }) => {
  pageErrors.expect('500 GET /api/posts/{id}/versions')
  const post = await saved(await server.person('Safo'), server.hipatia)
  const page = await openAs('Safo', `/blog/${post.id}`)
  await refuse(page, /\/versions\?/, 500)
  await opener(page).click()
  await expect(history(page).getByRole('alert')).toHaveText(/No se ha podido cargar el historial/)
  await page.unroute(/\/versions\?/)
  await history(page).getByRole('button', { name: 'Reintentar' }).click()
  await expect(items(page)).toHaveCount(3)
})

test('the history can be used by keyboard alone', async ({ server, openAs }) => {
  const safo = await server.person('Safo')
  const post = await saved(safo, server.hipatia)
  const page = await openAs('Safo', `/blog/${post.id}`)
  await opener(page).press('Enter')
  await items(page).nth(2).focus()
  await page.keyboard.press('Enter')
  await expect(history(page).getByRole('button', { name: 'Volver a la lista' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(history(page).getByRole('switch')).toBeFocused()
  await expect(restore(page)).toBeEnabled() // It appears with the version, and waits for the categories.
  await page.keyboard.press('Tab')
  for (const button of [restore, remove]) {
    await expect(button(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await expect(button(page)).toBeFocused()
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Escape')
  await expect(history(page)).toBeHidden()
  await expect(opener(page)).toBeFocused()
  expect(await safo.readPost(post)).toEqual(post)
})

for (const screen of ['desktop', 'narrow'] as const)
  test(`the history passes axe in both themes on a ${screen} screen`, async ({ server, openAs }) => {
    const post = await saved(await server.person('Safo'), server.hipatia)
    const page = await openAs('Safo', `/blog/${post.id}`, { screen })
    await openHistory(page)
    await expectAccessible(page, 'the list of versions')
    await items(page).nth(1).click()
    await expect(history(page).getByRole('deletion')).toBeVisible()
    await expectAccessible(page, 'a version')
    await expect(restore(page)).toBeVisible()
  })
