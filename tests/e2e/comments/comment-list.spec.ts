// The list of comments under a post.
import { expectAccessible } from '../../support/browser/axe.ts'
import { expectDate } from '../../support/browser/dates.ts'
import { delayResponse } from '../../support/browser/network.ts'
import {
  addComment,
  buttonIn,
  commentItems,
  commentsHeading,
  commentsSection,
  commentWith,
  formToggle,
  writeComment,
} from '../../support/browser/pages/comments.ts'
import { expect, test } from '../../support/browser/test.ts'

test.describe('The comments of a post', () => {
  test('are listed oldest first, with author, date and Markdown', async ({ server, openAs }) => {
    const [zenon, safo] = [await server.person('Zenón'), await server.person('Safo')]
    const post = await zenon.createPost()
    const first = await addComment(zenon, post, '# La tortuga\n\nLlega **antes**.[^1]\n\n[^1]: Siempre.')
    await addComment(safo, post, 'Y Aquiles después.')
    const page = await openAs('Safo', `/blog/${post.id}`)
    await expect(commentsHeading(page)).toHaveText('Comentarios 2')
    await expect(commentItems(page)).toContainText(['Zenón', 'Safo'])
    const comment = commentItems(page).first()
    await expect(comment.locator('strong')).toHaveText('antes')
    // one level below the heading of the section
    await expect(comment.getByRole('heading', { name: 'La tortuga' })).toHaveJSProperty('tagName', 'H3')
    await expectDate(comment.locator('time'), first.created_at)
    await expect(comment.getByText('editado')).toHaveCount(0)
  })

  test('are shown a hundred at a time, but Safo’s new comment is always visible', async ({ server, openAs }) => {
    const { hipatia } = server
    const post = await hipatia.createPost()
    for (let n = 1; n <= 203; n++) await addComment(hipatia, post, `Número ${n}.`)
    const [safo, zenon] = [await openAs('Safo', `/blog/${post.id}`), await openAs('Zenón', `/blog/${post.id}`)]
    for (const page of [safo, zenon]) await expect(commentsHeading(page)).toHaveText('Comentarios 203')
    await expect(commentItems(safo)).toHaveCount(100)
    // somebody comments while the next hundred are on their way
    const next = await delayResponse(safo, /\/comments\/post\/.*cursor=/)
    const asked = safo.waitForRequest(/cursor=/)
    await buttonIn(commentsSection(safo), 'Mostrar más comentarios').click()
    await asked
    await addComment(hipatia, post, 'Número 204.')
    await expect(commentsHeading(zenon)).toHaveText('Comentarios 204')
    next.release()
    await expect(commentItems(safo)).toHaveCount(200)
    await writeComment(safo, 'El último.')
    await expect(commentItems(safo)).toHaveCount(205)
    await expect(commentWith(safo, 'El último.')).toBeFocused()
    await expect(commentWith(safo, 'El último.')).toBeInViewport()
    await expect(commentsHeading(safo)).toHaveText('Comentarios 205')
    await expect(buttonIn(commentsSection(safo), 'Mostrar más comentarios')).toHaveCount(0)
    await expect(commentsSection(safo).getByText('1 comentario nuevo', { exact: true })).toBeVisible()
  })

  test('have permalinks, also beyond the first hundred', async ({ server, openAs }) => {
    const { hipatia } = server
    const post = await hipatia.createPost()
    for (let n = 1; n <= 110; n++) await addComment(hipatia, post, `Número ${n}.`)
    const last = await addComment(hipatia, post, 'Este.')
    const safo = await openAs('Safo', `/blog/${post.id}#comment-${last.id}`)
    await expect(commentWith(safo, 'Este.')).toBeFocused()
    await expect(commentWith(safo, 'Este.')).toBeInViewport()
    await commentItems(safo).first().getByRole('link').click()
    await expect(safo).toHaveURL(/#comment-[0-9a-f]{32}$/)
    await expect(commentItems(safo).first()).toBeFocused()
    await expect(commentItems(safo).first()).toBeInViewport()
  })

  test('are found from a link on the open page too, although something else of it had the focus', async ({
    server,
    openAs,
  }) => {
    const { hipatia } = server
    const post = await hipatia.createPost()
    for (let n = 1; n <= 110; n++) await addComment(hipatia, post, `Número ${n}.`)
    const last = await addComment(hipatia, post, 'Este.')
    const safo = await openAs('Safo', `/blog/${post.id}`)
    await expect(commentItems(safo)).toHaveCount(100)
    await formToggle(safo).focus()
    await safo.evaluate((hash) => {
      location.hash = hash
    }, `comment-${last.id}`)
    await expect(commentWith(safo, 'Este.')).toBeFocused()
    await expect(commentWith(safo, 'Este.')).toBeInViewport()
    await expect(commentWith(safo, 'Este.')).toHaveClass(/highlighted/)
    await expectAccessible(safo, 'a comment that a link leads to')
  })

  test('say so when the one of a link was deleted, at their place and until the notice is closed', async ({
    server,
    openAs,
  }) => {
    const { hipatia } = server
    const post = await hipatia.createPost({ content: 'Un párrafo.\n\n'.repeat(100) })
    const gone = await addComment(hipatia, post, 'Este se va.')
    await addComment(hipatia, post, 'Este se queda.')
    await hipatia.call('DELETE', `/comments/${gone.id}`)
    const safo = await openAs('Safo', `/blog/${post.id}#comment-${gone.id}`)
    const notice = commentsSection(safo).getByText('El comentario del enlace ya no está')
    await expect(notice).toBeInViewport()
    await expect(commentWith(safo, 'Este se queda.')).toBeInViewport()
    await expectAccessible(safo, 'the notice of a deleted comment')
    await buttonIn(commentsSection(safo), 'Cerrar').click()
    await expect(notice).toHaveCount(0)
  })

  test('cannot run scripts', async ({ server, openAs }) => {
    const post = await server.hipatia.createPost()
    await addComment(
      server.hipatia,
      post,
      '<script>window.hit = 1</script><img src=x onerror="window.hit = 1">\n\n[aquí](javascript:window.hit=1) ![x](data:text/html,hola)\n\n<iframe src="https://fuera.example"></iframe>',
    )
    const safo = await openAs('Safo', `/blog/${post.id}`)
    await expect(commentItems(safo)).toContainText(['<script>window.hit = 1</script>'])
    await commentItems(safo).getByText('aquí', { exact: true }).click()
    await expect(commentItems(safo).locator('script, iframe, img, a[href^="javascript"]')).toHaveCount(0)
    expect(await safo.evaluate(() => 'hit' in window)).toBe(false)
  })
})
