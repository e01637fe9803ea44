// Editing a post, also while somebody else saves it.
import { refuse } from '../../support/browser/network.ts'
import {
  categoryField,
  commaPost,
  contentField,
  expectTyped,
  mainButton,
  postRequest,
  titleField,
  typePost,
} from '../../support/browser/pages/post-editor.ts'
import { answer, expect, type Given, test } from '../../support/browser/test.ts'

test.describe('Editing a post', () => {
  test('offers to save and to publish a draft', async ({ server, openAs }) => {
    const safo = await server.person('Safo')
    const draft = await safo.createDraft(commaPost)
    const page = await openAs('Safo', `/blog/${draft.id}/edit`)
    await expectTyped(page, commaPost)
    await expect(contentField(page)).toHaveAttribute('rows', '12')
    await expect(page.getByRole('tab')).toHaveText(['Write', 'Preview'])
    await expect(mainButton(page, 'Guardar Cambios')).toBeEnabled()
    await expect(mainButton(page, 'Guardar y Publicar')).toBeEnabled()
    await expect(mainButton(page, 'Guardar como Borrador')).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Cancelar' })).toHaveAttribute('href', `/blog/${draft.id}`)

    await titleField(page).fill('Otro elogio')
    await mainButton(page, 'Guardar Cambios').click()
    await expect(page).toHaveURL(`/blog/${draft.id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Otro elogio')
    expect(await safo.readPost(draft)).toMatchObject({ ...commaPost, title: 'Otro elogio', is_published: false })

    await page.goto(`/blog/${draft.id}/edit`)
    await mainButton(page, 'Guardar y Publicar').click()
    await expect(page).toHaveURL(`/blog/${draft.id}`)
    expect(await safo.readPost(draft)).toMatchObject({ title: 'Otro elogio', is_published: true })
  })

  test('offers to save a published post and to turn it into a draft', async ({ server, openAs }) => {
    const safo = await server.person('Safo')
    const post = await safo.createPost(commaPost)
    const page = await openAs('Safo', `/blog/${post.id}/edit`)
    await expect(mainButton(page, 'Guardar y Publicar')).toHaveCount(0)
    await contentField(page).fill('Más corto.')
    await mainButton(page, 'Guardar Cambios').click()
    await expect(page).toHaveURL(`/blog/${post.id}`)
    await expect(page.getByText('Más corto.')).toBeVisible()
    const saved = await safo.readPost(post)
    expect(saved).toMatchObject({ content: 'Más corto.', is_published: true, published_at: post.published_at })

    await page.goto(`/blog/${post.id}/edit`)
    await mainButton(page, 'Guardar como Borrador').click()
    await expect(page).toHaveURL(`/blog/${post.id}`)
    await expect(page.getByText('BORRADOR', { exact: true })).toBeVisible()
    expect(await safo.readPost(post)).toMatchObject({ is_published: false, published_at: null })
  })

  test('shows an admin the author of the post, and changes nothing when cancelled', async ({ server, openAs }) => {
    const safo = await server.person('Safo')
    const post = await safo.createPost(commaPost)
    const hipatia = await openAs('Hipatia', `/blog/${post.id}/edit`)
    await expect(hipatia.getByRole('textbox', { name: 'Autor' })).toHaveValue('Safo')
    await titleField(hipatia).fill('Nada de esto')
    await hipatia.getByRole('link', { name: 'Cancelar' }).click()
    await answer(hipatia, '¿Descartar lo que has escrito?', 'Descartar')
    await expect(hipatia).toHaveURL(`/blog/${post.id}`)
    await expect(hipatia.getByRole('heading', { level: 1 })).toHaveText(commaPost.title)
    expect(await safo.readPost(post)).toEqual(post)
  })

  test('keeps a deactivated category, which can be removed', async ({ server, openAs }) => {
    const { hipatia } = server
    const alquimia = await hipatia.createCategory('Alquimia')
    await hipatia.createCategory('Historia')
    const safo = await server.person('Safo')
    const post = await safo.createPost({ ...commaPost, category_id: alquimia.id })
    await hipatia.deactivateCategory(alquimia)
    const page = await openAs('Safo', `/blog/${post.id}/edit`)
    await expect(categoryField(page)).toHaveValue(alquimia.id)
    await expect(categoryField(page).getByRole('option')).toHaveText(['Sin Categoría', 'Alquimia', 'Historia'])
    await titleField(page).fill('El oro de la vírgula')
    await mainButton(page, 'Guardar Cambios').click()
    await expect(page).toHaveURL(`/blog/${post.id}`)
    expect(await safo.readPost(post)).toMatchObject({ title: 'El oro de la vírgula', category_id: alquimia.id })

    await page.goto(`/blog/${post.id}/edit`)
    await categoryField(page).selectOption('Sin Categoría')
    await mainButton(page, 'Guardar Cambios').click()
    await expect(page).toHaveURL(`/blog/${post.id}`)
    expect(await safo.readPost(post)).toMatchObject({ category_id: null, category_name: null })
  })

  test('needs a text with visible characters', async ({ server, openAs }) => {
    const safo = await server.person('Safo')
    const page = await openAs('Safo', `/blog/${(await safo.createDraft(commaPost)).id}/edit`)
    await contentField(page).fill(' \u200b\n')
    await expect(mainButton(page, 'Guardar Cambios')).toBeDisabled()
    await expect(mainButton(page, 'Guardar y Publicar')).toBeDisabled()
  })

  test("is a 404 for Zenón at an unknown post and at Safo's draft", async ({ server, openAs, pageErrors }) => {
    pageErrors.expect('404 GET /api/posts/{id}')
    const draft = await (await server.person('Safo')).createDraft(commaPost)
    const zenon = await openAs('Zenón', `/blog/${'0'.repeat(32)}/edit`)
    await expect(zenon.getByText('Post no encontrado', { exact: true })).toBeVisible()
    await zenon.goto(`/blog/${draft.id}/edit`)
    await expect(zenon.getByText('Post no encontrado', { exact: true })).toBeVisible()
    await expect(zenon.getByText(commaPost.title)).toHaveCount(0)
  })

  test('keeps the unsaved text after a reload', async ({ server, openAs }) => {
    const post = await (await server.person('Safo')).createPost({ title: 'Antes', content: 'Antes.' })
    const safo = await openAs('Safo', `/blog/${post.id}/edit`)
    await expectTyped(safo, { title: 'Antes', content: 'Antes.' })
    await typePost(safo, commaPost)
    await safo.reload()
    await expectTyped(safo, commaPost)
  })

  test('does not overwrite a newer version after a reload', async ({ server, openAs, pageErrors }) => {
    pageErrors.expect('412 PUT /api/posts/{id}')
    const author = await server.person('Safo')
    const post = await author.createPost({ title: 'Antes', content: 'Antes.' })
    const safo = await openAs('Safo', `/blog/${post.id}/edit`)
    await typePost(safo, commaPost)
    await server.hipatia.editPost(post, { title: 'De Hipatia' })
    await safo.reload()
    await expectTyped(safo, commaPost)
    await mainButton(safo, 'Guardar Cambios').click()
    await expect(mainButton(safo, 'Guardar la mía de todos modos')).toBeVisible()
    expect(await author.readPost(post)).toMatchObject({ title: 'De Hipatia' })
  })

  test('keeps the text when the post cannot be loaded again, and when it was deleted', async ({
    server,
    openAs,
    pageErrors,
  }) => {
    pageErrors.expect('500 GET /api/posts/{id}', '404 PUT /api/posts/{id}')
    const author = await server.person('Safo')
    const post = await author.createPost({ title: 'Antes', content: 'Antes.' })
    const safo = await openAs('Safo', `/blog/${post.id}/edit`, { before: (page) => page.clock.install() })
    await typePost(safo, commaPost)
    await refuse(safo, postRequest, 500, undefined, 'GET')
    await safo.clock.fastForward('01:00')
    const again = safo.waitForResponse(postRequest)
    await safo.evaluate(() => window.dispatchEvent(new Event('visibilitychange'))) // as on a return to the tab
    await again
    await safo.clock.runFor(100)
    await expectTyped(safo, commaPost)
    await safo.unroute(postRequest)
    await author.call('DELETE', `/posts/${post.id}`)
    await mainButton(safo, 'Guardar Cambios').click()
    await expect(safo.getByRole('main').getByRole('alert')).toContainText('Error: ')
    await expectTyped(safo, commaPost)
  })
})

test.describe('When Hipatia has saved the post that Safo edits', () => {
  /** Safo edits a post while Hipatia saves it, and then tries to save. */
  async function saveTooLate({ server, openAs }: Pick<Given, 'server' | 'openAs'>) {
    const safo = await server.person('Safo')
    const post = await safo.createPost({ title: 'Antes', content: 'Antes.' })
    const page = await openAs('Safo', `/blog/${post.id}/edit`)
    await typePost(page, commaPost)
    await server.hipatia.editPost(post, { title: 'De Hipatia', content: 'Su texto.' })
    await mainButton(page, 'Guardar Cambios').click()
    await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
    return { safo, post, page }
  }

  test('no attempt of Safo overwrites it, and her text stays', async ({ server, openAs, pageErrors }) => {
    pageErrors.expect('412 PUT /api/posts/{id}')
    const { safo, post, page } = await saveTooLate({ server, openAs })
    await expectTyped(page, commaPost)
    const refused = page.waitForResponse((answer) => answer.request().method() === 'PUT')
    await mainButton(page, 'Guardar Cambios').click()
    expect((await refused).status()).toBe(412)
    await expectTyped(page, commaPost)
    expect(await safo.readPost(post)).toMatchObject({ title: 'De Hipatia', content: 'Su texto.' })
  })

  test('Safo sees both versions', async ({ server, openAs, pageErrors }) => {
    pageErrors.expect('412 PUT /api/posts/{id}')
    const { page } = await saveTooLate({ server, openAs })
    const both = page.getByRole('region', { name: 'Dos versiones del mismo post' })
    await expect(both.getByRole('deletion').filter({ hasText: 'De Hipatia' })).toBeVisible()
    await expect(both.getByRole('deletion').filter({ hasText: 'Su texto.' })).toBeVisible()
    await expect(both.getByRole('insertion').filter({ hasText: commaPost.title })).toBeVisible()
    await expectTyped(page, commaPost)
  })

  test('Safo can overwrite it on purpose', async ({ server, openAs, pageErrors }) => {
    pageErrors.expect('412 PUT /api/posts/{id}')
    const { safo, post, page } = await saveTooLate({ server, openAs })
    await mainButton(page, 'Guardar la mía de todos modos').click()
    await expect(page).toHaveURL(`/blog/${post.id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(commaPost.title)
    expect(await safo.readPost(post)).toMatchObject(commaPost)
  })

  test('Safo can discard her text and edit the saved version', async ({ server, openAs, pageErrors }) => {
    pageErrors.expect('412 PUT /api/posts/{id}')
    const { post, page } = await saveTooLate({ server, openAs })
    await page.getByRole('link', { name: 'Cancelar' }).click()
    await answer(page, '¿Descartar lo que has escrito?', 'Descartar')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('De Hipatia')
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await expect(page).toHaveURL(`/blog/${post.id}/edit`)
    await expectTyped(page, { title: 'De Hipatia', content: 'Su texto.' })
    await titleField(page).fill('De las dos')
    await mainButton(page, 'Guardar Cambios').click()
    await expect(page).toHaveURL(`/blog/${post.id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('De las dos')
  })
})
