// Two people, or two tabs, in one post: the second save is refused, both texts are shown, the person decides.
import { expectAccessible } from './support/axe.ts'
import { holdBack, refuse } from './support/gate.ts'
import { answer, type Browsing, expect, type Given, type Page, test } from './support/test.ts'

const one = /\/api\/posts\/[0-9a-f]{32}$/
const stale = '412 PUT /api/posts/{id}'

const title = (page: Page) => page.getByRole('textbox', { name: 'Título', includeHidden: true })
const content = (page: Page) => page.getByRole('textbox', { name: 'Contenido', includeHidden: true })
const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
const conflict = (page: Page) => page.getByRole('region', { name: 'Dos versiones del mismo post' })
const note = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: /texto|formulario/ })

const base = { title: 'El faro', content: 'Uno.\n\nEl faro alumbra el mar.\n\nFin.' }
const hers = { title: 'El faro viejo', content: 'Uno.\n\nEl faro alumbra el puerto.\n\nFin.' }
const his = { title: 'El faro', content: 'Uno.\n\nEl faro alumbra la costa.\n\nFin.\n\nPosdata.' }

async function write(page: Page, words: { title: string; content: string }) {
  await title(page).fill(words.title)
  await content(page).fill(words.content)
}

async function expectWritten(page: Page, words: { title: string; content: string }) {
  await expect(title(page)).toHaveValue(words.title)
  await expect(content(page)).toHaveValue(words.content)
}

/** Safo wrote hers over a post that Hipatia has changed meanwhile; her save was refused. */
async function clash({ house, openAs }: Pick<Given, 'house' | 'openAs'>, browsing?: Browsing) {
  const safo = await house.person('Safo')
  const post = await safo.writes(base)
  const page = await openAs('Safo', `/blog/${post.id}/edit`, browsing)
  await write(page, hers)
  await house.hipatia.rewrites(post, his)
  await button(page, 'Guardar Cambios').click()
  await expect(conflict(page).getByRole('deletion').first()).toBeVisible()
  return { safo, post, page }
}

test.describe('A save over somebody else’s version', () => {
  test.beforeEach(({ trouble }) => trouble.expect(stale))

  test('shows both, who saved the other, and what differs', async ({ house, openAs }) => {
    const { page, safo, post } = await clash({ house, openAs })
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(/^Error: Alguien guardó otra versión/)
    const shown = conflict(page)
    await expect(shown.getByRole('heading', { level: 2 })).toBeFocused()
    await expect(shown.getByText(/La versión guardada es de Hipatia, hoy a las? \d/)).toBeVisible()
    await expect(shown.getByRole('deletion')).toHaveText(['la costa', 'Posdata.'].map((text) => new RegExp(text)))
    await expect(shown.getByRole('insertion')).toHaveText(['viejo', 'el puerto'].map((text) => new RegExp(text)))
    await expect(shown.getByText('Sin Categoría · Igual en las dos.')).toBeVisible()
    await expectWritten(page, hers)
    expect(await safo.reads(post)).toMatchObject(his)
  })

  test('names categories, and says when it was published meanwhile', async ({ house, openAs }) => {
    const historia = await house.hipatia.opens('Historia')
    const safo = await house.person('Safo')
    const draft = await safo.drafts(base)
    const page = await openAs('Safo', `/blog/${draft.id}/edit`)
    await write(page, hers)
    await house.hipatia.rewrites(draft, { category_id: historia.id, is_published: true })
    await button(page, 'Guardar Cambios').click()
    await expect(conflict(page).getByText('Entretanto se ha publicado.')).toBeVisible()
    await expect(conflict(page).getByRole('deletion').first()).toBeVisible()
    await expect(conflict(page).getByRole('deletion').filter({ hasText: 'Historia' })).toBeVisible()
    await button(page, 'Seguir editando la mía').click()
    await expect(button(page, 'Guardar como Borrador')).toBeVisible()
    await button(page, 'Guardar Cambios').click()
    await expect(page).toHaveURL(`/blog/${draft.id}`)
    expect(await safo.reads(draft)).toMatchObject({ ...hers, category_id: null, is_published: true })
  })

  test('goes through later when she goes on with hers', async ({ house, openAs }) => {
    const { page, safo, post } = await clash({ house, openAs })
    await button(page, 'Seguir editando la mía').click()
    await expect(conflict(page)).toBeHidden()
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
    await expect(note(page)).toBeFocused()
    await expectWritten(page, hers)
    expect(await safo.reads(post)).toMatchObject(his)
    await content(page).fill('Las dos cosas.')
    await button(page, 'Guardar Cambios').click()
    await expect(page).toHaveURL(`/blog/${post.id}`)
    expect(await safo.reads(post)).toMatchObject({ title: hers.title, content: 'Las dos cosas.' })
  })

  test('is refused again after she went on with hers, if somebody saved once more', async ({ house, openAs }) => {
    const { page, safo, post } = await clash({ house, openAs })
    await button(page, 'Seguir editando la mía').click()
    await house.hipatia.rewrites(post, { title: 'De Hipatia otra vez' })
    await button(page, 'Guardar Cambios').click()
    await expect(conflict(page).getByRole('deletion').first()).toHaveText(/otra vez/)
    await expectWritten(page, hers)
    expect(await safo.reads(post)).toMatchObject({ title: 'De Hipatia otra vez' })
  })

  test('is given up for the stored one after a question, and can be taken back, also after a reload', async ({
    house,
    openAs,
  }) => {
    const { page, safo, post } = await clash({ house, openAs })
    const question =
      'La versión guardada ocupará el lugar de tu texto. Podrás recuperarlo hasta que salgas de esta página.'
    await button(page, 'Usar la versión guardada').click()
    await answer(page, question, 'Cancelar')
    await expectWritten(page, hers)
    await button(page, 'Usar la versión guardada').click()
    await answer(page, question, 'Usar la versión guardada')
    await expect(conflict(page)).toBeHidden()
    await expectWritten(page, his)
    await page.reload()
    await expectWritten(page, his)
    await content(page).fill('La suya, retocada.')
    await button(page, 'Recuperar la mía').click()
    await expectWritten(page, hers)
    await button(page, 'Usar la versión guardada').click()
    await expectWritten(page, { title: his.title, content: 'La suya, retocada.' })
    await button(page, 'Recuperar la mía').click()
    expect(await safo.reads(post)).toMatchObject(his)
    await button(page, 'Guardar Cambios').click()
    await expect(page).toHaveURL(`/blog/${post.id}`)
    expect(await safo.reads(post)).toMatchObject(hers)
  })

  test('is made knowingly, over what was shown', async ({ house, openAs }) => {
    const { page, safo, post } = await clash({ house, openAs })
    await button(page, 'Guardar la mía de todos modos').click()
    await expect(page).toHaveURL(`/blog/${post.id}`)
    expect(await safo.reads(post)).toMatchObject(hers)
  })

  test('is refused again when a third one came between, which is shown then', async ({ house, openAs }) => {
    const { page, safo, post } = await clash({ house, openAs })
    await house.hipatia.rewrites(post, { ...his, content: 'Uno.\n\nEl faro alumbra el cielo.\n\nFin.' })
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange'))) // she comes back to the tab
    await button(page, 'Guardar la mía de todos modos').click()
    await expect(conflict(page).getByRole('status')).toHaveText(/se ha guardado otra versión más/)
    await expect(conflict(page).getByRole('deletion')).toHaveText(/cielo/)
    await expectWritten(page, hers)
    expect(await safo.reads(post)).toMatchObject({ content: 'Uno.\n\nEl faro alumbra el cielo.\n\nFin.' })
    await button(page, 'Guardar la mía de todos modos').click()
    await expect(page).toHaveURL(`/blog/${post.id}`)
    expect(await safo.reads(post)).toMatchObject(hers)
  })

  test('is still to be decided after a reload, with her text and with what she asked for', async ({
    house,
    openAs,
  }) => {
    const safo = await house.person('Safo')
    const draft = await safo.drafts(base)
    const page = await openAs('Safo', `/blog/${draft.id}/edit`)
    await write(page, hers)
    await house.hipatia.rewrites(draft, his)
    await button(page, 'Guardar y Publicar').click()
    await expect(conflict(page)).toBeVisible()
    await page.reload()
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(/^Error: Alguien guardó otra versión/)
    await expect(conflict(page).getByRole('deletion').first()).toBeVisible()
    await expectWritten(page, hers)
    await button(page, 'Guardar la mía de todos modos').click()
    await expect(page).toHaveURL(`/blog/${draft.id}`)
    expect(await safo.reads(draft)).toMatchObject({ ...hers, is_published: true })
  })

  test('keeps up with what is typed meanwhile', async ({ house, openAs }) => {
    const { page, safo, post } = await clash({ house, openAs })
    await title(page).fill('El faro nuevo')
    await expect(conflict(page).getByRole('insertion').first()).toHaveText('nuevo')
    await page.reload()
    await expect(title(page)).toHaveValue('El faro nuevo')
    await button(page, 'Guardar la mía de todos modos').click()
    await expect(page).toHaveURL(`/blog/${post.id}`)
    expect(await safo.reads(post)).toMatchObject({ ...hers, title: 'El faro nuevo' })
  })

  test('can be decided by keyboard alone', async ({ house, openAs }) => {
    const { page, safo, post } = await clash({ house, openAs })
    await expect(conflict(page).getByRole('heading', { level: 2 })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(button(page, 'Seguir editando la mía')).toBeFocused()
    await expect(button(page, 'Seguir editando la mía')).toHaveAccessibleDescription(/sustituirá la versión guardada/)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    const question = page.getByRole('alertdialog').filter({ hasText: 'ocupará el lugar de tu texto' })
    await expect(question.getByRole('button', { name: 'Cancelar' })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(note(page)).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(button(page, 'Recuperar la mía')).toBeFocused()
    await page.keyboard.press('Enter')
    await expectWritten(page, hers)
    await expect(button(page, 'Usar la versión guardada')).toBeFocused()
    expect(await safo.reads(post)).toMatchObject(his)
  })

  test('says what could not be fetched, loses nothing, and tries again', async ({ house, openAs, trouble }) => {
    trouble.expect('500 GET /api/posts/{id}')
    const post = await (await house.person('Safo')).writes(base)
    const page = await openAs('Safo', `/blog/${post.id}/edit`)
    await write(page, hers)
    await house.hipatia.rewrites(post, his)
    await refuse(page, one, 500, undefined, 'GET')
    await button(page, 'Guardar Cambios').click()
    await expect(conflict(page).getByRole('alert')).toHaveText(/No se ha podido cargar la versión guardada/)
    await expectWritten(page, hers)
    await page.unroute(one)
    await conflict(page).getByRole('button', { name: 'Reintentar' }).click()
    await expect(conflict(page).getByRole('deletion').first()).toBeVisible()
  })

  for (const screen of ['desktop', 'narrow'] as const)
    test(`is decided on a ${screen} screen, in both themes`, async ({ house, openAs }) => {
      const { page } = await clash({ house, openAs }, { screen })
      await expectAccessible(page, 'a conflict')
      const [left, right] = await Promise.all([
        conflict(page).getByRole('deletion').first().boundingBox(),
        conflict(page).getByRole('insertion').nth(1).boundingBox(),
      ])
      const isBeside = (right?.x ?? 0) > (left?.x ?? 0) + (left?.width ?? 0)
      const isBelow = (right?.y ?? 0) > (left?.y ?? 0) + (left?.height ?? 0)
      expect({ isBeside, isBelow }).toEqual({ isBeside: screen === 'desktop', isBelow: screen === 'narrow' })
      for (const choice of ['Seguir editando la mía', 'Usar la versión guardada', 'Guardar la mía de todos modos'])
        expect((await button(page, choice).boundingBox())?.height).toBeGreaterThanOrEqual(44)
      await button(page, 'Seguir editando la mía').click()
      await expect(note(page)).toBeVisible()
      await expectAccessible(page, 'after a conflict')
    })
})

test('Safo in a second tab is told that the other version is her own', async ({ house, openAs, trouble }) => {
  trouble.expect(stale)
  const safo = await house.person('Safo')
  const post = await safo.writes(base)
  const first = await openAs('Safo', `/blog/${post.id}/edit`)
  const second = await openAs('Safo', `/blog/${post.id}/edit`)
  await expectWritten(second, base)
  await write(first, his)
  await button(first, 'Guardar Cambios').click()
  await expect(first).toHaveURL(`/blog/${post.id}`)
  await write(second, hers)
  await button(second, 'Guardar Cambios').click()
  await expect(conflict(second).getByText(/La versión guardada es tuya, quizá desde otra pestaña, hoy/)).toBeVisible()
  expect(await safo.reads(post)).toMatchObject(his)
  await expectWritten(second, hers)
})

test('long equal stretches are folded, and unfold', async ({ house, openAs, trouble }) => {
  trouble.expect(stale)
  const safo = await house.person('Safo')
  const lines = Array.from({ length: 40 }, (_, n) => `Línea ${n}`)
  const text = (last: string) => [...lines, last].join('\n')
  const post = await safo.writes({ title: 'Largo', content: text('Final') })
  const page = await openAs('Safo', `/blog/${post.id}/edit`)
  await content(page).fill(text('Final de Safo'))
  await house.hipatia.rewrites(post, { content: text('Final de Hipatia') })
  await button(page, 'Guardar Cambios').click()
  const folded = conflict(page).getByRole('button', { name: '38 líneas iguales' })
  await expect(folded).toHaveAttribute('aria-expanded', 'false')
  await expect(conflict(page).getByText('Línea 20')).toHaveCount(0)
  await folded.press('Enter')
  await expect(conflict(page).getByText('Línea 20').first()).toBeVisible()
  await expect(folded).toBeFocused()
})

test('two texts of nearly 100,000 characters with nothing in common are shown whole', async ({
  house,
  openAs,
  trouble,
}) => {
  trouble.expect(stale)
  const safo = await house.person('Safo')
  const lines = (letter: string) => `${letter.repeat(32)}\n`.repeat(3_000)
  const post = await safo.writes({ title: 'Enorme', content: lines('a') })
  const page = await openAs('Safo', `/blog/${post.id}/edit`)
  await title(page).fill('Más que enorme')
  await house.hipatia.rewrites(post, { content: lines('c') })
  await button(page, 'Guardar Cambios').click()
  await expect(conflict(page).getByText('Son demasiado distintas para marcar las diferencias')).toBeVisible()
  await button(page, 'Seguir editando la mía').click()
  await expect(note(page)).toBeVisible()
})

test('the buttons wait while a decision is being saved', async ({ house, openAs, trouble }) => {
  trouble.expect(stale)
  const { page, post, safo } = await clash({ house, openAs })
  const gate = await holdBack(page, one)
  await button(page, 'Guardar la mía de todos modos').click()
  for (const name of ['Seguir editando la mía', 'Usar la versión guardada'])
    await expect(button(page, name)).toHaveAttribute('aria-disabled', 'true')
  await button(page, 'Seguir editando la mía').click({ force: true })
  gate.open()
  await expect(page).toHaveURL(`/blog/${post.id}`)
  expect(await safo.reads(post)).toMatchObject(hers)
})
