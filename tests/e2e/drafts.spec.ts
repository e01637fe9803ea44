import { expectDate } from './support/dates.ts'
import { holdBack, refuse } from './support/gate.ts'
import { answer, expect, headerOf, type Page, test } from './support/test.ts'

const drafts = '**/api/posts/drafts/my*'
const one = /\/api\/posts\/[0-9a-f]{32}$/
const publication = /\/api\/posts\/[0-9a-f]{32}\/publish$/
const confirmPublish = '¿Estás seguro de que quieres publicar este borrador?'

const cards = (page: Page) => page.getByRole('article')
const cardOf = (page: Page, title: string) =>
  cards(page).filter({ has: page.getByRole('heading', { name: title, exact: true }) })
const titles = (page: Page) => cards(page).getByRole('heading')
const toast = (page: Page, text: string) => page.getByRole('region', { name: 'Avisos' }).getByText(text)

test('Safo sees her own drafts only, the newest first, with all that a card has', async ({ house, openAs }) => {
  const safo = await house.person('Safo')
  const historia = await house.hipatia.opens('Historia')
  const long = 'Una línea que no se acaba. '.repeat(10)
  const first = await safo.drafts({ title: 'El largo', content: long, category_id: historia.id })
  await (await house.person('Zenón')).drafts({ title: 'De Zenón' })
  await safo.writes({ title: 'Ya publicado' })
  const second = await safo.rewrites(await safo.drafts({ title: 'El breve' }), { content: 'Dos palabras.' })
  const page = await openAs('Safo', '/blog/drafts')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mis Borradores')
  await expect(titles(page)).toHaveText(['El breve', 'El largo'])

  const card = cardOf(page, 'El largo')
  await expect(card.getByRole('link', { name: 'El largo', exact: true })).toHaveAttribute('href', `/blog/${first.id}`)
  await expect(card.getByText('BORRADOR', { exact: true })).toBeVisible()
  await expect(card).toContainText('Historia')
  await expectDate(card.getByText(/^Creado /).locator('time'), first.created_at)
  await expectDate(card.getByText(/^Actualizado /).locator('time'), first.updated_at)
  await expect(card.getByText(`${long.slice(0, 200)}...`, { exact: true })).toBeVisible()
  await expect(card.getByRole('link', { name: 'Ver', exact: true })).toHaveAttribute('href', `/blog/${first.id}`)
  await expect(card.getByRole('link', { name: 'Editar', exact: true })).toHaveAttribute(
    'href',
    `/blog/${first.id}/edit`,
  )
  for (const name of ['Publicar', 'Eliminar'])
    await expect(card.getByRole('button', { name, exact: true })).toBeVisible()

  const brief = cardOf(page, 'El breve')
  await expect(brief).toContainText('Sin Categoría')
  await expect(brief.getByText('Dos palabras.', { exact: true })).toBeVisible()
  await expectDate(brief.getByText(/^Actualizado /).locator('time'), second.updated_at)
})

test('Ver and Editar lead to the post and to its editor', async ({ house, openAs }) => {
  const draft = await (await house.person('Safo')).drafts({ title: 'A medias' })
  const safo = await openAs('Safo', '/blog/drafts')
  await cards(safo).getByRole('link', { name: 'Ver', exact: true }).click()
  await expect(safo).toHaveURL(`/blog/${draft.id}`)
  await expect(safo.getByRole('heading', { level: 1 })).toHaveText('A medias')
  await safo.goBack()
  await cards(safo).getByRole('link', { name: 'Editar', exact: true }).click()
  await expect(safo).toHaveURL(`/blog/${draft.id}/edit`)
  await expect(safo.getByRole('textbox', { name: 'Título' })).toHaveValue('A medias')
})

test('a draft is published after a question, says so meanwhile, and leaves the list', async ({ house, openAs }) => {
  const safo = await house.person('Safo')
  const draft = await safo.drafts({ title: 'Listo' })
  await safo.drafts({ title: 'A medias' })
  const page = await openAs('Safo', '/blog/drafts')
  const card = cardOf(page, 'Listo')
  await card.getByRole('button', { name: 'Publicar' }).click()
  await answer(page, confirmPublish, 'Cancelar')
  await expect(titles(page)).toHaveText(['A medias', 'Listo'])
  expect(await safo.reads(draft)).toMatchObject({ is_published: false })

  const gate = await holdBack(page, publication)
  await card.getByRole('button', { name: 'Publicar' }).click()
  await answer(page, confirmPublish, 'Publicar')
  await expect(card.getByRole('button', { name: 'Publicando...', exact: true })).toBeVisible()
  await expect(cardOf(page, 'A medias').getByRole('button', { name: 'Publicar', exact: true })).toBeVisible()
  gate.open()
  await expect(titles(page)).toHaveText(['A medias'])
  expect(await safo.reads(draft)).toMatchObject({ is_published: true })
  await headerOf(page)
    .getByRole('link', { name: /^Blog\b/ })
    .click()
  await expect(titles(page)).toHaveText(['Listo'])
})

test('a draft is deleted after a question with its title, whatever stands in it', async ({ house, openAs }) => {
  const title = 'El "último" <b>canto</b> $& de Ítaca'
  const question = `¿Estás seguro de que quieres eliminar el borrador "${title}"?`
  const safo = await house.person('Safo')
  const draft = await safo.drafts({ title })
  const page = await openAs('Safo', '/blog/drafts')
  await cards(page).getByRole('button', { name: 'Eliminar' }).click()
  await answer(page, question, 'Cancelar')
  await expect(titles(page)).toHaveText([title])
  expect(await safo.reads(draft)).toEqual(draft)
  await cards(page).getByRole('button', { name: 'Eliminar' }).click()
  await answer(page, question, 'Eliminar')
  await expect(page.getByText('No tienes borradores', { exact: true })).toBeVisible()
  await expect(safo.reads(draft)).rejects.toThrow('404')
})

test('who has none is told so, and led to write one', async ({ openAs }) => {
  const safo = await openAs('Safo', '/blog/drafts')
  await expect(safo.getByText('No tienes borradores', { exact: true })).toBeVisible()
  await safo.getByRole('main').getByRole('link', { name: 'Crear Nuevo Post' }).last().click()
  await expect(safo).toHaveURL('/blog/create')
})

test('many drafts come in pages, each once', async ({ house, openAs }) => {
  const safo = await house.person('Safo')
  const written: string[] = []
  for (let number = 1; number <= 25; number++) {
    written.unshift(`Fragmento ${number}`)
    await safo.drafts({ title: `Fragmento ${number}` })
  }
  const page = await openAs('Safo', '/blog/drafts')
  const more = page.getByRole('button', { name: /más borradores/ })
  await more.click()
  await expect(titles(page)).toHaveText(written)
  await expect(more).toHaveCount(0)
})

for (const [detail, text] of [
  [undefined, 'Error al cargar los borradores'],
  ['El cajón está cerrado.', 'El cajón está cerrado.'],
] as const)
  test(`says '${text}' when they cannot be loaded, and tries again`, async ({ house, openAs, trouble }) => {
    trouble.expect('500 GET /api/posts/drafts/my')
    await (await house.person('Safo')).drafts({ title: 'A medias' })
    const safo = await openAs('Safo', '/blog/drafts', { before: (page) => refuse(page, drafts, 500, detail) })
    const alert = safo.getByRole('main').getByRole('alert')
    await expect(alert).toContainText(text)
    await safo.unroute(drafts)
    await alert.getByRole('button').click()
    await expect(titles(safo)).toHaveText(['A medias'])
  })

for (const [action, busy, address, question, alert, line] of [
  [
    'Publicar',
    'Publicando...',
    publication,
    confirmPublish,
    'Error al publicar el borrador',
    '500 PUT /api/posts/{id}/publish',
  ],
  [
    'Eliminar',
    'Eliminar',
    one,
    '¿Estás seguro de que quieres eliminar el borrador "A medias"?',
    'Error al eliminar el borrador',
    '500 DELETE /api/posts/{id}',
  ],
] as const)
  for (const detail of [undefined, 'El cajón está cerrado.'])
    test(`says '${alert}'${detail ? ' and why' : ''}, and the draft stays`, async ({ house, openAs, trouble }) => {
      trouble.expect(line)
      await (await house.person('Safo')).drafts({ title: 'A medias' })
      const safo = await openAs('Safo', '/blog/drafts')
      await refuse(safo, address, 500, detail)
      await cards(safo).getByRole('button', { name: action }).click()
      await answer(safo, question, action)
      await expect(toast(safo, alert).first()).toBeVisible()
      if (detail) await expect(toast(safo, detail).first()).toBeVisible()
      await expect(titles(safo)).toHaveText(['A medias'])
      await expect(cards(safo).getByRole('button', { name: action, exact: true })).toBeVisible()
      if (busy !== action) await expect(cards(safo).getByRole('button', { name: busy })).toHaveCount(0)
    })

test('they are loaded with a word', async ({ openAs }) => {
  let gate = { open: () => {} }
  const safo = await openAs('Safo', '/blog/drafts', {
    before: async (page) => {
      gate = await holdBack(page, drafts)
    },
  })
  await expect(safo.getByRole('status').filter({ hasText: /\S/ })).toHaveText(/^Cargando/)
  gate.open()
  await expect(safo.getByText('No tienes borradores', { exact: true })).toBeVisible()
})
