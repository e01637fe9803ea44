import { expectDate } from '../../support/browser/dates.ts'
import { refuse } from '../../support/browser/network.ts'
import { contentField, mainButton, titleField } from '../../support/browser/pages/post-editor.ts'
import { draftBadge } from '../../support/browser/pages/posts.ts'
import { toast } from '../../support/browser/pages/toasts.ts'
import { answer, expect, type Page, test } from '../../support/browser/test.ts'

const one = /\/api\/posts\/[0-9a-f]{32}$/
const publication = /\/api\/posts\/[0-9a-f]{32}\/publish$/

const confirmDelete = 'Are you sure you want to delete this post? This action cannot be undone.'
const confirmPublish = '¿Estás seguro de que quieres publicar este post?'
const confirmUnpublish = '¿Estás seguro de que quieres despublicar este post?'

const main = (page: Page) => page.getByRole('main')
const heading = (page: Page) => main(page).getByRole('heading', { level: 1 })
/** The date after a word, such as 'Publicado'. */
const dateAfter = (page: Page, word: string) =>
  main(page)
    .getByText(new RegExp(`^${word} `))
    .locator('time')

test.describe('A post', () => {
  test('shows title, author, category, date of publication and text', async ({ server, openAs }) => {
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
    await main(safo).getByRole('link', { name: 'Volver al Blog' }).click()
    await expect(safo).toHaveURL('/blog')
  })

  test('that was changed shows the date of the change', async ({ server, openAs }) => {
    const zenon = await server.person('Zenón')
    const post = await zenon.editPost(await zenon.createPost(), { content: 'Otro texto.' })
    const safo = await openAs('Safo', `/blog/${post.id}`)
    await expectDate(dateAfter(safo, 'Actualizado'), post.updated_at)
    await expectDate(dateAfter(safo, 'Publicado'), post.published_at as string)
  })

  test('that is a draft shows this and the date of its creation', async ({ server, openAs }) => {
    const post = await (await server.person('Zenón')).createDraft({ title: 'A medias' })
    for (const name of ['Zenón', 'Hipatia']) {
      const page = await openAs(name, `/blog/${post.id}`)
      await expect(heading(page)).toHaveText('A medias')
      await expect(draftBadge(page)).toBeVisible()
      await expectDate(dateAfter(page, 'Creado'), post.created_at)
      await expect(main(page).getByText(/^Publicado /)).toHaveCount(0)
      await expect(main(page).getByText('Sin Categoría', { exact: true })).toBeVisible()
    }
  })

  test("that is Safo's draft is a 404 for others, like an unknown post", async ({ server, openAs, pageErrors }) => {
    pageErrors.expect('404 GET /api/posts/{id}')
    const post = await (await server.person('Zenón')).createDraft({ title: 'A medias' })
    const safo = await openAs('Safo', '/home')
    const said: string[] = []
    for (const id of [post.id, '0'.repeat(32)]) {
      const refused = safo.waitForResponse(one)
      await safo.goto(`/blog/${id}`)
      const { detail } = (await (await refused).json()) as { detail: string }
      await expect(main(safo).getByRole('alert').getByText(`Error: ${detail}`, { exact: true })).toBeVisible()
      await expect(safo.getByText('A medias')).toHaveCount(0)
      said.push(detail)
    }
    expect(said[0]).toBe(said[1])
  })

  test('leads its author to the editor with the stored text', async ({ server, openAs }) => {
    const post = await (await server.person('Zenón')).createPost({ title: 'La tortuga', content: 'Llega antes.' })
    const zenon = await openAs('Zenón', `/blog/${post.id}`)
    await main(zenon).getByRole('link', { name: 'Edit', exact: true }).click()
    await expect(titleField(zenon)).toHaveValue('La tortuga')
    await expect(contentField(zenon)).toHaveValue('Llega antes.')
  })
})

test.describe('Publishing a post', () => {
  test('asks first, does nothing when cancelled, and can be undone', async ({ server, openAs }) => {
    const zenon = await server.person('Zenón')
    const post = await zenon.createDraft()
    const page = await openAs('Zenón', `/blog/${post.id}`)
    await mainButton(page, 'Publish').click()
    await answer(page, confirmPublish, 'Cancelar')
    await expect(draftBadge(page)).toBeVisible()
    expect(await zenon.readPost(post)).toMatchObject({ is_published: false })

    await mainButton(page, 'Publish').click()
    await answer(page, confirmPublish, 'Publish')
    await expect(mainButton(page, 'Unpublish')).toBeVisible()
    await expect(draftBadge(page)).toHaveCount(0)
    const published = await zenon.readPost(post)
    expect(published.is_published).toBe(true)
    await expectDate(dateAfter(page, 'Publicado'), published.published_at as string)
    await expect(page).toHaveURL(`/blog/${post.id}`)

    await mainButton(page, 'Unpublish').click()
    await answer(page, confirmUnpublish, 'Cancelar')
    expect(await zenon.readPost(post)).toMatchObject({ is_published: true })
    await mainButton(page, 'Unpublish').click()
    await answer(page, confirmUnpublish, 'Unpublish')
    await expect(draftBadge(page)).toBeVisible()
    await expectDate(dateAfter(page, 'Creado'), post.created_at)
    expect(await zenon.readPost(post)).toMatchObject({ is_published: false })
  })

  test('does nothing when the question is closed with Escape', async ({ server, openAs }) => {
    const zenon = await server.person('Zenón')
    const post = await zenon.createDraft()
    const page = await openAs('Zenón', `/blog/${post.id}`)
    await mainButton(page, 'Publish').click()
    await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('alertdialog')).toBeHidden()
    await expect(mainButton(page, 'Publish')).toBeFocused()
    expect(await zenon.readPost(post)).toMatchObject({ is_published: false })
  })

  test('shows a failure, with and without a reason, and so does unpublishing', async ({
    server,
    openAs,
    pageErrors,
  }) => {
    pageErrors.expect('500 PUT /api/posts/{id}/publish')
    const post = await (await server.person('Zenón')).createDraft()
    const zenon = await openAs('Zenón', `/blog/${post.id}`)
    for (const [action, question, alert] of [
      ['Publish', confirmPublish, 'Error al publicar el post. Por favor intenta de nuevo.'],
      ['Unpublish', confirmUnpublish, 'Error al despublicar el post. Por favor intenta de nuevo.'],
    ] as const) {
      const press = async () => {
        await mainButton(zenon, action).click()
        await answer(zenon, question, action)
      }
      for (const detail of [undefined, 'La imprenta está rota.'])
        await test.step(`${action}${detail ? ', with the reason' : ''}`, async () => {
          await refuse(zenon, publication, 500, detail)
          await press()
          await expect(toast(zenon, detail ? `${alert} ${detail}` : alert)).toBeVisible()
          await expect(mainButton(zenon, action)).toBeVisible()
          await zenon.unroute(publication)
        })
      await press()
      await expect(mainButton(zenon, action)).toHaveCount(0)
    }
  })
})

test.describe('Deleting a post', () => {
  test('asks first, does nothing when cancelled, and leads to the blog', async ({ server, openAs }) => {
    const zenon = await server.person('Zenón')
    const post = await zenon.createPost({ title: 'Para borrar' })
    const page = await openAs('Zenón', `/blog/${post.id}`)
    await mainButton(page, 'Delete').click()
    await answer(page, confirmDelete, 'Cancelar')
    await expect(heading(page)).toHaveText('Para borrar')
    expect(await zenon.readPost(post)).toEqual(post)

    await mainButton(page, 'Delete').click()
    await answer(page, confirmDelete, 'Delete')
    await expect(page).toHaveURL('/blog')
    await expect(page.getByText('No hay posts todavía. Sé el primero en crear uno!')).toBeVisible()
    await expect(zenon.readPost(post)).rejects.toThrow('404')
  })

  test("removes the post from the list that an admin's blog had already loaded", async ({ server, openAs }) => {
    const zenon = await server.person('Zenón')
    await zenon.createPost({ title: 'Se queda' })
    await zenon.createPost({ title: 'Para borrar' })
    const hipatia = await openAs('Hipatia', '/blog')
    await hipatia.getByRole('link', { name: 'Para borrar', exact: true }).click()
    await mainButton(hipatia, 'Delete').click()
    await answer(hipatia, confirmDelete, 'Delete')
    await expect(hipatia).toHaveURL('/blog')
    await expect(hipatia.getByRole('article').getByRole('heading')).toHaveText(['Se queda'])
  })

  test('shows a failure, with and without a reason, and the post stays', async ({ server, openAs, pageErrors }) => {
    pageErrors.expect('500 DELETE /api/posts/{id}')
    const post = await (await server.person('Zenón')).createPost({ title: 'De piedra' })
    const zenon = await openAs('Zenón', `/blog/${post.id}`)
    for (const [detail, alert] of [
      [undefined, 'Error: Failed to delete post'],
      ['Está escrito en piedra.', 'Error: Está escrito en piedra.'],
    ] as const)
      await test.step(alert, async () => {
        await refuse(zenon, one, 500, detail, 'DELETE')
        await mainButton(zenon, 'Delete').click()
        await answer(zenon, confirmDelete, 'Delete')
        await expect(toast(zenon, new RegExp(alert))).toBeVisible()
        await expect(zenon).toHaveURL(`/blog/${post.id}`)
        await expect(heading(zenon)).toHaveText('De piedra')
        await zenon.unroute(one)
      })
  })
})
