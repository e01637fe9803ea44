// The comments under a post, and comments written without a browser.
import type { Comment } from '../../../../contract/comments.ts'
import type { Locator, Page } from '../test.ts'
import type { Person } from '../test-server.ts'

export const listRequest = /\/api\/comments\/post\/[0-9a-f]{32}(\?.*)?$/

export const commentsSection = (page: Page) => page.getByRole('main').getByRole('region', { name: /^Comentarios/ })
export const commentsHeading = (page: Page) =>
  page.getByRole('main').getByRole('heading', { level: 2, name: /^Comentarios/ })
export const commentItems = (page: Page) => commentsSection(page).locator('[id^="comment-"]')
export const commentWith = (page: Page, words: string) => commentItems(page).filter({ hasText: words })
export const buttonIn = (within: Locator, name: string) => within.getByRole('button', { name, exact: true })
/** What loads above moves it: a click would be lost if that happens between its press and its release. */
export const formToggle = (page: Page) => buttonIn(commentsSection(page), 'Escribir un comentario')
/** The field of a new comment, also while a modal covers it. */
export const newField = (page: Page) =>
  commentsSection(page).getByRole('textbox', { name: 'Comentario', exact: true, includeHidden: true })
export const editField = (page: Page) => commentsSection(page).getByRole('textbox', { name: 'Editar el comentario' })
export const sendButton = (page: Page) => buttonIn(commentsSection(page), 'Publicar comentario')

export const addComment = (by: Person, post: { id: string }, content: string) =>
  by.call<Comment>('POST', `/comments/post/${post.id}`, { content })
export const storedComments = async (by: Person, post: { id: string }) =>
  (await by.call<Comment[]>('GET', `/comments/post/${post.id}`)).map(({ content }) => content)

/** Opens the form, writes a comment and sends it. */
export async function writeComment(page: Page, words: string) {
  await formToggle(page).press('Enter')
  await newField(page).fill(words)
  await sendButton(page).click()
}
