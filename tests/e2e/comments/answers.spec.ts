// Answers to comments.
import { expectAccessible } from '../../support/browser/axe.ts'
import {
  addComment,
  buttonIn,
  commentItems,
  commentsSection,
  commentWith,
  newField,
  sendButton,
} from '../../support/browser/pages/comments.ts'
import { expect, type Screen, test } from '../../support/browser/test.ts'

const cancelAnswer = 'No responder a este comentario'

for (const screen of ['desktop', 'phone'] satisfies Screen[])
  test(`on a ${screen} screen Safo answers a comment, and the quote leads to it`, async ({ server, openAs }) => {
    const post = await server.hipatia.createPost()
    const question = await addComment(server.hipatia, post, '¿Quién trae **el pan**?')
    await addComment(server.hipatia, post, 'Otra cosa')
    const page = await openAs('Safo', `/blog/${post.id}`, { screen })
    await buttonIn(commentWith(page, '¿Quién trae'), 'Responder').click()
    await expect(newField(page)).toBeFocused()
    await expect(commentsSection(page).getByText('Respondes a Hipatia')).toBeVisible()
    await newField(page).fill('Yo')
    await expectAccessible(page, 'the form of an answer')

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
    await expectAccessible(page, 'an answer')
    await quote.click()
    await expect(page).toHaveURL(new RegExp(`#comment-${question.id}$`))
    await expect(commentItems(page).first()).toBeInViewport()

    await server.hipatia.call('DELETE', `/comments/${question.id}`)
    await expect(commentItems(page)).toHaveCount(2)
    await expect(commentItems(page).last().getByText('Comentario eliminado')).toBeVisible()
    await expect(commentItems(page).last()).toContainText('Yo')
  })

test('a comment that is gone can’t be answered: the text stays, and becomes an ordinary comment', async ({
  server,
  openAs,
  pageErrors,
}) => {
  pageErrors.tolerate('422 POST /api/comments/post/{id}')
  const post = await server.hipatia.createPost()
  const question = await addComment(server.hipatia, post, '¿Vienes?')
  const page = await openAs('Safo', `/blog/${post.id}`)
  await buttonIn(commentItems(page), 'Responder').click()
  await newField(page).fill('Voy')
  await server.hipatia.call('DELETE', `/comments/${question.id}`)
  await expect(commentItems(page)).toHaveCount(0)
  await sendButton(page).click()
  await expect(commentsSection(page).getByRole('alert')).toContainText('El comentario al que respondes ya no está')
  await buttonIn(commentsSection(page), cancelAnswer).click()
  await sendButton(page).click()
  await expect(commentItems(page)).toHaveText([/Voy/])
})
