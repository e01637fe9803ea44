// Two people or two tabs edit one post: the second save is refused, both texts are shown, and the person decides.
import { expectAccessible } from '../../support/browser/axe.ts'
import { delayResponse, refuse } from '../../support/browser/network.ts'
import {
  contentField,
  expectTyped,
  mainButton,
  postRequest,
  titleField,
  typePost,
} from '../../support/browser/pages/post-editor.ts'
import { answer, type Browsing, expect, type Given, type Page, test } from '../../support/browser/test.ts'

const stale = '412 PUT /api/posts/{id}'

const conflict = (page: Page) => page.getByRole('region', { name: 'Dos versiones del mismo post' })
const note = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: /texto|formulario/ })

const base = { title: 'El faro', content: 'Uno.\n\nEl faro alumbra el mar.\n\nFin.' }
const hers = { title: 'El faro viejo', content: 'Uno.\n\nEl faro alumbra el puerto.\n\nFin.' }
const his = { title: 'El faro', content: 'Uno.\n\nEl faro alumbra la costa.\n\nFin.\n\nPosdata.' }

/** Safo edits a post while Hipatia saves it, and the save of Safo is refused. */
async function saveTooLate({ server, openAs }: Pick<Given, 'server' | 'openAs'>, browsing?: Browsing) {
  const safo = await server.person('Safo')
  const post = await safo.createPost(base)
  const page = await openAs('Safo', `/blog/${post.id}/edit`, browsing)
  await typePost(page, hers)
  await server.hipatia.editPost(post, his)
  await mainButton(page, 'Guardar Cambios').click()
  await expect(conflict(page).getByRole('deletion').first()).toBeVisible()
  await expect(conflict(page).getByRole('heading', { level: 2 })).toBeFocused() // later than the differences
  return { safo, post, page }
}

test.describe('A save over somebody else’s version', () => {
  test.beforeEach(({ pageErrors }) => pageErrors.expect(stale))

  test('shows both versions, the author of the other one, and the differences', async ({ server, openAs }) => {
    const { page, safo, post } = await saveTooLate({ server, openAs })
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(/^Error: Alguien guardó otra versión/)
    const shown = conflict(page)
    await expect(shown.getByRole('heading', { level: 2 })).toBeFocused()
    await expect(shown.getByText(/La versión guardada es de Hipatia, hoy a las? \d/)).toBeVisible()
    await expect(shown.getByRole('deletion')).toHaveText(['la costa', 'Posdata.'].map((text) => new RegExp(text)))
    await expect(shown.getByRole('insertion')).toHaveText(['viejo', 'el puerto'].map((text) => new RegExp(text)))
    await expect(shown.getByText('Sin Categoría · Igual en las dos.')).toBeVisible()
    await expectTyped(page, hers)
    expect(await safo.readPost(post)).toMatchObject(his)
  })

  test('shows a changed category, and that the post was published', async ({ server, openAs }) => {
    const historia = await server.hipatia.createCategory('Historia')
    const safo = await server.person('Safo')
    const draft = await safo.createDraft(base)
    const page = await openAs('Safo', `/blog/${draft.id}/edit`)
    await typePost(page, hers)
    await server.hipatia.editPost(draft, { category_id: historia.id, is_published: true })
    await mainButton(page, 'Guardar Cambios').click()
    await expect(conflict(page).getByText('Entretanto se ha publicado.')).toBeVisible()
    await expect(conflict(page).getByRole('deletion').first()).toBeVisible()
    await expect(conflict(page).getByRole('deletion').filter({ hasText: 'Historia' })).toBeVisible()
    await mainButton(page, 'Seguir editando la mía').click()
    await expect(mainButton(page, 'Guardar como Borrador')).toBeVisible()
    await mainButton(page, 'Guardar Cambios').click()
    await expect(page).toHaveURL(`/blog/${draft.id}`)
    expect(await safo.readPost(draft)).toMatchObject({ ...hers, category_id: null, is_published: true })
  })

  test('succeeds after Safo chose to continue with her version', async ({ server, openAs }) => {
    const { page, safo, post } = await saveTooLate({ server, openAs })
    await mainButton(page, 'Seguir editando la mía').click()
    await expect(conflict(page)).toBeHidden()
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
    await expect(note(page)).toBeFocused()
    await expectTyped(page, hers)
    expect(await safo.readPost(post)).toMatchObject(his)
    await contentField(page).fill('Las dos cosas.')
    await mainButton(page, 'Guardar Cambios').click()
    await expect(page).toHaveURL(`/blog/${post.id}`)
    expect(await safo.readPost(post)).toMatchObject({ title: hers.title, content: 'Las dos cosas.' })
  })

  test('is refused again after Safo chose her version, if Hipatia saved once more', async ({ server, openAs }) => {
    const { page, safo, post } = await saveTooLate({ server, openAs })
    await mainButton(page, 'Seguir editando la mía').click()
    await server.hipatia.editPost(post, { title: 'De Hipatia otra vez' })
    await mainButton(page, 'Guardar Cambios').click()
    await expect(conflict(page).getByRole('deletion').first()).toHaveText(/otra vez/)
    await expectTyped(page, hers)
    expect(await safo.readPost(post)).toMatchObject({ title: 'De Hipatia otra vez' })
  })

  test('can be abandoned for the stored version after a question, and be undone, also after a reload', async ({
    server,
    openAs,
  }) => {
    const { page, safo, post } = await saveTooLate({ server, openAs })
    const question =
      'La versión guardada ocupará el lugar de tu texto. Podrás recuperarlo hasta que salgas de esta página.'
    await mainButton(page, 'Usar la versión guardada').click()
    await answer(page, question, 'Cancelar')
    await expectTyped(page, hers)
    await mainButton(page, 'Usar la versión guardada').click()
    await answer(page, question, 'Usar la versión guardada')
    await expect(conflict(page)).toBeHidden()
    await expectTyped(page, his)
    await page.reload()
    await expectTyped(page, his)
    await contentField(page).fill('La suya, retocada.')
    await mainButton(page, 'Recuperar la mía').click()
    await expectTyped(page, hers)
    await mainButton(page, 'Usar la versión guardada').click()
    await expectTyped(page, { title: his.title, content: 'La suya, retocada.' })
    await mainButton(page, 'Recuperar la mía').click()
    expect(await safo.readPost(post)).toMatchObject(his)
    await mainButton(page, 'Guardar Cambios').click()
    await expect(page).toHaveURL(`/blog/${post.id}`)
    expect(await safo.readPost(post)).toMatchObject(hers)
  })

  test('can overwrite the version that was shown, on purpose', async ({ server, openAs }) => {
    const { page, safo, post } = await saveTooLate({ server, openAs })
    await mainButton(page, 'Guardar la mía de todos modos').click()
    await expect(page).toHaveURL(`/blog/${post.id}`)
    expect(await safo.readPost(post)).toMatchObject(hers)
  })

  test('is refused again when a third version was saved, which is then shown', async ({ server, openAs }) => {
    const { page, safo, post } = await saveTooLate({ server, openAs })
    await server.hipatia.editPost(post, { ...his, content: 'Uno.\n\nEl faro alumbra el cielo.\n\nFin.' })
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange'))) // as on a return to the tab
    await mainButton(page, 'Guardar la mía de todos modos').click()
    await expect(conflict(page).getByRole('status')).toHaveText(/se ha guardado otra versión más/)
    await expect(conflict(page).getByRole('deletion')).toHaveText(/cielo/)
    await expectTyped(page, hers)
    expect(await safo.readPost(post)).toMatchObject({ content: 'Uno.\n\nEl faro alumbra el cielo.\n\nFin.' })
    await mainButton(page, 'Guardar la mía de todos modos').click()
    await expect(page).toHaveURL(`/blog/${post.id}`)
    expect(await safo.readPost(post)).toMatchObject(hers)
  })

  test('still needs a decision after a reload, with Safo’s text and her requested action', async ({
    server,
    openAs,
  }) => {
    const safo = await server.person('Safo')
    const draft = await safo.createDraft(base)
    const page = await openAs('Safo', `/blog/${draft.id}/edit`)
    await typePost(page, hers)
    await server.hipatia.editPost(draft, his)
    await mainButton(page, 'Guardar y Publicar').click()
    await expect(conflict(page)).toBeVisible()
    await page.reload()
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(/^Error: Alguien guardó otra versión/)
    await expect(conflict(page).getByRole('deletion').first()).toBeVisible()
    await expectTyped(page, hers)
    await mainButton(page, 'Guardar la mía de todos modos').click()
    await expect(page).toHaveURL(`/blog/${draft.id}`)
    expect(await safo.readPost(draft)).toMatchObject({ ...hers, is_published: true })
  })

  test('compares the text that Safo types while both versions are shown', async ({ server, openAs }) => {
    const { page, safo, post } = await saveTooLate({ server, openAs })
    await titleField(page).fill('El faro nuevo')
    await expect(conflict(page).getByRole('insertion').first()).toHaveText('nuevo')
    await page.reload()
    await expect(titleField(page)).toHaveValue('El faro nuevo')
    await mainButton(page, 'Guardar la mía de todos modos').click()
    await expect(page).toHaveURL(`/blog/${post.id}`)
    expect(await safo.readPost(post)).toMatchObject({ ...hers, title: 'El faro nuevo' })
  })

  test('can be decided on by keyboard alone', async ({ server, openAs }) => {
    const { page, safo, post } = await saveTooLate({ server, openAs })
    await expect(conflict(page).getByRole('heading', { level: 2 })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(mainButton(page, 'Seguir editando la mía')).toBeFocused()
    await expect(mainButton(page, 'Seguir editando la mía')).toHaveAccessibleDescription(
      /sustituirá la versión guardada/,
    )
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    const question = page.getByRole('alertdialog').filter({ hasText: 'ocupará el lugar de tu texto' })
    await expect(question.getByRole('button', { name: 'Cancelar' })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(note(page)).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(mainButton(page, 'Recuperar la mía')).toBeFocused()
    await page.keyboard.press('Enter')
    await expectTyped(page, hers)
    await expect(mainButton(page, 'Usar la versión guardada')).toBeFocused()
    expect(await safo.readPost(post)).toMatchObject(his)
  })

  test('shows a failure to load the other version, loses no text, and can be retried', async ({
    server,
    openAs,
    pageErrors,
  }) => {
    pageErrors.expect('500 GET /api/posts/{id}')
    const post = await (await server.person('Safo')).createPost(base)
    const page = await openAs('Safo', `/blog/${post.id}/edit`)
    await typePost(page, hers)
    await server.hipatia.editPost(post, his)
    await refuse(page, postRequest, 500, undefined, 'GET')
    await mainButton(page, 'Guardar Cambios').click()
    await expect(conflict(page).getByRole('alert')).toHaveText(/No se ha podido cargar la versión guardada/)
    await expectTyped(page, hers)
    await page.unroute(postRequest)
    await conflict(page).getByRole('button', { name: 'Reintentar' }).click()
    await expect(conflict(page).getByRole('deletion').first()).toBeVisible()
  })

  for (const screen of ['desktop', 'narrow'] as const)
    test(`passes axe on a ${screen} screen, in both themes`, async ({ server, openAs }) => {
      const { page } = await saveTooLate({ server, openAs }, { screen })
      await expectAccessible(page, 'a conflict')
      const [left, right] = await Promise.all([
        conflict(page).getByRole('deletion').first().boundingBox(),
        conflict(page).getByRole('insertion').nth(1).boundingBox(),
      ])
      const isBeside = (right?.x ?? 0) > (left?.x ?? 0) + (left?.width ?? 0)
      const isBelow = (right?.y ?? 0) > (left?.y ?? 0) + (left?.height ?? 0)
      expect({ isBeside, isBelow }).toEqual({ isBeside: screen === 'desktop', isBelow: screen === 'narrow' })
      for (const choice of ['Seguir editando la mía', 'Usar la versión guardada', 'Guardar la mía de todos modos'])
        expect((await mainButton(page, choice).boundingBox())?.height).toBeGreaterThanOrEqual(44)
      await mainButton(page, 'Seguir editando la mía').click()
      await expect(note(page)).toBeVisible()
      await expectAccessible(page, 'after a conflict')
    })
})

test('Safo reads in a second tab that the other version is her own', async ({ server, openAs, pageErrors }) => {
  pageErrors.expect(stale)
  const safo = await server.person('Safo')
  const post = await safo.createPost(base)
  const first = await openAs('Safo', `/blog/${post.id}/edit`)
  const second = await openAs('Safo', `/blog/${post.id}/edit`)
  await expectTyped(second, base)
  await typePost(first, his)
  await mainButton(first, 'Guardar Cambios').click()
  await expect(first).toHaveURL(`/blog/${post.id}`)
  await typePost(second, hers)
  await mainButton(second, 'Guardar Cambios').click()
  await expect(conflict(second).getByText(/La versión guardada es tuya, quizá desde otra pestaña, hoy/)).toBeVisible()
  expect(await safo.readPost(post)).toMatchObject(his)
  await expectTyped(second, hers)
})

test('long unchanged parts of two versions are folded and can be unfolded', async ({ server, openAs, pageErrors }) => {
  pageErrors.expect(stale)
  const safo = await server.person('Safo')
  const lines = Array.from({ length: 40 }, (_, n) => `Línea ${n}`)
  const text = (last: string) => [...lines, last].join('\n')
  const post = await safo.createPost({ title: 'Largo', content: text('Final') })
  const page = await openAs('Safo', `/blog/${post.id}/edit`)
  await contentField(page).fill(text('Final de Safo'))
  await server.hipatia.editPost(post, { content: text('Final de Hipatia') })
  await mainButton(page, 'Guardar Cambios').click()
  const folded = conflict(page).getByRole('button', { name: '38 líneas iguales' })
  await expect(folded).toHaveAttribute('aria-expanded', 'false')
  await expect(conflict(page).getByText('Línea 20')).toHaveCount(0)
  await expect(conflict(page).getByRole('heading', { level: 2 })).toBeFocused() // later than the differences
  await folded.press('Enter')
  await expect(conflict(page).getByText('Línea 20').first()).toBeVisible()
  await expect(folded).toBeFocused()
})

test('two versions of nearly 100,000 characters with nothing in common are shown completely', async ({
  server,
  openAs,
  pageErrors,
}) => {
  pageErrors.expect(stale)
  const safo = await server.person('Safo')
  const lines = (letter: string) => `${letter.repeat(32)}\n`.repeat(3_000)
  const post = await safo.createPost({ title: 'Enorme', content: lines('a') })
  const page = await openAs('Safo', `/blog/${post.id}/edit`)
  await titleField(page).fill('Más que enorme')
  await server.hipatia.editPost(post, { content: lines('c') })
  await mainButton(page, 'Guardar Cambios').click()
  await expect(conflict(page).getByText('Son demasiado distintas para marcar las diferencias')).toBeVisible()
  await mainButton(page, 'Seguir editando la mía').click()
  await expect(note(page)).toBeVisible()
})

test('the buttons are disabled while a decision between two versions is being saved', async ({
  server,
  openAs,
  pageErrors,
}) => {
  pageErrors.expect(stale)
  const { page, post, safo } = await saveTooLate({ server, openAs })
  const delayed = await delayResponse(page, postRequest)
  await mainButton(page, 'Guardar la mía de todos modos').click()
  for (const name of ['Seguir editando la mía', 'Usar la versión guardada'])
    await expect(mainButton(page, name)).toHaveAttribute('aria-disabled', 'true')
  await mainButton(page, 'Seguir editando la mía').click({ force: true })
  delayed.release()
  await expect(page).toHaveURL(`/blog/${post.id}`)
  expect(await safo.readPost(post)).toMatchObject(hers)
})
