// Writing a comment.
import { delayResponse } from '../../support/browser/network.ts'
import {
  addComment,
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

import { expect, test } from '../../support/browser/test.ts'

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
