// Writing a comment.
import { delayResponse, refuse } from '../../support/browser/network.ts'
import {
  addComment,
  buttonIn,
  commentItems,
  commentsHeading,
  commentsSection,
  commentWith,
  formToggle,
  listRequest,
  newField,
  sendButton,
  storedComments,
  writeComment,
} from '../../support/browser/pages/comments.ts'
import { toast } from '../../support/browser/pages/toasts.ts'

import { answer, blankPage, expect, test } from '../../support/browser/test.ts'

test.describe('Writing a comment', () => {
  test('Safo opens the form and sends, and her comment is the last one and has the focus', async ({
    server,
    openAs,
  }) => {
    const { hipatia } = server
    const post = await hipatia.createPost()
    await addComment(hipatia, post, 'La primera.')
    const safo = await openAs('Safo', `/blog/${post.id}`)
    await formToggle(safo).click()
    await expect(formToggle(safo)).toHaveAttribute('aria-expanded', 'true')
    await expect(newField(safo)).toBeFocused()
    await expect(newField(safo)).toHaveAttribute('rows', '4')
    const author = commentsSection(safo).getByRole('textbox', { name: 'Autor' })
    await expect(author).toHaveValue('Safo')
    await expect(author).not.toBeEditable()
    await newField(safo).fill('Una *segunda*.')
    await sendButton(safo).click()
    await expect(toast(safo, 'El comentario se ha publicado.')).toBeVisible()
    await expect(commentItems(safo)).toContainText(['La primera.', 'Una segunda.'])
    await expect(commentWith(safo, 'Una segunda.')).toBeFocused()
    await expect(newField(safo)).toHaveCount(0)
    await expect(commentsHeading(safo)).toHaveText('Comentarios 2')
    await expect(commentsSection(safo).getByText(/comentarios? nuevos?/)).toHaveCount(0)
    expect(await storedComments(hipatia, post)).toEqual(['La primera.', 'Una *segunda*.'])
    await formToggle(safo).click()
    await expect(newField(safo)).toHaveValue('')
    await formToggle(safo).click()
    await expect(newField(safo)).toHaveCount(0)
  })

  test('needs at least one visible character', async ({ server, openAs }) => {
    const post = await server.hipatia.createPost()
    const safo = await openAs('Safo', `/blog/${post.id}`)
    await formToggle(safo).click()
    for (const blank of ['', '   \n', '\u00a0', '\u200b', '\u2800']) {
      await newField(safo).fill(blank)
      await expect(sendButton(safo)).toBeDisabled()
    }
    await newField(safo).fill('a')
    await expect(sendButton(safo)).toBeEnabled()
  })

  test('accepts 10,000 characters and shows an error for one more', async ({ server, openAs }) => {
    const { hipatia } = server
    const post = await hipatia.createPost()
    const safo = await openAs('Safo', `/blog/${post.id}`)
    const tooLong = commentsSection(safo).getByText('El comentario no puede tener más de 10000 caracteres', {
      exact: true,
    })
    await formToggle(safo).click()
    await newField(safo).fill('𐤀'.repeat(10_001))
    await expect(tooLong).toBeVisible()
    await expect(newField(safo)).toHaveAttribute('aria-invalid', 'true')
    await newField(safo).fill('𐤀'.repeat(10_000))
    await expect(tooLong).toHaveCount(0)
    await sendButton(safo).click()
    await expect(commentItems(safo)).toHaveCount(1)
    expect(await storedComments(hipatia, post)).toEqual(['𐤀'.repeat(10_000)])
  })

  test('shows an error when sending fails, and keeps the text, with and without a reason from the server', async ({
    server,
    openAs,
    pageErrors,
  }) => {
    pageErrors.expect('500 POST /api/comments/post/{id}')
    const safo = await openAs('Safo', blankPage)
    for (const [detail, message] of [
      [undefined, 'Failed to create comment'],
      ['Se acabó la tinta.', 'Se acabó la tinta.'],
    ] as const)
      await test.step(message, async () => {
        const post = await server.hipatia.createPost()
        await safo.goto(`/blog/${post.id}`)
        await refuse(safo, listRequest, 500, detail, 'POST')
        await writeComment(safo, 'Para no perderlo.')
        await expect(commentsSection(safo).getByRole('alert').getByText(message, { exact: true })).toBeVisible()
        await expect(newField(safo)).toHaveValue('Para no perderlo.')
        await safo.unroute(listRequest)
        await sendButton(safo).click()
        await expect(commentItems(safo)).toContainText(['Para no perderlo.'])
      })
  })

  test('is continued after a reload, until the comment is sent or cancelled', async ({ server, openAs }) => {
    const post = await server.hipatia.createPost()
    const safo = await openAs('Safo', `/blog/${post.id}`)
    await formToggle(safo).click()
    await newField(safo).fill('A medias')
    await safo.reload()
    await expect(newField(safo)).toHaveValue('A medias')
    // Closing the form keeps the text.
    await formToggle(safo).click()
    await formToggle(safo).click()
    await expect(newField(safo)).toHaveValue('A medias')
    await buttonIn(commentsSection(safo), 'Cancelar').click()
    await answer(safo, '¿Descartar lo que has escrito?', 'Descartar')
    await expect(newField(safo)).toHaveCount(0)
    await expect(formToggle(safo)).toBeFocused()
    await safo.reload()
    await expect(commentsHeading(safo)).toHaveText('Comentarios 0')
    await expect(newField(safo)).toHaveCount(0)
  })

  test('adds to the number of comments in the list of posts that was already loaded', async ({ server, openAs }) => {
    await server.hipatia.createPost({ title: 'El faro' })
    const safo = await openAs('Safo', '/blog')
    await safo.getByRole('link', { name: 'El faro', exact: true }).first().click()
    await writeComment(safo, 'Se ve de lejos.')
    await expect(commentItems(safo)).toHaveCount(1)
    await safo.getByRole('main').getByRole('link', { name: 'Volver al Blog' }).click()
    await expect(safo.getByRole('article').getByText('1 comentario', { exact: true })).toBeVisible()
  })

  test('adds to that number also if Safo left the post before the answer', async ({ server, openAs }) => {
    await server.hipatia.createPost({ title: 'El faro' })
    const safo = await openAs('Safo', '/blog')
    await safo.getByRole('link', { name: 'El faro', exact: true }).first().click()
    await expect(commentsHeading(safo)).toHaveText('Comentarios 0')
    const delayed = await delayResponse(safo, listRequest)
    await writeComment(safo, 'Se ve de lejos.')
    await safo.getByRole('main').getByRole('link', { name: 'Volver al Blog' }).click()
    await safo.getByRole('alertdialog').getByRole('button', { name: 'Salir de la página' }).click()
    await expect(safo).toHaveURL('/blog')
    delayed.release()
    await expect(safo.getByRole('article').getByText('1 comentario', { exact: true })).toBeVisible()
  })
})
