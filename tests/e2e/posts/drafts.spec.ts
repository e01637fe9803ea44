import { expectDate } from '../../support/browser/dates.ts'
import { navigationLink } from '../../support/browser/pages/navigation.ts'
import { titleField } from '../../support/browser/pages/post-editor.ts'
import { postCard, postTitles } from '../../support/browser/pages/posts.ts'
import { answer, expect, test } from '../../support/browser/test.ts'

test('Safo sees her own drafts, newest first; reads, edits, publishes and deletes them', async ({ server, openAs }) => {
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
  await expect(card.getByText('BORRADOR', { exact: true })).toBeVisible()
  await expect(card).toContainText('Historia')
  await expectDate(card.getByText(/^Creado /).locator('time'), first.created_at)
  await expectDate(card.getByText(/^Actualizado /).locator('time'), first.updated_at)
  await expect(card.getByText(`${long.slice(0, 200)}...`, { exact: true })).toBeVisible()
  const brief = postCard(page, 'El breve')
  await expect(brief).toContainText('Sin Categoría')
  await expect(brief.getByText('Dos palabras.', { exact: true })).toBeVisible()
  await expectDate(brief.getByText(/^Actualizado /).locator('time'), second.updated_at)

  for (const name of ['El largo', 'Ver'])
    await expect(card.getByRole('link', { name, exact: true })).toHaveAttribute('href', `/blog/${first.id}`)
  await card.getByRole('link', { name: 'Editar', exact: true }).click()
  await expect(titleField(page)).toHaveValue('El largo')
  await page.goBack()
  await card.getByRole('button', { name: 'Publicar' }).click()
  await answer(page, '¿Estás seguro de que quieres publicar este borrador?', 'Publicar')
  await expect(postTitles(page)).toHaveText(['El breve'])
  await brief.getByRole('button', { name: 'Eliminar' }).click()
  await answer(page, '¿Estás seguro de que quieres eliminar el borrador "El breve"?', 'Eliminar')
  await expect(page.getByText('No tienes borradores', { exact: true })).toBeVisible()
  await expect(safo.readPost(second)).rejects.toThrow('404')
  await navigationLink(page, 'Blog').click()
  await expect(postTitles(page)).toHaveText(['El largo', 'Ya publicado'])
})
