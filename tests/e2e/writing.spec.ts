import type { Post } from '../../contract/posts.ts'
import { emptyStorage, holdBack, refuse, storageOf } from './support/gate.ts'
import { answer, expect, type Given, headerOf, type Page, passwordOf, quietPage, signIn, test } from './support/test.ts'
import { asOfAFrame } from './support/trouble.ts'

const posts = '**/api/posts'
const one = /\/api\/posts\/[0-9a-f]{32}$/

// behind a modal too
const title = (page: Page) => page.getByRole('textbox', { name: 'Título', includeHidden: true })
const content = (page: Page) => page.getByRole('textbox', { name: 'Contenido', includeHidden: true })
const category = (page: Page) => page.getByRole('combobox', { name: 'Categoría' })
const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
const failure = (page: Page, text: string) => page.getByRole('main').getByRole('alert').getByText(text, { exact: true })

async function type(page: Page, words: { title: string; content: string }) {
  await title(page).fill(words.title)
  await content(page).fill(words.content)
}

async function expectTyped(page: Page, words: { title: string; content: string }) {
  await expect(title(page)).toHaveValue(words.title)
  await expect(content(page)).toHaveValue(words.content)
}

const words = { title: 'Elogio de la vírgula', content: 'La *vírgula* es más vieja que la coma.\n\n- y más larga\n' }

test.describe('A new post', () => {
  test('has its fields: the author who cannot be changed, categories that can be chosen, title and text', async ({
    house,
    openAs,
  }) => {
    const { hipatia } = house
    for (const name of ['Música y Cine', 'Arte y Cultura', 'Historia']) await hipatia.opens(name)
    await hipatia.closes(await hipatia.opens('Alquimia'))
    const safo = await openAs('Safo', '/blog/create')
    const author = safo.getByRole('textbox', { name: 'Autor' })
    await expect(author).toHaveValue('Safo')
    await expect(author).not.toBeEditable()
    await expect(category(safo).getByRole('option')).toHaveText([
      'Sin Categoría',
      'Arte y Cultura',
      'Historia',
      'Música y Cine',
    ])
    await expect(category(safo)).toHaveValue('')
    await expect(title(safo)).toHaveValue('')
    await expect(content(safo)).toHaveAttribute('rows', '12')
    await expect(safo.getByRole('tab')).toHaveText(['Write', 'Preview'])
    await expect(safo.getByRole('tab', { name: 'Write' })).toHaveAttribute('aria-selected', 'true')
    await expect(safo.getByRole('link', { name: 'Cancelar' })).toHaveAttribute('href', '/blog')
    await safo.getByRole('link', { name: 'Cancelar' }).click()
    await expect(safo).toHaveURL('/blog')
  })

  test('can be saved when title and text are something that can be seen', async ({ openAs }) => {
    const safo = await openAs('Safo', '/blog/create')
    const save = [button(safo, 'Guardar Borrador'), button(safo, 'Publicar Post')]
    const nothing = ['', '   ', '\u00a0\u2003', '\u200b', '\u2800', '\u00ad\ufeff']
    for (const blank of nothing) {
      await type(safo, { title: blank, content: 'Algo' })
      for (const one of save) await expect(one).toBeDisabled()
      await type(safo, { title: 'Algo', content: `\n${blank}\t` })
      for (const one of save) await expect(one).toBeDisabled()
    }
    await type(safo, words)
    for (const one of save) await expect(one).toBeEnabled()
  })

  test('is saved as a draft, as it was typed, and leads to the drafts', async ({ house, openAs }) => {
    const historia = await house.hipatia.opens('Historia')
    const safo = await openAs('Safo', '/blog/create')
    await type(safo, words)
    await category(safo).selectOption('Historia')
    const saved = safo.waitForResponse(posts)
    await button(safo, 'Guardar Borrador').click()
    const post = (await (await saved).json()) as Post
    expect(post).toMatchObject({ ...words, category_id: historia.id, is_published: false, author_name: 'Safo' })
    await expect(safo).toHaveURL('/blog/drafts')
    await expect(safo.getByRole('link', { name: words.title, exact: true })).toBeVisible()
  })

  test('is published, without a category, and leads to the blog', async ({ openAs }) => {
    const safo = await openAs('Safo', '/blog')
    await expect(safo.getByText('No hay posts todavía. Sé el primero en crear uno!')).toBeVisible()
    await safo.getByRole('link', { name: 'Crear Nuevo Post' }).first().click()
    await type(safo, words)
    const saved = safo.waitForResponse(posts)
    await button(safo, 'Publicar Post').click()
    const answer = await saved
    expect(answer.request().postDataJSON()).toMatchObject({ is_published: true })
    expect(await answer.json()).toMatchObject({ ...words, category_id: null, is_published: true })
    await expect(safo).toHaveURL('/blog')
    await expect(safo.getByRole('link', { name: words.title, exact: true })).toBeVisible()
  })

  test('is sent once, and the buttons wait for the answer', async ({ house, openAs }) => {
    const safo = await openAs('Safo', '/blog/create')
    const gate = await holdBack(safo, posts)
    await type(safo, words)
    await button(safo, 'Publicar Post').click()
    await expect(button(safo, 'Guardar Borrador')).toBeDisabled()
    await expect(button(safo, 'Publicar Post')).toBeDisabled()
    await button(safo, 'Publicar Post').click({ force: true })
    await title(safo).press('Enter')
    gate.open()
    await expect(safo).toHaveURL('/blog')
    expect(await house.hipatia.call('GET', '/posts/all?include_unpublished=true')).toHaveLength(1)
  })

  test('is not sent by Enter in the title', async ({ openAs }) => {
    const safo = await openAs('Safo', '/blog/create')
    const sent: string[] = []
    safo.on('request', (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`))
    await type(safo, words)
    await title(safo).press('Enter')
    await safo.getByRole('tab', { name: 'Preview' }).click()
    await expect(safo.getByRole('tabpanel')).toContainText('La vírgula es más vieja')
    await expect(safo).toHaveURL('/blog/create')
    expect(sent).not.toContain('POST /api/posts')
  })

  test('can be looked at before it is saved, and goes on being written', async ({ openAs }) => {
    const safo = await openAs('Safo', '/blog/create')
    await safo.getByRole('tab', { name: 'Preview' }).click()
    await expect(safo.getByRole('tabpanel')).toContainText('Todavía no hay nada que mostrar.')
    await safo.getByRole('tab', { name: 'Write' }).click()
    await type(safo, words)
    await safo.getByRole('tab', { name: 'Preview' }).click()
    const preview = safo.getByRole('tabpanel')
    await expect(preview.locator('em')).toHaveText('vírgula')
    await expect(preview.getByRole('listitem')).toHaveText('y más larga')
    await expect(content(safo)).toBeHidden()
    await safo.getByRole('tab', { name: 'Write' }).click()
    await expectTyped(safo, words)
  })

  for (const [detail, text] of [
    [undefined, 'Error: Failed to create post'],
    ['No queda tinta.', 'Error: No queda tinta.'],
  ] as const)
    test(`keeps everything and says '${text}' when it cannot be saved`, async ({ house, openAs, trouble }) => {
      trouble.expect('500 POST /api/posts')
      const historia = await house.hipatia.opens('Historia')
      const safo = await openAs('Safo', '/blog/create')
      await type(safo, words)
      await category(safo).selectOption('Historia')
      await refuse(safo, posts, 500, detail)
      await button(safo, 'Guardar Borrador').click()
      await expect(failure(safo, text)).toBeVisible()
      await expect(safo).toHaveURL('/blog/create')
      await expectTyped(safo, words)
      await expect(category(safo)).toHaveValue(historia.id)
      await safo.unroute(posts)
      await button(safo, 'Guardar Borrador').click()
      await expect(safo).toHaveURL('/blog/drafts')
    })

  test('keeps everything when the server is away', async ({ openAs, trouble }) => {
    trouble.expect('failed POST /api/posts')
    const safo = await openAs('Safo', '/blog/create')
    await type(safo, words)
    await safo.route(posts, (route) => route.abort())
    await button(safo, 'Publicar Post').click()
    await expect(failure(safo, 'Error: Failed to create post')).toBeVisible()
    await expectTyped(safo, words)
  })

  test('says of a title why it is too long, and of a text', async ({ openAs, trouble }) => {
    trouble.tolerate('422 POST /api/posts') // whether it is sent at all
    const safo = await openAs('Safo', '/blog/create')
    const longTitle = 'á'.repeat(201)
    await type(safo, { title: longTitle, content: 'b'.repeat(100_001) })
    await expect(title(safo)).toHaveAccessibleDescription(/no puede tener más de 200 caracteres/)
    await expect(content(safo)).toHaveAccessibleDescription(/no puede tener más de 100.?000 caracteres/)
    await expect(title(safo)).toHaveAttribute('aria-invalid', 'true')
    await expect(title(safo)).toHaveValue(longTitle)
    await type(safo, { title: '🏛'.repeat(200), content: 'b'.repeat(100_000) })
    await expect(title(safo)).not.toHaveAttribute('aria-invalid', 'true')
    await expect(content(safo)).not.toHaveAttribute('aria-invalid', 'true')
    await button(safo, 'Publicar Post').click()
    await expect(safo).toHaveURL('/blog')
    await expect(safo.getByRole('link', { name: '🏛'.repeat(200), exact: true })).toBeVisible()
  })

  test('says of a title that hides something that it does', async ({ openAs, trouble }) => {
    trouble.tolerate('422 POST /api/posts') // whether it is sent at all
    const safo = await openAs('Safo', '/blog/create')
    await type(safo, { title: 'nómina\u202excod.exe', content: 'Algo' })
    await button(safo, 'Publicar Post').click()
    await expect(title(safo)).toHaveAccessibleDescription(/invisibles o de control/)
    await expect(safo).toHaveURL('/blog/create')
  })

  test('survives a reload', async ({ openAs }) => {
    const safo = await openAs('Safo', '/blog/create')
    await type(safo, words)
    await safo.reload()
    await expectTyped(safo, words)
    await button(safo, 'Guardar Borrador').click()
    await expect(safo).toHaveURL('/blog/drafts')
    await safo.goto('/blog/create')
    await expectTyped(safo, { title: '', content: '' })
  })

  test('is gone when it was cancelled, which is asked', async ({ openAs }) => {
    const safo = await openAs('Safo', '/blog/create')
    await type(safo, words)
    await safo.getByRole('link', { name: 'Cancelar' }).click()
    await answer(safo, '¿Descartar lo que has escrito?', 'Cancelar')
    await expectTyped(safo, words)
    await safo.getByRole('link', { name: 'Cancelar' }).click()
    await answer(safo, '¿Descartar lo que has escrito?', 'Descartar')
    await expect(safo).toHaveURL('/blog')
    await safo.getByRole('link', { name: 'Crear Nuevo Post' }).first().click()
    await expectTyped(safo, { title: '', content: '' })
  })

  test('leaves nothing behind when Safo signs out', async ({ openAs, trouble }) => {
    trouble.tolerate(...asOfAFrame)
    const safo = await openAs('Safo', '/blog/create')
    await type(safo, words)
    const signOut = () => headerOf(safo).getByRole('button', { name: 'Cerrar Sesión' }).click()
    const question = 'Hay textos que no has enviado. Al cerrar la sesión se borran de este navegador.'
    await signOut()
    await answer(safo, question, 'Cancelar')
    await expectTyped(safo, words)
    await signOut()
    await answer(safo, question, 'Cerrar Sesión')
    await expect(headerOf(safo).getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible()
    expect(await storageOf(safo)).toEqual(emptyStorage)
  })
})

test.describe('Editing', () => {
  test('a draft offers to save and to publish', async ({ house, openAs }) => {
    const safo = await house.person('Safo')
    const draft = await safo.drafts(words)
    const page = await openAs('Safo', `/blog/${draft.id}/edit`)
    await expectTyped(page, words)
    await expect(content(page)).toHaveAttribute('rows', '12')
    await expect(page.getByRole('tab')).toHaveText(['Write', 'Preview'])
    await expect(button(page, 'Guardar Cambios')).toBeEnabled()
    await expect(button(page, 'Guardar y Publicar')).toBeEnabled()
    await expect(button(page, 'Guardar como Borrador')).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Cancelar' })).toHaveAttribute('href', `/blog/${draft.id}`)

    await title(page).fill('Otro elogio')
    await button(page, 'Guardar Cambios').click()
    await expect(page).toHaveURL(`/blog/${draft.id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Otro elogio')
    expect(await safo.reads(draft)).toMatchObject({ ...words, title: 'Otro elogio', is_published: false })

    await page.goto(`/blog/${draft.id}/edit`)
    await button(page, 'Guardar y Publicar').click()
    await expect(page).toHaveURL(`/blog/${draft.id}`)
    expect(await safo.reads(draft)).toMatchObject({ title: 'Otro elogio', is_published: true })
  })

  test('a published post offers to save and to take it back', async ({ house, openAs }) => {
    const safo = await house.person('Safo')
    const post = await safo.writes(words)
    const page = await openAs('Safo', `/blog/${post.id}/edit`)
    await expect(button(page, 'Guardar y Publicar')).toHaveCount(0)
    await content(page).fill('Más corto.')
    await button(page, 'Guardar Cambios').click()
    await expect(page).toHaveURL(`/blog/${post.id}`)
    await expect(page.getByText('Más corto.')).toBeVisible()
    const saved = await safo.reads(post)
    expect(saved).toMatchObject({ content: 'Más corto.', is_published: true, published_at: post.published_at })

    await page.goto(`/blog/${post.id}/edit`)
    await button(page, 'Guardar como Borrador').click()
    await expect(page).toHaveURL(`/blog/${post.id}`)
    await expect(page.getByText('BORRADOR', { exact: true })).toBeVisible()
    expect(await safo.reads(post)).toMatchObject({ is_published: false, published_at: null })
  })

  test('shows the author of the post, also to an admin, and can be cancelled', async ({ house, openAs }) => {
    const safo = await house.person('Safo')
    const post = await safo.writes(words)
    const hipatia = await openAs('Hipatia', `/blog/${post.id}/edit`)
    await expect(hipatia.getByRole('textbox', { name: 'Autor' })).toHaveValue('Safo')
    await title(hipatia).fill('Nada de esto')
    await hipatia.getByRole('link', { name: 'Cancelar' }).click()
    await answer(hipatia, '¿Descartar lo que has escrito?', 'Descartar')
    await expect(hipatia).toHaveURL(`/blog/${post.id}`)
    await expect(hipatia.getByRole('heading', { level: 1 })).toHaveText(words.title)
    expect(await safo.reads(post)).toEqual(post)
  })

  test('keeps a category that cannot be chosen any more, and can change and clear it', async ({ house, openAs }) => {
    const { hipatia } = house
    const alquimia = await hipatia.opens('Alquimia')
    await hipatia.opens('Historia')
    const safo = await house.person('Safo')
    const post = await safo.writes({ ...words, category_id: alquimia.id })
    await hipatia.closes(alquimia)
    const page = await openAs('Safo', `/blog/${post.id}/edit`)
    await expect(category(page)).toHaveValue(alquimia.id)
    await expect(category(page).getByRole('option')).toHaveText(['Sin Categoría', 'Alquimia', 'Historia'])
    await title(page).fill('El oro de la vírgula')
    await button(page, 'Guardar Cambios').click()
    await expect(page).toHaveURL(`/blog/${post.id}`)
    expect(await safo.reads(post)).toMatchObject({ title: 'El oro de la vírgula', category_id: alquimia.id })

    await page.goto(`/blog/${post.id}/edit`)
    await category(page).selectOption('Sin Categoría')
    await button(page, 'Guardar Cambios').click()
    await expect(page).toHaveURL(`/blog/${post.id}`)
    expect(await safo.reads(post)).toMatchObject({ category_id: null, category_name: null })
  })

  test('needs something to save', async ({ house, openAs }) => {
    const safo = await house.person('Safo')
    const page = await openAs('Safo', `/blog/${(await safo.drafts(words)).id}/edit`)
    await content(page).fill(' \u200b\n')
    await expect(button(page, 'Guardar Cambios')).toBeDisabled()
    await expect(button(page, 'Guardar y Publicar')).toBeDisabled()
  })

  test("is refused for somebody else's post", async ({ house, openAs }) => {
    const post = await (await house.person('Safo')).writes(words)
    const zenon = await openAs('Zenón', `/blog/${post.id}/edit`)
    await expect(zenon.getByText('No tienes permiso para editar este post', { exact: true })).toBeVisible()
    await expect(zenon.getByRole('textbox')).toHaveCount(0)
  })

  test("is refused for a post that isn't there, and for somebody else's draft, which isn't there either", async ({
    house,
    openAs,
    trouble,
  }) => {
    trouble.expect('404 GET /api/posts/{id}')
    const draft = await (await house.person('Safo')).drafts(words)
    const zenon = await openAs('Zenón', `/blog/${'0'.repeat(32)}/edit`)
    await expect(zenon.getByText('Post no encontrado', { exact: true })).toBeVisible()
    await zenon.goto(`/blog/${draft.id}/edit`)
    await expect(zenon.getByText('Post no encontrado', { exact: true })).toBeVisible()
    await expect(zenon.getByText(words.title)).toHaveCount(0)
  })

  test('says that the post is being loaded, and that it could not be', async ({ house, openAs, trouble }) => {
    trouble.expect('500 GET /api/posts/{id}')
    const post = await (await house.person('Safo')).writes(words)
    let gate = { open: () => {} }
    const safo = await openAs('Safo', `/blog/${post.id}/edit`, {
      before: async (page) => {
        await refuse(page, one, 500)
        gate = await holdBack(page, one)
      },
    })
    await expect(safo.getByRole('status').filter({ hasText: /\S/ })).toHaveText(/^Cargando/)
    gate.open()
    await expect(failure(safo, 'Error: Failed to fetch post')).toBeVisible()
    await safo.unrouteAll({ behavior: 'wait' })
    await safo.getByRole('main').getByRole('alert').getByRole('button').click()
    await expectTyped(safo, words)
  })

  for (const [detail, text] of [
    [undefined, 'Error: Failed to update post'],
    ['No queda tinta.', 'Error: No queda tinta.'],
  ] as const)
    test(`keeps everything and says '${text}' when it cannot be saved`, async ({ house, openAs, trouble }) => {
      trouble.expect('500 PUT /api/posts/{id}')
      const safo = await house.person('Safo')
      const post = await safo.writes({ title: 'Antes', content: 'Antes.' })
      const page = await openAs('Safo', `/blog/${post.id}/edit`)
      await type(page, words)
      await refuse(page, one, 500, detail, 'PUT')
      await button(page, 'Guardar Cambios').click()
      await expect(failure(page, text)).toBeVisible()
      await expectTyped(page, words)
      await page.unroute(one)
      await button(page, 'Guardar Cambios').click()
      await expect(page).toHaveURL(`/blog/${post.id}`)
      expect(await safo.reads(post)).toMatchObject(words)
    })

  test('survives a reload', async ({ house, openAs }) => {
    const post = await (await house.person('Safo')).writes({ title: 'Antes', content: 'Antes.' })
    const safo = await openAs('Safo', `/blog/${post.id}/edit`)
    await expectTyped(safo, { title: 'Antes', content: 'Antes.' })
    await type(safo, words)
    await safo.reload()
    await expectTyped(safo, words)
  })

  test('notices a newer version also after a reload', async ({ house, openAs, trouble }) => {
    trouble.expect('412 PUT /api/posts/{id}')
    const author = await house.person('Safo')
    const post = await author.writes({ title: 'Antes', content: 'Antes.' })
    const safo = await openAs('Safo', `/blog/${post.id}/edit`)
    await type(safo, words)
    await house.hipatia.rewrites(post, { title: 'De Hipatia' })
    await safo.reload()
    await expectTyped(safo, words)
    await button(safo, 'Guardar Cambios').click()
    await expect(button(safo, 'Guardar la mía de todos modos')).toBeVisible()
    expect(await author.reads(post)).toMatchObject({ title: 'De Hipatia' })
  })

  test('goes on when the post cannot be fetched again, or is gone', async ({ house, openAs, trouble }) => {
    trouble.expect('500 GET /api/posts/{id}', '404 PUT /api/posts/{id}')
    const author = await house.person('Safo')
    const post = await author.writes({ title: 'Antes', content: 'Antes.' })
    const safo = await openAs('Safo', `/blog/${post.id}/edit`, { before: (page) => page.clock.install() })
    await type(safo, words)
    await refuse(safo, one, 500, undefined, 'GET')
    await safo.clock.fastForward('01:00')
    const again = safo.waitForResponse(one)
    await safo.evaluate(() => window.dispatchEvent(new Event('visibilitychange'))) // she comes back to the tab
    await again
    await safo.clock.runFor(100)
    await expectTyped(safo, words)
    await safo.unroute(one)
    await author.call('DELETE', `/posts/${post.id}`)
    await button(safo, 'Guardar Cambios').click()
    await expect(safo.getByRole('main').getByRole('alert')).toContainText('Error: ')
    await expectTyped(safo, words)
  })
})

test.describe('When Hipatia saves what Safo is editing', () => {
  /** Safo has typed her words over a post that Hipatia has changed meanwhile, and tries to save. */
  async function clash({ house, openAs }: Pick<Given, 'house' | 'openAs'>) {
    const safo = await house.person('Safo')
    const post = await safo.writes({ title: 'Antes', content: 'Antes.' })
    const page = await openAs('Safo', `/blog/${post.id}/edit`)
    await type(page, words)
    await house.hipatia.rewrites(post, { title: 'De Hipatia', content: 'Su texto.' })
    await button(page, 'Guardar Cambios').click()
    await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
    return { safo, post, page }
  }

  test('nothing is overwritten, however often she tries, and her text stays', async ({ house, openAs, trouble }) => {
    trouble.expect('412 PUT /api/posts/{id}')
    const { safo, post, page } = await clash({ house, openAs })
    await expectTyped(page, words)
    const refused = page.waitForResponse((answer) => answer.request().method() === 'PUT')
    await button(page, 'Guardar Cambios').click()
    expect((await refused).status()).toBe(412)
    await expectTyped(page, words)
    expect(await safo.reads(post)).toMatchObject({ title: 'De Hipatia', content: 'Su texto.' })
  })

  test('she can look at what is stored, beside her own', async ({ house, openAs, trouble }) => {
    trouble.expect('412 PUT /api/posts/{id}')
    const { page } = await clash({ house, openAs })
    const both = page.getByRole('region', { name: 'Dos versiones del mismo post' })
    await expect(both.getByRole('deletion').filter({ hasText: 'De Hipatia' })).toBeVisible()
    await expect(both.getByRole('deletion').filter({ hasText: 'Su texto.' })).toBeVisible()
    await expect(both.getByRole('insertion').filter({ hasText: words.title })).toBeVisible()
    await expectTyped(page, words)
  })

  test('she can save hers knowingly', async ({ house, openAs, trouble }) => {
    trouble.expect('412 PUT /api/posts/{id}')
    const { safo, post, page } = await clash({ house, openAs })
    await button(page, 'Guardar la mía de todos modos').click()
    await expect(page).toHaveURL(`/blog/${post.id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.title)
    expect(await safo.reads(post)).toMatchObject(words)
  })

  test('she edits his version when she comes anew', async ({ house, openAs, trouble }) => {
    trouble.expect('412 PUT /api/posts/{id}')
    const { post, page } = await clash({ house, openAs })
    await page.getByRole('link', { name: 'Cancelar' }).click()
    await answer(page, '¿Descartar lo que has escrito?', 'Descartar')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('De Hipatia')
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await expect(page).toHaveURL(`/blog/${post.id}/edit`)
    await expectTyped(page, { title: 'De Hipatia', content: 'Su texto.' })
    await title(page).fill('De las dos')
    await button(page, 'Guardar Cambios').click()
    await expect(page).toHaveURL(`/blog/${post.id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('De las dos')
  })
})

test.describe("When Safo's session ends while she writes", () => {
  /** A press that was already under way when the modal came over the page, as it may by itself at any moment. */
  const press = (page: Page, name: string) =>
    page
      .getByRole('main', { includeHidden: true })
      .getByRole('button', { name, exact: true, includeHidden: true })
      .dispatchEvent('click')

  /** She has typed her words at an address, her session was ended from elsewhere, and she tries to save. */
  async function cutOff({ house, visit }: Pick<Given, 'house' | 'visit'>, path: string, save: string) {
    await house.person('Safo')
    const { call, token } = await house.signIn('Safo')
    const page = await visit(quietPage)
    await page.evaluate((token) => sessionStorage.setItem('auth_token', token), token)
    await page.goto(path)
    await type(page, words)
    await call('POST', '/auth/logout')
    await press(page, save)
    const modal = page.getByRole('dialog', { name: 'Login' })
    await expect(modal).toBeVisible()
    await expectTyped(page, words)
    return { page, modal }
  }

  test('the login modal opens over the page, and the save goes on after signing in', async ({
    trouble,
    house,
    visit,
  }) => {
    trouble.expect('401 POST /api/posts')
    trouble.tolerate(...asOfAFrame)
    const { page, modal } = await cutOff({ house, visit }, '/blog/create', 'Publicar Post')
    await expect(page).toHaveURL('/blog/create')
    await modal.getByLabel('Name').fill('Safo')
    await modal.getByLabel('Password', { exact: true }).fill(passwordOf('Safo'))
    await modal.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(modal).toBeHidden()
    await expect(page).toHaveURL('/blog')
    await expect(page.getByRole('link', { name: words.title, exact: true })).toBeVisible()
  })

  test('an edit is saved after signing in too', async ({ trouble, house, visit }) => {
    trouble.expect('401 PUT /api/posts/{id}')
    trouble.tolerate(...asOfAFrame)
    const safo = await house.person('Safo')
    const post = await safo.writes({ title: 'Antes', content: 'Antes.' })
    const { page, modal } = await cutOff({ house, visit }, `/blog/${post.id}/edit`, 'Guardar Cambios')
    await modal.getByLabel('Name').fill('Safo')
    await modal.getByLabel('Password', { exact: true }).fill(passwordOf('Safo'))
    await modal.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(modal).toBeHidden()
    await expect(page).toHaveURL(`/blog/${post.id}`)
    expect(await safo.reads(post)).toMatchObject(words)
  })

  test('the save goes on also when she had been told of the end before', async ({ trouble, house, visit }) => {
    trouble.expect('401 PUT /api/posts/{id}')
    trouble.tolerate(...asOfAFrame)
    const safo = await house.person('Safo')
    const post = await safo.writes({ title: 'Antes', content: 'Antes.' })
    const { call, token } = await house.signIn('Safo')
    const page = await visit(quietPage)
    await page.evaluate((token) => sessionStorage.setItem('auth_token', token), token)
    await page.goto(`/blog/${post.id}/edit`)
    await type(page, words)
    await call('POST', '/auth/logout')
    const modal = page.getByRole('dialog', { name: 'Login' })
    await expect(modal).toBeVisible()
    await press(page, 'Guardar Cambios')
    await modal.getByLabel('Name').fill('Safo')
    await modal.getByLabel('Password', { exact: true }).fill(passwordOf('Safo'))
    await modal.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page).toHaveURL(`/blog/${post.id}`)
    expect(await safo.reads(post)).toMatchObject(words)
  })

  test('nobody else who signs in there sees her words', async ({ trouble, house, visit }) => {
    trouble.expect('401 POST /api/posts')
    trouble.tolerate(...asOfAFrame)
    await house.person('Zenón')
    const { page, modal } = await cutOff({ house, visit }, '/blog/create', 'Publicar Post')
    await modal.getByLabel('Name').fill('Zenón')
    await modal.getByLabel('Password', { exact: true }).fill(passwordOf('Zenón'))
    await modal.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(headerOf(page)).toContainText('Bienvenida/o, Zenón')
    await expectTyped(page, { title: '', content: '' })
  })

  test('who gives up is a visitor', async ({ trouble, house, visit }) => {
    trouble.expect('401 POST /api/posts')
    trouble.tolerate(...asOfAFrame)
    const { page, modal } = await cutOff({ house, visit }, '/blog/create', 'Publicar Post')
    await modal.getByRole('button', { name: 'Cerrar' }).click()
    await expect(page).toHaveURL('/home')
    expect((await storageOf(page)).session).not.toHaveProperty('auth_token')

    // and finds the words again who comes back all the same
    await signIn(page, 'Safo', passwordOf('Safo'))
    await headerOf(page)
      .getByRole('link', { name: /^Blog\b/ })
      .click()
    await page.getByRole('link', { name: 'Crear Nuevo Post' }).first().click()
    await expectTyped(page, words)
  })
})
