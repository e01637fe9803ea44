// Comments of other members that appear while a post is open.
import { blockLiveConnection, liveConnectionFailure, refuse } from '../../support/browser/network.ts'
import {
  addComment,
  buttonIn,
  commentItems,
  commentsHeading,
  commentsSection,
  commentWith,
  editField,
  listRequest,
  writeComment,
} from '../../support/browser/pages/comments.ts'

import { answer, expect, test } from '../../support/browser/test.ts'

test.describe('A comment of another member', () => {
  test('appears within 15 seconds for Safo, who has the post open, and her unsaved edit stays', async ({
    server,
    openAs,
  }) => {
    const zenon = await server.person('Zenón')
    const post = await zenon.createPost({ content: 'Un párrafo.\n\n'.repeat(60) })
    await addComment(await server.person('Safo'), post, 'De Safo.')
    const gone = await addComment(zenon, post, 'Por error.')
    const asked: string[] = []
    const safo = await openAs('Safo', `/blog/${post.id}`, {
      before: async (page) => {
        await page.clock.install()
        page.on('request', (request) => asked.push(new URL(request.url()).pathname))
      },
    })
    await expect(safo.getByText('Un párrafo.').last()).toBeVisible() // the text can come after the comments
    await buttonIn(commentWith(safo, 'De Safo.'), 'Editar').click()
    await editField(safo).fill('De Safo, de Lesbos.')
    const before = await safo.evaluate(() => window.scrollY)
    expect(before).toBeGreaterThan(0)
    asked.length = 0

    const page = await openAs('Zenón', `/blog/${post.id}`)
    await writeComment(page, 'Y de Elea.')
    await expect(commentWith(page, 'Y de Elea.')).toBeVisible()
    await zenon.call('DELETE', `/comments/${gone.id}`)
    await safo.clock.runFor(15_000)
    await expect(commentWith(safo, 'Y de Elea.')).toBeVisible()
    await expect(commentWith(safo, 'Por error.')).toHaveCount(0)
    await expect(
      commentsSection(safo).getByRole('status').getByText('1 comentario nuevo', { exact: true }),
    ).toBeVisible()
    await expect(commentsHeading(safo)).toHaveText('Comentarios 2')
    await expect(editField(safo)).toHaveValue('De Safo, de Lesbos.')
    await expect(editField(safo)).toBeFocused()
    expect(await safo.evaluate(() => window.scrollY)).toBe(before)
    expect(asked.filter((path) => path === `/api/posts/${post.id}`)).toEqual([])

    await addComment(zenon, post, 'Y otra cosa.')
    await safo.clock.runFor(15_000)
    await expect(
      commentsSection(safo).getByRole('status').getByText('2 comentarios nuevos', { exact: true }),
    ).toBeVisible()
    await buttonIn(commentItems(safo), 'Cancelar').click()
    await answer(safo, '¿Descartar lo que has escrito?', 'Descartar')
    await expect(commentWith(safo, 'De Safo.')).toBeVisible()
  })

  test('does not appear when polling fails, and the list stays as it was', async ({ server, openAs, pageErrors }) => {
    pageErrors.expect('500 GET /api/comments/post/{id}', liveConnectionFailure)
    const post = await server.hipatia.createPost()
    await addComment(server.hipatia, post, 'Aquí sigo.')
    const safo = await openAs('Safo', `/blog/${post.id}`, {
      before: async (page) => {
        await blockLiveConnection(page)
        await page.clock.install()
      },
    })
    await expect(commentItems(safo)).toHaveCount(1)
    await refuse(safo, listRequest, 500)
    const looked = safo.waitForResponse(listRequest)
    await safo.clock.runFor(15_000)
    await looked
    await expect(commentWith(safo, 'Aquí sigo.')).toBeVisible()
    await expect(commentsSection(safo).getByRole('alert')).toHaveCount(0)
  })
})
