import { expectDate } from '../../support/browser/dates.ts'
import { mainButton } from '../../support/browser/pages/post-editor.ts'
import { draftBadge } from '../../support/browser/pages/posts.ts'
import { answer, expect, type Page, test } from '../../support/browser/test.ts'

const main = (page: Page) => page.getByRole('main')
const heading = (page: Page) => main(page).getByRole('heading', { level: 1 })
/** The date after a word, such as 'Publicado'. */
const dateAfter = (page: Page, word: string) =>
  main(page)
    .getByText(new RegExp(`^${word} `))
    .locator('time')

test('a post shows title, author, category, dates and text', async ({ server, openAs }) => {
  const zenon = await server.person('Zenón')
  const historia = await server.hipatia.createCategory('Historia')
  const post = await zenon.createPost({ title: 'La tortuga', content: 'Llega **antes**.', category_id: historia.id })
  const safo = await openAs('Safo', `/blog/${post.id}`)
  await expect(heading(safo)).toHaveText('La tortuga')
  await expect(safo).toHaveTitle('La tortuga · Alejandría')
  await expect(main(safo).getByText('Por Zenón', { exact: true })).toBeVisible()
  await expect(main(safo).getByText('Historia', { exact: true })).toBeVisible()
  await expectDate(dateAfter(safo, 'Publicado'), post.published_at as string)
  await expect(main(safo).getByText(/^(Creado|Actualizado) /)).toHaveCount(0)
  await expect(draftBadge(safo)).toHaveCount(0)
  await expect(main(safo).getByRole('article').locator('strong')).toHaveText('antes')
  await zenon.editPost(post, { content: 'Otro texto.' })
  await safo.reload()
  await expect(main(safo).getByText('Otro texto.', { exact: true })).toBeVisible()
  await expectDate(dateAfter(safo, 'Publicado'), post.published_at as string)
  await main(safo).getByRole('link', { name: 'Volver al Blog' }).click()
  await expect(safo).toHaveURL('/blog')
})

test('Zenón publishes his draft; until then it is a 404 for Safo', async ({ server, openAs, pageErrors }) => {
  pageErrors.expect('404 GET /api/posts/{id}')
  const zenon = await server.person('Zenón')
  const post = await zenon.createDraft({ title: 'A medias' })
  const safo = await openAs('Safo', `/blog/${post.id}`)
  await expect(
    main(safo)
      .getByRole('alert')
      .getByText(/^Error: ./),
  ).toBeVisible()
  await expect(safo.getByText('A medias')).toHaveCount(0)

  const page = await openAs('Zenón', `/blog/${post.id}`)
  await expect(heading(page)).toHaveText('A medias')
  await expect(draftBadge(page)).toBeVisible()
  await expectDate(dateAfter(page, 'Creado'), post.created_at)
  await expect(main(page).getByText(/^Publicado /)).toHaveCount(0)
  await expect(main(page).getByText('Sin Categoría', { exact: true })).toBeVisible()
  await mainButton(page, 'Publish').click()
  await answer(page, '¿Estás seguro de que quieres publicar este post?', 'Publish')
  await expect(draftBadge(page)).toHaveCount(0)
  const published = await zenon.readPost(post)
  await expectDate(dateAfter(page, 'Publicado'), published.published_at as string)
  await safo.goto(`/blog/${post.id}`)
  await expect(heading(safo)).toHaveText('A medias')
})

test("a deleted post leaves the list that an admin's blog had already loaded", async ({ server, openAs }) => {
  const zenon = await server.person('Zenón')
  await zenon.createPost({ title: 'Se queda' })
  const post = await zenon.createPost({ title: 'Para borrar' })
  const hipatia = await openAs('Hipatia', '/blog')
  await hipatia.getByRole('link', { name: 'Para borrar', exact: true }).click()
  await mainButton(hipatia, 'Delete').click()
  await answer(hipatia, 'Are you sure you want to delete this post? This action cannot be undone.', 'Delete')
  await expect(hipatia).toHaveURL('/blog')
  await expect(hipatia.getByRole('article').getByRole('heading')).toHaveText(['Se queda'])
  await expect(zenon.readPost(post)).rejects.toThrow('404')
})
