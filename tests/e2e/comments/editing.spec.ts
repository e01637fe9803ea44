// Editing and deleting a comment.
import { refuse } from '../../support/browser/network.ts'
import {
  addComment,
  buttonIn,
  commentItems,
  commentRequest,
  commentsHeading,
  commentsSection,
  commentWith,
  editField,
  storedComments,
} from '../../support/browser/pages/comments.ts'
import { toast } from '../../support/browser/pages/toasts.ts'

import { answer, blankPage, expect, test } from '../../support/browser/test.ts'

const confirmDelete = 'Are you sure you want to delete this comment?'

test.describe('Editing and deleting a comment', () => {
  for (const name of ['Zenón', 'Hipatia'])
    test(`${name} edits a comment of Zenón's in place`, async ({ server, openAs }) => {
      const zenon = await server.person('Zenón')
      const post = await zenon.createPost()
      await addComment(zenon, post, 'Llega antes.')
      const page = await openAs(name, `/blog/${post.id}`)
      await buttonIn(commentItems(page), 'Editar').click()
      await expect(editField(page)).toBeFocused()
      await expect(editField(page)).toHaveValue('Llega antes.')
      await expect(editField(page)).toHaveAttribute('rows', '3')
      await editField(page).fill(' ')
      await expect(buttonIn(commentItems(page), 'Actualizar')).toBeDisabled()
      await editField(page).fill('Llega **después**.')
      await buttonIn(commentItems(page), 'Cancelar').click()
      await answer(page, '¿Descartar lo que has escrito?', 'Descartar')
      await expect(commentItems(page)).toContainText(['Llega antes.'])
      await expect(commentItems(page)).toBeFocused()

      await buttonIn(commentItems(page), 'Editar').click()
      await expect(editField(page)).toHaveValue('Llega antes.')
      await editField(page).fill('Llega **después**.')
      await buttonIn(commentItems(page), 'Actualizar').click()
      await expect(toast(page, 'El comentario se ha actualizado.')).toBeVisible()
      await expect(commentItems(page).locator('strong')).toHaveText('después')
      await expect(commentItems(page).getByText('editado', { exact: true })).toBeVisible()
      await expect(commentItems(page)).toContainText('Zenón')
      await expect(commentItems(page)).toBeFocused()
      expect(await storedComments(zenon, post)).toEqual(['Llega **después**.'])
    })

  test('a failed change shows an error, and its text survives a reload, with and without a reason from the server', async ({
    server,
    openAs,
    pageErrors,
  }) => {
    pageErrors.expect('500 PUT /api/comments/{id}')
    const zenon = await server.person('Zenón')
    const page = await openAs('Zenón', blankPage)
    for (const [detail, message] of [
      [undefined, 'Failed to update comment'],
      ['Está en piedra.', 'Está en piedra.'],
    ] as const)
      await test.step(message, async () => {
        const post = await zenon.createPost()
        await addComment(zenon, post, 'Llega antes.')
        await page.goto(`/blog/${post.id}`)
        await refuse(page, commentRequest, 500, detail)
        await buttonIn(commentItems(page), 'Editar').click()
        await editField(page).fill('Llega después.')
        await buttonIn(commentItems(page), 'Actualizar').click()
        await expect(commentItems(page).getByRole('alert').getByText(message, { exact: true })).toBeVisible()
        await expect(editField(page)).toHaveValue('Llega después.')
        await page.reload()
        await expect(editField(page)).toHaveValue('Llega después.')
        await page.unroute(commentRequest)
        await buttonIn(commentItems(page), 'Actualizar').click()
        await expect(editField(page)).toHaveCount(0)
        expect(await storedComments(zenon, post)).toEqual(['Llega después.'])
      })
  })

  test('a comment that Hipatia changed shows her text above Zenón’s unsaved edit', async ({ server, openAs }) => {
    const zenon = await server.person('Zenón')
    const post = await zenon.createPost()
    const comment = await addComment(zenon, post, 'Llega antes.')
    const page = await openAs('Zenón', `/blog/${post.id}`, { before: (page) => page.clock.install() })
    await buttonIn(commentItems(page), 'Editar').click()
    await editField(page).fill('Llega después.')
    await server.hipatia.call('PUT', `/comments/${comment.id}`, { content: 'No llega.' })
    await page.clock.runFor(15_000)
    await expect(
      commentItems(page).getByText('Alguien cambió este comentario mientras lo editabas. Ahora dice:'),
    ).toBeVisible()
    await expect(commentItems(page).getByText('No llega.', { exact: true })).toBeVisible()
    await expect(editField(page)).toHaveValue('Llega después.')
  })

  test('a comment that Hipatia deleted stays visible while Zenón edits it', async ({ server, openAs, pageErrors }) => {
    pageErrors.expect('404 PUT /api/comments/{id}')
    const zenon = await server.person('Zenón')
    const post = await zenon.createPost()
    const comment = await addComment(zenon, post, 'Llega antes.')
    await addComment(zenon, post, 'Y la flecha.')
    const page = await openAs('Zenón', `/blog/${post.id}`, { before: (page) => page.clock.install() })
    await buttonIn(commentWith(page, 'antes'), 'Editar').click()
    await editField(page).fill('Llega después.')
    await server.hipatia.call('DELETE', `/comments/${comment.id}`)
    await page.clock.runFor(15_000)
    await expect(commentsHeading(page)).toHaveText('Comentarios 1')
    await expect(editField(page)).toHaveValue('Llega después.')
    await buttonIn(commentsSection(page), 'Actualizar').click()
    await expect(commentItems(page).getByRole('alert')).toBeVisible()
    await expect(editField(page)).toHaveValue('Llega después.')
    await buttonIn(commentsSection(page), 'Cancelar').click()
    await answer(page, '¿Descartar lo que has escrito?', 'Descartar')
    await expect(commentItems(page)).toHaveText([/Y la flecha\./])
  })

  test('a failed deletion shows an error, and the comment stays, with and without a reason from the server', async ({
    server,
    openAs,
    pageErrors,
  }) => {
    pageErrors.expect('500 DELETE /api/comments/{id}')
    const zenon = await server.person('Zenón')
    const post = await zenon.createPost()
    await addComment(zenon, post, 'De piedra.')
    const page = await openAs('Zenón', `/blog/${post.id}`)
    for (const [detail, message] of [
      [undefined, 'Failed to delete comment'],
      ['Está en piedra.', 'Está en piedra.'],
    ] as const)
      await test.step(message, async () => {
        await refuse(page, commentRequest, 500, detail, 'DELETE')
        await buttonIn(commentItems(page), 'Eliminar').click()
        await answer(page, confirmDelete, 'Eliminar')
        await expect(toast(page, message)).toBeVisible()
        await expect(commentItems(page)).toContainText(['De piedra.'])
        await page.unroute(commentRequest)
      })
  })
})
