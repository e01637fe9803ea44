// Comments under a post with a real server (tests/web/comments/comments.test.tsx has their form, edits and failures).
import { expectAccessible } from '../../support/browser/axe.ts'
import { expectDate } from '../../support/browser/dates.ts'
import { focusWithTab } from '../../support/browser/keyboard.ts'
import { delayResponse, refuse } from '../../support/browser/network.ts'
import {
  addComment,
  buttonIn,
  commentItems,
  commentsHeading,
  commentsSection,
  commentWith,
  editField,
  formToggle,
  listRequest,
  newField,
  sendButton,
  storedComments,
  writeComment,
} from '../../support/browser/pages/comments.ts'
import { postCard } from '../../support/browser/pages/posts.ts'
import { toast } from '../../support/browser/pages/toasts.ts'
import { answer, expect, test } from '../../support/browser/test.ts'

test('Safo writes a comment, counted in the list of posts even if she leaves at once', async ({ server, openAs }) => {
  const zenon = await server.person('Zenón')
  const post = await zenon.createPost({ title: 'El faro' })
  const first = await addComment(zenon, post, '# La tortuga\n\nLlega **antes**.[^1]\n\n[^1]: Siempre.')
  const safo = await openAs('Safo', '/blog')
  await postCard(safo, 'El faro').getByRole('link', { name: 'El faro', exact: true }).click()
  const comment = commentItems(safo).first()
  await expect(comment).toContainText('Zenón')
  await expect(comment.locator('strong')).toHaveText('antes')
  // one level below the heading of the section
  await expect(comment.getByRole('heading', { name: 'La tortuga' })).toHaveJSProperty('tagName', 'H3')
  await expectDate(comment.locator('time'), first.created_at)
  await expect(comment.getByText('editado')).toHaveCount(0)

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
  await expect(commentItems(safo)).toContainText(['La tortuga', 'Una segunda.'])
  await expect(commentWith(safo, 'Una segunda.')).toBeFocused()
  await expect(newField(safo)).toHaveCount(0)
  await expect(commentsHeading(safo)).toHaveText('Comentarios 2')
  await expect(commentsSection(safo).getByText(/comentarios? nuevos?/)).toHaveCount(0)
  expect((await storedComments(zenon, post)).at(-1)).toBe('Una *segunda*.')
  await formToggle(safo).click()
  await expect(newField(safo)).toHaveValue('')
  await formToggle(safo).click()
  await expect(newField(safo)).toHaveCount(0)

  const back = safo.getByRole('main').getByRole('link', { name: 'Volver al Blog' })
  await back.click()
  await expect(postCard(safo, 'El faro').getByText('2 comentarios', { exact: true })).toBeVisible()
  await postCard(safo, 'El faro').getByRole('link', { name: 'El faro', exact: true }).click()
  await expect(commentItems(safo)).toHaveCount(2)
  const delayed = await delayResponse(safo, listRequest)
  await writeComment(safo, 'Se ve de lejos.')
  await back.click()
  await safo.getByRole('alertdialog').getByRole('button', { name: 'Salir de la página' }).click()
  await expect(safo).toHaveURL('/blog')
  delayed.release()
  await expect(postCard(safo, 'El faro').getByText('3 comentarios', { exact: true })).toBeVisible()
})

test('comments come a hundred at a time; links lead to each, or say that it is gone', async ({ server, openAs }) => {
  const { hipatia } = server
  const post = await hipatia.createPost()
  for (let n = 1; n <= 202; n++) await addComment(hipatia, post, `Número ${n}.`)
  const last = await addComment(hipatia, post, 'Este.')
  const safo = await openAs('Safo', `/blog/${post.id}#comment-${last.id}`)
  await expect(commentWith(safo, 'Este.')).toBeFocused()
  await expect(commentWith(safo, 'Este.')).toBeInViewport()
  await commentItems(safo).first().getByRole('link').click()
  await expect(safo).toHaveURL(/#comment-[0-9a-f]{32}$/)
  await expect(commentItems(safo).first()).toBeFocused()
  await expect(commentItems(safo).first()).toBeInViewport()

  // on the open page, where something else had the focus
  await safo.goto('/blog')
  await safo.goto(`/blog/${post.id}`)
  await expect(commentsHeading(safo)).toHaveText('Comentarios 203')
  await expect(commentItems(safo)).toHaveCount(100)
  await formToggle(safo).focus()
  await safo.evaluate((hash) => {
    location.hash = hash
  }, `comment-${last.id}`)
  await expect(commentWith(safo, 'Este.')).toBeFocused()
  await expect(commentWith(safo, 'Este.')).toBeInViewport()
  await expect(commentWith(safo, 'Este.')).toHaveClass(/highlighted/)
  await expectAccessible(safo, 'a comment that a link leads to')

  await safo.goto('/blog')
  await safo.goto(`/blog/${post.id}`)
  // somebody comments while the next hundred are on their way
  const zenon = await openAs('Zenón', `/blog/${post.id}`)
  for (const page of [safo, zenon]) await expect(commentsHeading(page)).toHaveText('Comentarios 203')
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

  const long = await hipatia.createPost({ content: 'Un párrafo.\n\n'.repeat(100) })
  const gone = await addComment(hipatia, long, 'Este se va.')
  await addComment(hipatia, long, 'Este se queda.')
  await hipatia.call('DELETE', `/comments/${gone.id}`)
  await safo.goto(`/blog/${long.id}#comment-${gone.id}`)
  const notice = commentsSection(safo).getByText('El comentario del enlace ya no está')
  await expect(notice).toBeInViewport()
  await expect(commentWith(safo, 'Este se queda.')).toBeInViewport()
  await expectAccessible(safo, 'the notice of a deleted comment')
  await buttonIn(commentsSection(safo), 'Cerrar').click()
  await expect(notice).toHaveCount(0)
})

test('on her phone Safo answers a comment, and the quote leads to it', async ({ server, openAs }) => {
  const post = await server.hipatia.createPost()
  const question = await addComment(server.hipatia, post, '¿Quién trae **el pan**?')
  await addComment(server.hipatia, post, 'Otra cosa')
  const page = await openAs('Safo', `/blog/${post.id}`, { screen: 'phone' })
  await buttonIn(commentWith(page, '¿Quién trae'), 'Responder').click()
  await expect(newField(page)).toBeFocused()
  await expect(commentsSection(page).getByText('Respondes a Hipatia')).toBeVisible()
  await newField(page).fill('Yo')

  // kept with the text
  await page.reload()
  await expect(newField(page)).toHaveValue('Yo')
  await expect(commentsSection(page).getByText('Respondes a Hipatia')).toBeVisible()
  await sendButton(page).click()
  await expect(commentItems(page)).toHaveCount(3)
  const quote = commentItems(page)
    .last()
    .getByRole('link', { name: /Responde a\s+Hipatia\s+¿Quién trae el pan\?/ })
  await expect(quote).toBeVisible()
  await quote.click()
  await expect(page).toHaveURL(new RegExp(`#comment-${question.id}$`))
  await expect(commentItems(page).first()).toBeInViewport()

  await server.hipatia.call('DELETE', `/comments/${question.id}`)
  await expect(commentItems(page)).toHaveCount(2)
  await expect(commentItems(page).last().getByText('Comentario eliminado')).toBeVisible()
  await expect(commentItems(page).last()).toContainText('Yo')
})

test('another’s comment comes within 15 seconds, beside Safo’s open edit; a list that fails to load stays', async ({
  server,
  openAs,
  pageErrors,
}) => {
  pageErrors.expect('500 GET /api/comments/post/{id}')
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
  await expect(commentsSection(safo).getByRole('status').getByText('1 comentario nuevo', { exact: true })).toBeVisible()
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

  await refuse(safo, listRequest)
  const looked = safo.waitForResponse(listRequest)
  await addComment(zenon, post, 'No llega.')
  await safo.clock.runFor(15_000)
  await looked
  await expect(commentWith(safo, 'De Safo.')).toBeVisible()
  await expect(commentsSection(safo).getByRole('alert')).toHaveCount(0)
})

test('Safo writes, edits and deletes a comment by keyboard alone', async ({ server, openAs }) => {
  const post = await server.hipatia.createPost()
  const page = await openAs('Safo', `/blog/${post.id}`)
  await focusWithTab(page, formToggle(page))
  await page.keyboard.press('Enter')
  await page.keyboard.type('Sin ratón.')
  await focusWithTab(page, sendButton(page))
  await page.keyboard.press('Enter')
  await expect(commentItems(page)).toBeFocused()
  await focusWithTab(page, buttonIn(commentItems(page), 'Editar'))
  await page.keyboard.press('Enter')
  await page.keyboard.type(' Y bien.')
  await focusWithTab(page, buttonIn(commentItems(page), 'Actualizar'))
  await page.keyboard.press('Enter')
  await expect(commentItems(page)).toContainText(['Sin ratón. Y bien.'])
  await expect(commentItems(page)).toBeFocused()
  await focusWithTab(page, buttonIn(commentItems(page), 'Eliminar'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(commentsHeading(page)).toHaveText('Comentarios 0')
  await expect(commentsHeading(page)).toBeFocused()
})
