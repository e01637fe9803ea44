import { expectDate } from '../../support/browser/dates.ts'
import { delayResponse, refuse } from '../../support/browser/network.ts'
import { navigationLink } from '../../support/browser/pages/navigation.ts'
import { titleField } from '../../support/browser/pages/post-editor.ts'
import { postCard, postCards, postTitles } from '../../support/browser/pages/posts.ts'
import { toast } from '../../support/browser/pages/toasts.ts'
import { answer, expect, test } from '../../support/browser/test.ts'

const drafts = '**/api/posts/drafts/my*'
const one = /\/api\/posts\/[0-9a-f]{32}$/
const publication = /\/api\/posts\/[0-9a-f]{32}\/publish$/
const confirmPublish = '¿Estás seguro de que quieres publicar este borrador?'

test('Safo sees only her own drafts, the newest first, with all parts of a card', async ({ server, openAs }) => {
  const safo = await server.person('Safo')
  const historia = await server.hipatia.createCategory('Historia')
  const long = 'Una línea que no se acaba. '.repeat(10)
  const first = await safo.createDraft({ title: 'El largo', content: long, category_id: historia.id })
  await (await server.person('Zenón')).createDraft({ title: 'De Zenón' })
  await safo.createPost({ title: 'Ya publicado' })
  const second = await safo.editPost(await safo.createDraft({ title: 'El breve' }), { content: 'Dos palabras.' })
  const page = await openAs('Safo', '/blog/drafts')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mis Borradores')
  await expect(postTitles(page)).toHaveText(['El breve', 'El largo'])

  const card = postCard(page, 'El largo')
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

  const brief = postCard(page, 'El breve')
  await expect(brief).toContainText('Sin Categoría')
  await expect(brief.getByText('Dos palabras.', { exact: true })).toBeVisible()
  await expectDate(brief.getByText(/^Actualizado /).locator('time'), second.updated_at)
})

test('Ver leads from a draft to the post, and Editar to its editor', async ({ server, openAs }) => {
  const draft = await (await server.person('Safo')).createDraft({ title: 'A medias' })
  const safo = await openAs('Safo', '/blog/drafts')
  await postCards(safo).getByRole('link', { name: 'Ver', exact: true }).click()
  await expect(safo).toHaveURL(`/blog/${draft.id}`)
  await expect(safo.getByRole('heading', { level: 1 })).toHaveText('A medias')
  await safo.goBack()
  await postCards(safo).getByRole('link', { name: 'Editar', exact: true }).click()
  await expect(safo).toHaveURL(`/blog/${draft.id}/edit`)
  await expect(titleField(safo)).toHaveValue('A medias')
})

test('a draft is published after a question, shows that it is being published, and leaves the list', async ({
  server,
  openAs,
}) => {
  const safo = await server.person('Safo')
  const draft = await safo.createDraft({ title: 'Listo' })
  await safo.createDraft({ title: 'A medias' })
  const page = await openAs('Safo', '/blog/drafts')
  const card = postCard(page, 'Listo')
  await card.getByRole('button', { name: 'Publicar' }).click()
  await answer(page, confirmPublish, 'Cancelar')
  await expect(postTitles(page)).toHaveText(['A medias', 'Listo'])
  expect(await safo.readPost(draft)).toMatchObject({ is_published: false })

  const delayed = await delayResponse(page, publication)
  await card.getByRole('button', { name: 'Publicar' }).click()
  await answer(page, confirmPublish, 'Publicar')
  await expect(card.getByRole('button', { name: 'Publicando...', exact: true })).toBeVisible()
  await expect(postCard(page, 'A medias').getByRole('button', { name: 'Publicar', exact: true })).toBeVisible()
  delayed.release()
  await expect(postTitles(page)).toHaveText(['A medias'])
  expect(await safo.readPost(draft)).toMatchObject({ is_published: true })
  await navigationLink(page, 'Blog').click()
  await expect(postTitles(page)).toHaveText(['Listo'])
})

test('a draft is deleted after a question, which shows any title literally', async ({ server, openAs }) => {
  const title = 'El "último" <b>canto</b> $& de Ítaca'
  const question = `¿Estás seguro de que quieres eliminar el borrador "${title}"?`
  const safo = await server.person('Safo')
  const draft = await safo.createDraft({ title })
  const page = await openAs('Safo', '/blog/drafts')
  await postCards(page).getByRole('button', { name: 'Eliminar' }).click()
  await answer(page, question, 'Cancelar')
  await expect(postTitles(page)).toHaveText([title])
  expect(await safo.readPost(draft)).toEqual(draft)
  await postCards(page).getByRole('button', { name: 'Eliminar' }).click()
  await answer(page, question, 'Eliminar')
  await expect(page.getByText('No tienes borradores', { exact: true })).toBeVisible()
  await expect(safo.readPost(draft)).rejects.toThrow('404')
})

test('a member without drafts reads that there are none, and finds the way to write one', async ({ openAs }) => {
  const safo = await openAs('Safo', '/blog/drafts')
  await expect(safo.getByText('No tienes borradores', { exact: true })).toBeVisible()
  await safo.getByRole('main').getByRole('link', { name: 'Crear Nuevo Post' }).last().click()
  await expect(safo).toHaveURL('/blog/create')
})

test('many drafts come in pages, each exactly once', async ({ server, openAs }) => {
  const safo = await server.person('Safo')
  const written: string[] = []
  for (let number = 1; number <= 25; number++) {
    written.unshift(`Fragmento ${number}`)
    await safo.createDraft({ title: `Fragmento ${number}` })
  }
  const page = await openAs('Safo', '/blog/drafts')
  const more = page.getByRole('button', { name: /más borradores/ })
  await more.click()
  await expect(postTitles(page)).toHaveText(written)
  await expect(more).toHaveCount(0)
})

test('a failure to load the drafts is shown, with and without a reason, and a retry loads them', async ({
  server,
  openAs,
  pageErrors,
}) => {
  pageErrors.expect('500 GET /api/posts/drafts/my')
  await (await server.person('Safo')).createDraft({ title: 'A medias' })
  const safo = await openAs('Safo', '/blog/drafts', { before: (page) => refuse(page, drafts, 500) })
  const alert = safo.getByRole('main').getByRole('alert')
  await expect(alert).toContainText('Error al cargar los borradores')
  await refuse(safo, drafts, 500, 'El cajón está cerrado.')
  await alert.getByRole('button').click()
  await expect(alert).toContainText('El cajón está cerrado.')
  await safo.unroute(drafts)
  await alert.getByRole('button').click()
  await expect(postTitles(safo)).toHaveText(['A medias'])
})

test('a failed action on a draft is shown, with and without a reason, and the draft stays', async ({
  server,
  openAs,
  pageErrors,
}) => {
  pageErrors.expect('500 PUT /api/posts/{id}/publish', '500 DELETE /api/posts/{id}')
  await (await server.person('Safo')).createDraft({ title: 'A medias' })
  const safo = await openAs('Safo', '/blog/drafts')
  const confirmDelete = '¿Estás seguro de que quieres eliminar el borrador "A medias"?'
  for (const [action, busy, address, question, alert] of [
    ['Publicar', 'Publicando...', publication, confirmPublish, 'Error al publicar el borrador'],
    ['Eliminar', undefined, one, confirmDelete, 'Error al eliminar el borrador'],
  ] as const)
    for (const detail of [undefined, 'El cajón está cerrado.'])
      await test.step(`${alert}${detail ? ', with the reason' : ''}`, async () => {
        await refuse(safo, address, 500, detail)
        await postCards(safo).getByRole('button', { name: action }).click()
        await answer(safo, question, action)
        await expect(toast(safo, detail ? `${alert}. ${detail}` : alert)).toBeVisible()
        await expect(postTitles(safo)).toHaveText(['A medias'])
        await expect(postCards(safo).getByRole('button', { name: action, exact: true })).toBeVisible()
        if (busy) await expect(postCards(safo).getByRole('button', { name: busy })).toHaveCount(0)
        await safo.unroute(address)
      })
})

test('the page of drafts shows that they are loading', async ({ openAs }) => {
  let delayed = { release: () => {} }
  const safo = await openAs('Safo', '/blog/drafts', {
    before: async (page) => {
      delayed = await delayResponse(page, drafts)
    },
  })
  await expect(safo.getByRole('status').filter({ hasText: /\S/ })).toHaveText(/^Cargando/)
  delayed.release()
  await expect(safo.getByText('No tienes borradores', { exact: true })).toBeVisible()
})
