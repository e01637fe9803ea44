import type { Comment } from '../../contract/comments.ts'
import { expectAccessible } from './support/axe.ts'
import { expectDate } from './support/dates.ts'
import { failedLive, holdBack, refuse, withoutLive } from './support/gate.ts'
import type { Person } from './support/house.ts'
import { answer, expect, headerOf, type Locator, type Page, type Screen, test } from './support/test.ts'

const list = /\/api\/comments\/post\/[0-9a-f]{32}(\?.*)?$/
const one = /\/api\/comments\/[0-9a-f]{32}$/
const confirmDelete = 'Are you sure you want to delete this comment?'

const section = (page: Page) => page.getByRole('main').getByRole('region', { name: /^Comentarios/ })
const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2, name: /^Comentarios/ })
const items = (page: Page) => section(page).locator('[id^="comment-"]')
const itemOf = (page: Page, words: string) => items(page).filter({ hasText: words })
const button = (within: Locator, name: string) => within.getByRole('button', { name, exact: true })
const toggle = (page: Page) => button(section(page), 'Escribir un comentario')
// behind a modal too
const field = (page: Page) =>
  section(page).getByRole('textbox', { name: 'Comentario', exact: true, includeHidden: true })
const editField = (page: Page) => section(page).getByRole('textbox', { name: 'Editar el comentario' })
const send = (page: Page) => button(section(page), 'Publicar comentario')
const toast = (page: Page, text: string) => page.getByRole('region', { name: 'Avisos' }).getByText(text).first()

const comments = (by: Person, post: { id: string }, content: string) =>
  by.call<Comment>('POST', `/comments/post/${post.id}`, { content })
const stored = async (by: Person, post: { id: string }) =>
  (await by.call<Comment[]>('GET', `/comments/post/${post.id}`)).map(({ content }) => content)

async function write(page: Page, words: string) {
  await toggle(page).click()
  await field(page).fill(words)
  await send(page).click()
}

test('a visitor sees no comments, and none are asked for', async ({ house, visit }) => {
  const { hipatia } = house
  const post = await hipatia.writes()
  await comments(hipatia, post, 'Solo para nosotros.')
  const asked: string[] = []
  const page = await visit(`/blog/${post.id}`, {
    before: async (page) => page.on('request', (request) => asked.push(new URL(request.url()).pathname)),
  })
  await expect(page.getByText('Debes iniciar sesión para ver este post.')).toBeVisible()
  await expect(page.getByText(/Comentarios|Solo para nosotros/)).toHaveCount(0)
  expect(asked.filter((path) => path.startsWith('/api/comments'))).toEqual([])
})

test.describe('The comments of a post', () => {
  test('are listed oldest first, with who, when and what, in Markdown', async ({ house, openAs }) => {
    const [zenon, safo] = [await house.person('Zenón'), await house.person('Safo')]
    const post = await zenon.writes()
    const first = await comments(zenon, post, '# La tortuga\n\nLlega **antes**.[^1]\n\n[^1]: Siempre.')
    await comments(safo, post, 'Y Aquiles después.')
    const page = await openAs('Safo', `/blog/${post.id}`)
    await expect(heading(page)).toHaveText('Comentarios 2')
    await expect(items(page)).toContainText(['Zenón', 'Safo'])
    const comment = items(page).first()
    await expect(comment.locator('strong')).toHaveText('antes')
    // under the section's heading
    await expect(comment.getByRole('heading', { name: 'La tortuga' })).toHaveJSProperty('tagName', 'H3')
    await expectDate(comment.locator('time'), first.created_at)
    await expect(comment.getByText('editado')).toHaveCount(0)
  })

  test('none yet: it says so in a line', async ({ house, openAs }) => {
    const post = await house.hipatia.writes()
    const safo = await openAs('Safo', `/blog/${post.id}`)
    await expect(heading(safo)).toHaveText('Comentarios 0')
    await expect(section(safo).getByText('Todavía no hay comentarios. El primero puede ser el tuyo.')).toBeVisible()
    await expect(toggle(safo)).toHaveAttribute('aria-expanded', 'false')
  })

  test('say that they are loaded, and that they could not be, and come with another try', async ({
    house,
    openAs,
    trouble,
  }) => {
    trouble.expect('500 GET /api/comments/post/{id}')
    const post = await house.hipatia.writes()
    await comments(house.hipatia, post, 'Aquí estoy.')
    let gate = { open: () => {} }
    const safo = await openAs('Safo', `/blog/${post.id}`, {
      before: async (page) => {
        await refuse(page, list, 500)
        gate = await holdBack(page, list)
      },
    })
    await expect(section(safo).getByText('Cargando comentarios...')).toBeVisible()
    gate.open()
    await expect(section(safo).getByRole('alert').getByText('Failed to fetch comments', { exact: true })).toBeVisible()
    await expect(safo.getByRole('article')).toContainText('Un texto.')
    await safo.unrouteAll({ behavior: 'wait' })
    await refuse(safo, list, 500, 'Hoy no.')
    await button(section(safo), 'Reintentar').click()
    await expect(section(safo).getByRole('alert').getByText('Hoy no.', { exact: true })).toBeVisible()
    await safo.unroute(list)
    await button(section(safo), 'Reintentar').click()
    await expect(items(safo)).toContainText(['Aquí estoy.'])
  })

  test('are shown a hundred at a time, and what one sends is in sight all the same', async ({ house, openAs }) => {
    const { hipatia } = house
    const post = await hipatia.writes()
    for (let n = 1; n <= 203; n++) await comments(hipatia, post, `Número ${n}.`)
    const safo = await openAs('Safo', `/blog/${post.id}`)
    await expect(heading(safo)).toHaveText('Comentarios 203')
    await expect(items(safo)).toHaveCount(100)
    await button(section(safo), 'Mostrar más comentarios').click()
    await expect(items(safo)).toHaveCount(200)
    await expect(section(safo).getByText(/comentarios? nuevos?/)).toHaveCount(0)
    await write(safo, 'El último.')
    await expect(items(safo)).toHaveCount(204)
    await expect(itemOf(safo, 'El último.')).toBeFocused()
    await expect(itemOf(safo, 'El último.')).toBeInViewport()
    await expect(heading(safo)).toHaveText('Comentarios 204')
    await expect(button(section(safo), 'Mostrar más comentarios')).toHaveCount(0)
    await expect(section(safo).getByText(/comentarios? nuevos?/)).toHaveCount(0)
  })

  test('have permalinks, also those of a later page', async ({ house, openAs }) => {
    const { hipatia } = house
    const post = await hipatia.writes()
    for (let n = 1; n <= 110; n++) await comments(hipatia, post, `Número ${n}.`)
    const last = await comments(hipatia, post, 'Este.')
    const safo = await openAs('Safo', `/blog/${post.id}#comment-${last.id}`)
    await expect(itemOf(safo, 'Este.')).toBeFocused()
    await expect(itemOf(safo, 'Este.')).toBeInViewport()
    await items(safo).first().getByRole('link').click()
    await expect(safo).toHaveURL(/#comment-[0-9a-f]{32}$/)
    await expect(items(safo).first()).toBeFocused()
    await expect(items(safo).first()).toBeInViewport()
  })

  test('cannot run anything', async ({ house, openAs }) => {
    const post = await house.hipatia.writes()
    await comments(
      house.hipatia,
      post,
      '<script>window.hit = 1</script><img src=x onerror="window.hit = 1">\n\n[aquí](javascript:window.hit=1) ![x](data:text/html,hola)\n\n<iframe src="https://fuera.example"></iframe>',
    )
    const safo = await openAs('Safo', `/blog/${post.id}`)
    await expect(items(safo)).toContainText(['<script>window.hit = 1</script>'])
    await items(safo).getByText('aquí', { exact: true }).click()
    await expect(items(safo).locator('script, iframe, img, a[href^="javascript"]')).toHaveCount(0)
    expect(await safo.evaluate(() => 'hit' in window)).toBe(false)
  })
})

test.describe('Writing one', () => {
  test('Safo opens the form, sends, and finds it under the others, with the focus', async ({ house, openAs }) => {
    const { hipatia } = house
    const post = await hipatia.writes()
    await comments(hipatia, post, 'La primera.')
    const safo = await openAs('Safo', `/blog/${post.id}`)
    await toggle(safo).click()
    await expect(toggle(safo)).toHaveAttribute('aria-expanded', 'true')
    await expect(field(safo)).toBeFocused()
    await expect(field(safo)).toHaveAttribute('rows', '4')
    const author = section(safo).getByRole('textbox', { name: 'Autor' })
    await expect(author).toHaveValue('Safo')
    await expect(author).not.toBeEditable()
    await field(safo).fill('Una *segunda*.')
    await send(safo).click()
    await expect(items(safo)).toContainText(['La primera.', 'Una segunda.'])
    await expect(itemOf(safo, 'Una segunda.')).toBeFocused()
    await expect(toast(safo, 'El comentario se ha publicado.')).toBeVisible()
    await expect(field(safo)).toHaveCount(0)
    await expect(heading(safo)).toHaveText('Comentarios 2')
    await expect(section(safo).getByText(/comentarios? nuevos?/)).toHaveCount(0)
    expect(await stored(hipatia, post)).toEqual(['La primera.', 'Una *segunda*.'])
    await toggle(safo).click()
    await expect(field(safo)).toHaveValue('')
    await toggle(safo).click()
    await expect(field(safo)).toHaveCount(0)
  })

  test('needs something that can be seen', async ({ house, openAs }) => {
    const post = await house.hipatia.writes()
    const safo = await openAs('Safo', `/blog/${post.id}`)
    await toggle(safo).click()
    for (const blank of ['', '   \n', '\u00a0', '\u200b', '\u2800']) {
      await field(safo).fill(blank)
      await expect(send(safo)).toBeDisabled()
    }
    await field(safo).fill('a')
    await expect(send(safo)).toBeEnabled()
  })

  test('takes 10,000 characters, and says why not one more', async ({ house, openAs }) => {
    const { hipatia } = house
    const post = await hipatia.writes()
    const safo = await openAs('Safo', `/blog/${post.id}`)
    const tooLong = section(safo).getByText('El comentario no puede tener más de 10000 caracteres', { exact: true })
    await toggle(safo).click()
    await field(safo).fill('𐤀'.repeat(10_001))
    await expect(tooLong).toBeVisible()
    await expect(field(safo)).toHaveAttribute('aria-invalid', 'true')
    await field(safo).fill('𐤀'.repeat(10_000))
    await expect(tooLong).toHaveCount(0)
    await send(safo).click()
    await expect(items(safo)).toHaveCount(1)
    expect(await stored(hipatia, post)).toEqual(['𐤀'.repeat(10_000)])
  })

  for (const [detail, said] of [
    [undefined, 'Failed to create comment'],
    ['Se acabó la tinta.', 'Se acabó la tinta.'],
  ] as const)
    test(`says '${said}' when it fails, and what was typed stays`, async ({ house, openAs, trouble }) => {
      trouble.expect('500 POST /api/comments/post/{id}')
      const post = await house.hipatia.writes()
      const safo = await openAs('Safo', `/blog/${post.id}`)
      await refuse(safo, list, 500, detail, 'POST')
      await write(safo, 'Para no perderlo.')
      await expect(section(safo).getByRole('alert').getByText(said, { exact: true })).toBeVisible()
      await expect(field(safo)).toHaveValue('Para no perderlo.')
      await safo.unroute(list)
      await send(safo).click()
      await expect(items(safo)).toContainText(['Para no perderlo.'])
    })

  test('survives a reload until it is sent or given up', async ({ house, openAs }) => {
    const post = await house.hipatia.writes()
    const safo = await openAs('Safo', `/blog/${post.id}`)
    await toggle(safo).click()
    await field(safo).fill('A medias')
    await safo.reload()
    await expect(field(safo)).toHaveValue('A medias')
    // closed is not given up
    await toggle(safo).click()
    await toggle(safo).click()
    await expect(field(safo)).toHaveValue('A medias')
    await button(section(safo), 'Cancelar').click()
    await answer(safo, '¿Descartar lo que has escrito?', 'Descartar')
    await expect(field(safo)).toHaveCount(0)
    await expect(toggle(safo)).toBeFocused()
    await safo.reload()
    await expect(heading(safo)).toHaveText('Comentarios 0')
    await expect(field(safo)).toHaveCount(0)
  })

  test('counts in the list that was already loaded', async ({ house, openAs }) => {
    await house.hipatia.writes({ title: 'El faro' })
    const safo = await openAs('Safo', '/blog')
    await safo.getByRole('link', { name: 'El faro', exact: true }).first().click()
    await write(safo, 'Se ve de lejos.')
    await expect(items(safo)).toHaveCount(1)
    await safo.getByRole('main').getByRole('link', { name: 'Volver al Blog' }).click()
    await expect(safo.getByRole('article').getByText('1 comentario', { exact: true })).toBeVisible()
  })
})

test.describe('Editing and deleting', () => {
  test('are for the author and for admins, and for nobody else', async ({ house, openAs }) => {
    const zenon = await house.person('Zenón')
    const post = await (await house.person('Safo')).writes()
    await comments(zenon, post, 'De Zenón.')
    for (const name of ['Zenón', 'Hipatia']) {
      const page = await openAs(name, `/blog/${post.id}`)
      for (const action of ['Editar', 'Eliminar']) await expect(button(items(page), action)).toBeVisible()
    }
    // the post is hers, the comment is not
    const safo = await openAs('Safo', `/blog/${post.id}`)
    await expect(items(safo)).toHaveCount(1)
    await expect(items(safo).getByRole('button')).toHaveCount(0)
  })

  for (const name of ['Zenón', 'Hipatia'])
    test(`${name} changes a comment of Zenón's in its place`, async ({ house, openAs }) => {
      const zenon = await house.person('Zenón')
      const post = await zenon.writes()
      await comments(zenon, post, 'Llega antes.')
      const page = await openAs(name, `/blog/${post.id}`)
      await button(items(page), 'Editar').click()
      await expect(editField(page)).toBeFocused()
      await expect(editField(page)).toHaveValue('Llega antes.')
      await expect(editField(page)).toHaveAttribute('rows', '3')
      await editField(page).fill(' ')
      await expect(button(items(page), 'Actualizar')).toBeDisabled()
      await editField(page).fill('Llega **después**.')
      await button(items(page), 'Cancelar').click()
      await answer(page, '¿Descartar lo que has escrito?', 'Descartar')
      await expect(items(page)).toContainText(['Llega antes.'])
      await expect(items(page)).toBeFocused()

      await button(items(page), 'Editar').click()
      await expect(editField(page)).toHaveValue('Llega antes.')
      await editField(page).fill('Llega **después**.')
      await button(items(page), 'Actualizar').click()
      await expect(items(page).locator('strong')).toHaveText('después')
      await expect(items(page).getByText('editado', { exact: true })).toBeVisible()
      await expect(items(page)).toContainText('Zenón')
      await expect(items(page)).toBeFocused()
      await expect(toast(page, 'El comentario se ha actualizado.')).toBeVisible()
      expect(await stored(zenon, post)).toEqual(['Llega **después**.'])
    })

  for (const [detail, said] of [
    [undefined, 'Failed to update comment'],
    ['Está en piedra.', 'Está en piedra.'],
  ] as const)
    test(`a change that fails says '${said}', and survives a reload`, async ({ house, openAs, trouble }) => {
      trouble.expect('500 PUT /api/comments/{id}')
      const zenon = await house.person('Zenón')
      const post = await zenon.writes()
      await comments(zenon, post, 'Llega antes.')
      const page = await openAs('Zenón', `/blog/${post.id}`)
      await refuse(page, one, 500, detail)
      await button(items(page), 'Editar').click()
      await editField(page).fill('Llega después.')
      await button(items(page), 'Actualizar').click()
      await expect(items(page).getByRole('alert').getByText(said, { exact: true })).toBeVisible()
      await expect(editField(page)).toHaveValue('Llega después.')
      await page.reload()
      await expect(editField(page)).toHaveValue('Llega después.')
      await page.unroute(one)
      await button(items(page), 'Actualizar').click()
      await expect(editField(page)).toHaveCount(0)
      expect(await stored(zenon, post)).toEqual(['Llega después.'])
    })

  test('what somebody else changed meanwhile is shown beside what is typed', async ({ house, openAs }) => {
    const zenon = await house.person('Zenón')
    const post = await zenon.writes()
    const comment = await comments(zenon, post, 'Llega antes.')
    const page = await openAs('Zenón', `/blog/${post.id}`, { before: (page) => page.clock.install() })
    await button(items(page), 'Editar').click()
    await editField(page).fill('Llega después.')
    await house.hipatia.call('PUT', `/comments/${comment.id}`, { content: 'No llega.' })
    await page.clock.runFor(15_000)
    await expect(
      items(page).getByText('Alguien cambió este comentario mientras lo editabas. Ahora dice:'),
    ).toBeVisible()
    await expect(items(page).getByText('No llega.', { exact: true })).toBeVisible()
    await expect(editField(page)).toHaveValue('Llega después.')
  })

  test('what somebody else deleted meanwhile stays as long as it is typed over', async ({ house, openAs, trouble }) => {
    trouble.expect('404 PUT /api/comments/{id}')
    const zenon = await house.person('Zenón')
    const post = await zenon.writes()
    const comment = await comments(zenon, post, 'Llega antes.')
    await comments(zenon, post, 'Y la flecha.')
    const page = await openAs('Zenón', `/blog/${post.id}`, { before: (page) => page.clock.install() })
    await button(itemOf(page, 'antes'), 'Editar').click()
    await editField(page).fill('Llega después.')
    await house.hipatia.call('DELETE', `/comments/${comment.id}`)
    await page.clock.runFor(15_000)
    await expect(heading(page)).toHaveText('Comentarios 1')
    await expect(editField(page)).toHaveValue('Llega después.')
    await button(section(page), 'Actualizar').click()
    await expect(items(page).getByRole('alert')).toBeVisible()
    await expect(editField(page)).toHaveValue('Llega después.')
    await button(section(page), 'Cancelar').click()
    await answer(page, '¿Descartar lo que has escrito?', 'Descartar')
    await expect(items(page)).toHaveText([/Y la flecha\.$/])
  })

  test('deleting asks first, does nothing when cancelled, and leaves the focus with the next one', async ({
    house,
    openAs,
  }) => {
    const [zenon, { hipatia }] = [await house.person('Zenón'), house]
    const post = await zenon.writes()
    for (const words of ['Uno.', 'Dos.', 'Tres.']) await comments(zenon, post, words)
    const page = await openAs('Zenón', `/blog/${post.id}`)
    await button(itemOf(page, 'Dos.'), 'Eliminar').click()
    await answer(page, confirmDelete, 'Cancelar')
    await expect(button(itemOf(page, 'Dos.'), 'Eliminar')).toBeFocused()
    expect(await stored(hipatia, post)).toEqual(['Uno.', 'Dos.', 'Tres.'])

    await button(itemOf(page, 'Dos.'), 'Eliminar').click()
    await answer(page, confirmDelete, 'Eliminar')
    await expect(items(page)).toContainText(['Uno.', 'Tres.'])
    await expect(itemOf(page, 'Tres.')).toBeFocused()
    await expect(toast(page, 'El comentario se ha eliminado.')).toBeVisible()
    await expect(heading(page)).toHaveText('Comentarios 2')
    expect(await stored(hipatia, post)).toEqual(['Uno.', 'Tres.'])

    const admin = await openAs('Hipatia', `/blog/${post.id}`)
    for (const words of ['Tres.', 'Uno.']) {
      await button(itemOf(admin, words), 'Eliminar').click()
      await answer(admin, confirmDelete, 'Eliminar')
      await expect(itemOf(admin, words)).toHaveCount(0)
    }
    await expect(heading(admin)).toBeFocused()
    expect(await stored(hipatia, post)).toEqual([])
  })

  for (const [detail, said] of [
    [undefined, 'Failed to delete comment'],
    ['Está en piedra.', 'Está en piedra.'],
  ] as const)
    test(`says '${said}' when it cannot be deleted, and it stays`, async ({ house, openAs, trouble }) => {
      trouble.expect('500 DELETE /api/comments/{id}')
      const zenon = await house.person('Zenón')
      const post = await zenon.writes()
      await comments(zenon, post, 'De piedra.')
      const page = await openAs('Zenón', `/blog/${post.id}`)
      await refuse(page, one, 500, detail, 'DELETE')
      await button(items(page), 'Eliminar').click()
      await answer(page, confirmDelete, 'Eliminar')
      await expect(toast(page, said)).toBeVisible()
      await expect(items(page)).toContainText(['De piedra.'])
    })
})

test.describe('What one member does', () => {
  test('another who has the post open sees within 15 seconds, and loses nothing by it', async ({ house, openAs }) => {
    const zenon = await house.person('Zenón')
    const post = await zenon.writes({ content: 'Un párrafo.\n\n'.repeat(60) })
    await comments(await house.person('Safo'), post, 'De Safo.')
    const gone = await comments(zenon, post, 'Por error.')
    const asked: string[] = []
    const safo = await openAs('Safo', `/blog/${post.id}`, {
      before: async (page) => {
        await page.clock.install()
        page.on('request', (request) => asked.push(new URL(request.url()).pathname))
      },
    })
    await button(itemOf(safo, 'De Safo.'), 'Editar').click()
    await editField(safo).fill('De Safo, de Lesbos.')
    const before = await safo.evaluate(() => window.scrollY)
    expect(before).toBeGreaterThan(0)
    asked.length = 0

    const page = await openAs('Zenón', `/blog/${post.id}`)
    await write(page, 'Y de Elea.')
    await expect(itemOf(page, 'Y de Elea.')).toBeVisible()
    await zenon.call('DELETE', `/comments/${gone.id}`)
    await safo.clock.runFor(15_000)
    await expect(itemOf(safo, 'Y de Elea.')).toBeVisible()
    await expect(itemOf(safo, 'Por error.')).toHaveCount(0)
    await expect(section(safo).getByRole('status').getByText('1 comentario nuevo', { exact: true })).toBeVisible()
    await expect(heading(safo)).toHaveText('Comentarios 2')
    await expect(editField(safo)).toHaveValue('De Safo, de Lesbos.')
    await expect(editField(safo)).toBeFocused()
    expect(await safo.evaluate(() => window.scrollY)).toBe(before)
    expect(asked.filter((path) => path === `/api/posts/${post.id}`)).toEqual([])

    await comments(zenon, post, 'Y otra cosa.')
    await safo.clock.runFor(15_000)
    await expect(section(safo).getByRole('status').getByText('2 comentarios nuevos', { exact: true })).toBeVisible()
    await button(items(safo), 'Cancelar').click()
    await answer(safo, '¿Descartar lo que has escrito?', 'Descartar')
    await expect(itemOf(safo, 'De Safo.')).toBeVisible()
  })

  test('is seen at once when the window gets the focus', async ({ house, openAs }) => {
    const { hipatia } = house
    const post = await hipatia.writes()
    const safo = await openAs('Safo', `/blog/${post.id}`, { before: (page) => page.clock.install() })
    await expect(heading(safo)).toHaveText('Comentarios 0')
    await comments(hipatia, post, 'Recién escrito.')
    await safo.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect(itemOf(safo, 'Recién escrito.')).toBeVisible()
  })

  test('leaves the list as it was when a look fails', async ({ house, openAs, trouble }) => {
    trouble.expect('500 GET /api/comments/post/{id}', failedLive)
    const post = await house.hipatia.writes()
    await comments(house.hipatia, post, 'Aquí sigo.')
    const safo = await openAs('Safo', `/blog/${post.id}`, {
      before: async (page) => {
        await withoutLive(page)
        await page.clock.install()
      },
    })
    await expect(items(safo)).toHaveCount(1)
    await refuse(safo, list, 500)
    const looked = safo.waitForResponse(list)
    await safo.clock.runFor(15_000)
    await looked
    await expect(itemOf(safo, 'Aquí sigo.')).toBeVisible()
    await expect(section(safo).getByRole('alert')).toHaveCount(0)
  })
})

test('the guide shows every kind of Markdown as it is typed and as it comes out', async ({ house, openAs }) => {
  const post = await house.hipatia.writes()
  const safo = await openAs('Safo', `/blog/${post.id}`)
  await toggle(safo).click()
  await button(section(safo), 'Guía de Markdown').click()
  const guide = safo.getByRole('dialog', { name: 'Guía de Markdown' })
  await expect(guide.getByRole('heading', { level: 3 })).toHaveText([
    'Títulos',
    'Negrita y cursiva',
    'Enlaces',
    'Listas',
    'Código',
    'Citas',
    'Tablas',
    'Líneas horizontales',
    'Consejos',
    'Referencia rápida',
  ])
  for (const made of ['h4', 'strong', 'em', 'a', 'ul ul', 'ol', 'pre code', 'blockquote', 'table', 'hr'])
    await expect(guide.locator(`.prose ${made}`).first()).toBeAttached()
  await expect(guide.getByText('| Mes | Libro | Páginas |')).toBeVisible()
  await safo.keyboard.press('Escape')
  await expect(guide).toBeHidden()
  await expect(button(section(safo), 'Guía de Markdown')).toBeFocused()
})

for (const screen of ['desktop', 'narrow'] satisfies Screen[])
  test(`axe finds nothing on a ${screen} screen: the form, an edit, the guide`, async ({ house, openAs }) => {
    const safo = await house.person('Safo')
    const post = await house.hipatia.writes()
    const words =
      '# Título\n\n| Libro | Autora |\n|---|---|\n| *Nada* | Carmen Laforet |\n\n- [ ] leer\n\nhttps://biblioteca.example/una-direccion-muy-larga-que-no-cabe-en-una-linea-de-telefono\n\n[^1]: Nota.\n\nTexto[^1]'
    for (const who of [house.hipatia, safo]) await comments(who, post, words.replace('Libro', `Libro de ${who.name}`))
    await comments(await house.person('Wilhelmina Constantinopolitana de la Torre y Vega'), post, 'Un nombre largo.')
    const page = await openAs('Safo', `/blog/${post.id}`, { screen, reducedMotion: 'reduce' })
    await expect(items(page)).toHaveCount(3)
    await toggle(page).click()
    await field(page).fill('𐤀'.repeat(10_001))
    await expectAccessible(page, 'the form')
    await button(items(page), 'Editar').click()
    await editField(page).focus()
    await expectAccessible(page, 'an edit')
    await button(items(page), 'Guía de Markdown').click()
    await expect(page.getByRole('dialog').locator('.prose table')).toBeVisible()
    await expectAccessible(page, 'the guide')
  })

test('Safo writes, edits and deletes by keyboard alone', async ({ house, openAs }) => {
  const post = await house.hipatia.writes()
  const page = await openAs('Safo', `/blog/${post.id}`)
  /** Presses Tab until the focus is there, as a person would who looks for it. */
  async function tabTo(target: Locator, key = 'Tab') {
    await expect(target).toBeVisible()
    for (let presses = 0; presses < 60; presses++) {
      await page.keyboard.press(key)
      if (await target.evaluate((element) => element === document.activeElement)) return
    }
    throw new Error(`The focus never came to ${target}`)
  }
  await tabTo(toggle(page))
  await page.keyboard.press('Enter')
  await page.keyboard.type('Sin ratón.')
  await tabTo(send(page))
  await page.keyboard.press('Enter')
  await expect(items(page)).toBeFocused()
  await tabTo(button(items(page), 'Editar'))
  await page.keyboard.press('Enter')
  await page.keyboard.type(' Y bien.')
  await tabTo(button(items(page), 'Actualizar'))
  await page.keyboard.press('Enter')
  await expect(items(page)).toContainText(['Sin ratón. Y bien.'])
  await expect(items(page)).toBeFocused()
  await tabTo(button(items(page), 'Eliminar'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Comentarios 0')
  await expect(heading(page)).toBeFocused()
})

test('on paper there are the words, and no form', async ({ house, openAs }) => {
  const post = await house.hipatia.writes()
  await comments(house.hipatia, post, 'Para la carpeta.')
  const safo = await openAs('Safo', `/blog/${post.id}`)
  await toggle(safo).click()
  await safo.emulateMedia({ media: 'print' })
  await expect(items(safo).getByText('Para la carpeta.')).toBeVisible()
  await expect(field(safo)).toBeHidden()
  await expect(toggle(safo)).toBeHidden()
  await expect(headerOf(safo)).toBeHidden()
})
