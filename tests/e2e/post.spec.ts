import { expectDate } from './support/dates.ts'
import { holdBack, refuse } from './support/gate.ts'
import { answer, expect, type Page, test } from './support/test.ts'

const one = /\/api\/posts\/[0-9a-f]{32}$/
const publication = /\/api\/posts\/[0-9a-f]{32}\/publish$/

const confirmDelete = 'Are you sure you want to delete this post? This action cannot be undone.'
const confirmPublish = '¿Estás seguro de que quieres publicar este post?'
const confirmUnpublish = '¿Estás seguro de que quieres despublicar este post?'

const main = (page: Page) => page.getByRole('main')
const heading = (page: Page) => main(page).getByRole('heading', { level: 1 })
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true })
const badge = (page: Page) => main(page).getByText('BORRADOR', { exact: true })
const toast = (page: Page, text: string | RegExp) => page.getByRole('region', { name: 'Avisos' }).getByText(text)
/** The date after a word, such as 'Publicado'. */
const dateAfter = (page: Page, word: string) =>
  main(page)
    .getByText(new RegExp(`^${word} `))
    .locator('time')

test.describe('A post', () => {
  test('shows title, author, category, when it was published, and its text', async ({ house, openAs }) => {
    const zenon = await house.person('Zenón')
    const historia = await house.hipatia.opens('Historia')
    const post = await zenon.writes({ title: 'La tortuga', content: 'Llega **antes**.', category_id: historia.id })
    const safo = await openAs('Safo', `/blog/${post.id}`)
    await expect(heading(safo)).toHaveText('La tortuga')
    await expect(safo).toHaveTitle('La tortuga · Alejandría')
    await expect(main(safo).getByText('Por Zenón', { exact: true })).toBeVisible()
    await expect(main(safo).getByText('Historia', { exact: true })).toBeVisible()
    await expectDate(dateAfter(safo, 'Publicado'), post.published_at as string)
    await expect(main(safo).getByText(/^(Creado|Actualizado) /)).toHaveCount(0)
    await expect(badge(safo)).toHaveCount(0)
    await expect(main(safo).getByRole('article').locator('strong')).toHaveText('antes')
    await main(safo).getByRole('link', { name: 'Volver al Blog' }).click()
    await expect(safo).toHaveURL('/blog')
  })

  test('that was changed says when', async ({ house, openAs }) => {
    const zenon = await house.person('Zenón')
    const post = await zenon.rewrites(await zenon.writes(), { content: 'Otro texto.' })
    const safo = await openAs('Safo', `/blog/${post.id}`)
    await expectDate(dateAfter(safo, 'Actualizado'), post.updated_at)
    await expectDate(dateAfter(safo, 'Publicado'), post.published_at as string)
  })

  test('that is a draft says so, and when it was created', async ({ house, openAs }) => {
    const post = await (await house.person('Zenón')).drafts({ title: 'A medias' })
    for (const name of ['Zenón', 'Hipatia']) {
      const page = await openAs(name, `/blog/${post.id}`)
      await expect(heading(page)).toHaveText('A medias')
      await expect(badge(page)).toBeVisible()
      await expectDate(dateAfter(page, 'Creado'), post.created_at)
      await expect(main(page).getByText(/^Publicado /)).toHaveCount(0)
      await expect(main(page).getByText('Sin Categoría', { exact: true })).toBeVisible()
    }
  })

  test("that is somebody else's draft isn't there, like one that never was", async ({ house, openAs, trouble }) => {
    trouble.expect('404 GET /api/posts/{id}')
    const post = await (await house.person('Zenón')).drafts({ title: 'A medias' })
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

  test('has its buttons for the author and for admins, and for nobody else', async ({ house, openAs }) => {
    const post = await (await house.person('Zenón')).writes()
    for (const name of ['Zenón', 'Hipatia']) {
      const page = await openAs(name, `/blog/${post.id}`)
      await expect(button(page, 'Delete')).toBeVisible()
      await expect(button(page, 'Unpublish')).toBeVisible()
      await expect(button(page, 'Publish')).toHaveCount(0)
      await expect(main(page).getByRole('link', { name: 'Edit', exact: true })).toHaveAttribute(
        'href',
        `/blog/${post.id}/edit`,
      )
    }
    const safo = await openAs('Safo', `/blog/${post.id}`)
    await expect(heading(safo)).toBeVisible()
    for (const name of ['Delete', 'Unpublish', 'Publish']) await expect(button(safo, name)).toHaveCount(0)
    await expect(main(safo).getByRole('link', { name: 'Edit', exact: true })).toHaveCount(0)
  })

  test('leads its author to the editor, which has what is stored', async ({ house, openAs }) => {
    const post = await (await house.person('Zenón')).writes({ title: 'La tortuga', content: 'Llega antes.' })
    const zenon = await openAs('Zenón', `/blog/${post.id}`)
    await main(zenon).getByRole('link', { name: 'Edit', exact: true }).click()
    await expect(zenon.getByRole('textbox', { name: 'Título' })).toHaveValue('La tortuga')
    await expect(zenon.getByRole('textbox', { name: 'Contenido' })).toHaveValue('Llega antes.')
  })

  test('says that it is loaded, and that it could not be, and comes with another try', async ({
    house,
    openAs,
    trouble,
  }) => {
    trouble.expect('500 GET /api/posts/{id}')
    const post = await (await house.person('Zenón')).writes({ title: 'La tortuga' })
    let gate = { open: () => {} }
    const safo = await openAs('Safo', `/blog/${post.id}`, {
      before: async (page) => {
        await refuse(page, one, 500)
        gate = await holdBack(page, one)
      },
    })
    await expect(safo.getByRole('status').filter({ hasText: /\S/ })).toHaveText(/^Cargando/)
    gate.open()
    await expect(main(safo).getByRole('alert').getByText('Error: Failed to fetch post', { exact: true })).toBeVisible()
    await safo.unrouteAll({ behavior: 'wait' })
    await refuse(safo, one, 500, 'Hoy no.')
    await main(safo).getByRole('alert').getByRole('button').click()
    await expect(main(safo).getByRole('alert').getByText('Error: Hoy no.', { exact: true })).toBeVisible()
    await safo.unroute(one)
    await main(safo).getByRole('alert').getByRole('button').click()
    await expect(heading(safo)).toHaveText('La tortuga')
  })
})

test.describe('Publishing', () => {
  test('asks first, does nothing when cancelled, and takes the post back and forth', async ({ house, openAs }) => {
    const zenon = await house.person('Zenón')
    const post = await zenon.drafts()
    const page = await openAs('Zenón', `/blog/${post.id}`)
    await button(page, 'Publish').click()
    await answer(page, confirmPublish, 'Cancelar')
    await expect(badge(page)).toBeVisible()
    expect(await zenon.reads(post)).toMatchObject({ is_published: false })

    await button(page, 'Publish').click()
    await answer(page, confirmPublish, 'Publish')
    await expect(button(page, 'Unpublish')).toBeVisible()
    await expect(badge(page)).toHaveCount(0)
    const published = await zenon.reads(post)
    expect(published.is_published).toBe(true)
    await expectDate(dateAfter(page, 'Publicado'), published.published_at as string)
    await expect(page).toHaveURL(`/blog/${post.id}`)

    await button(page, 'Unpublish').click()
    await answer(page, confirmUnpublish, 'Cancelar')
    expect(await zenon.reads(post)).toMatchObject({ is_published: true })
    await button(page, 'Unpublish').click()
    await answer(page, confirmUnpublish, 'Unpublish')
    await expect(badge(page)).toBeVisible()
    await expectDate(dateAfter(page, 'Creado'), post.created_at)
    expect(await zenon.reads(post)).toMatchObject({ is_published: false })
  })

  test('does nothing when the question is sent away with Escape', async ({ house, openAs }) => {
    const zenon = await house.person('Zenón')
    const post = await zenon.drafts()
    const page = await openAs('Zenón', `/blog/${post.id}`)
    await button(page, 'Publish').click()
    await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('alertdialog')).toBeHidden()
    await expect(button(page, 'Publish')).toBeFocused()
    expect(await zenon.reads(post)).toMatchObject({ is_published: false })
  })

  for (const [state, action, question, alert] of [
    ['draft', 'Publish', confirmPublish, 'Error al publicar el post. Por favor intenta de nuevo.'],
    ['post', 'Unpublish', confirmUnpublish, 'Error al despublicar el post. Por favor intenta de nuevo.'],
  ] as const)
    for (const detail of [undefined, 'La imprenta está rota.'])
      test(`says so when a ${state} cannot be changed${detail ? ', with the reason' : ''}`, async ({
        house,
        openAs,
        trouble,
      }) => {
        trouble.expect('500 PUT /api/posts/{id}/publish')
        const author = await house.person('Zenón')
        const post = await (state === 'draft' ? author.drafts() : author.writes())
        const zenon = await openAs('Zenón', `/blog/${post.id}`)
        await refuse(zenon, publication, 500, detail)
        await button(zenon, action).click()
        await answer(zenon, question, action)
        await expect(toast(zenon, alert).first()).toBeVisible()
        if (detail) await expect(toast(zenon, detail).first()).toBeVisible()
        await expect(button(zenon, action)).toBeVisible()
      })
})

test.describe('Deleting', () => {
  test('asks first, does nothing when cancelled, and leads to the blog', async ({ house, openAs }) => {
    const zenon = await house.person('Zenón')
    const post = await zenon.writes({ title: 'Para borrar' })
    const page = await openAs('Zenón', `/blog/${post.id}`)
    await button(page, 'Delete').click()
    await answer(page, confirmDelete, 'Cancelar')
    await expect(heading(page)).toHaveText('Para borrar')
    expect(await zenon.reads(post)).toEqual(post)

    await button(page, 'Delete').click()
    await answer(page, confirmDelete, 'Delete')
    await expect(page).toHaveURL('/blog')
    await expect(page.getByText('No hay posts todavía. Sé el primero en crear uno!')).toBeVisible()
    await expect(zenon.reads(post)).rejects.toThrow('404')
  })

  test("takes the post of the blog's list that was already loaded, for an admin too", async ({ house, openAs }) => {
    const zenon = await house.person('Zenón')
    await zenon.writes({ title: 'Se queda' })
    await zenon.writes({ title: 'Para borrar' })
    const hipatia = await openAs('Hipatia', '/blog')
    await hipatia.getByRole('link', { name: 'Para borrar', exact: true }).click()
    await button(hipatia, 'Delete').click()
    await answer(hipatia, confirmDelete, 'Delete')
    await expect(hipatia).toHaveURL('/blog')
    await expect(hipatia.getByRole('article').getByRole('heading')).toHaveText(['Se queda'])
  })

  for (const [detail, alert] of [
    [undefined, 'Error: Failed to delete post'],
    ['Está escrito en piedra.', 'Error: Está escrito en piedra.'],
  ] as const)
    test(`says '${alert}' when it fails, and the post stays`, async ({ house, openAs, trouble }) => {
      trouble.expect('500 DELETE /api/posts/{id}')
      const post = await (await house.person('Zenón')).writes({ title: 'De piedra' })
      const zenon = await openAs('Zenón', `/blog/${post.id}`)
      await refuse(zenon, one, 500, detail, 'DELETE')
      await button(zenon, 'Delete').click()
      await answer(zenon, confirmDelete, 'Delete')
      await expect(toast(zenon, alert).first()).toBeVisible()
      await expect(zenon).toHaveURL(`/blog/${post.id}`)
      await expect(heading(zenon)).toHaveText('De piedra')
    })
})
