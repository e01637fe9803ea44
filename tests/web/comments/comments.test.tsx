// Comments under a post: their list, form, edits and deletion.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { comments } from '../../../contract/comments.ts'
import { posts } from '../../../contract/posts.ts'
import { closePage, hipatia, openPage, safo } from '../../support/web/screen.tsx'
import { answer, holdBack, nowAnswer, refuse, sentTo } from '../../support/web/server.ts'
import {
  button,
  commentOf,
  confirm,
  formToggle,
  heading,
  items,
  keepComments,
  newField,
  openPost,
  post,
  section,
  sendButton,
  withText,
  writeComment,
  zenon,
} from './comments.ts'

const confirmDelete = 'Are you sure you want to delete this comment?'
const expectTexts = (...texts: (string | RegExp)[]) =>
  expect
    .poll(() => items.elements().map((item, place) => item.textContent?.match(texts[place] ?? /$^/)?.length))
    .toEqual(texts.map(() => 1))
const withAndWithoutReason = (fallback: string) => [
  [undefined, fallback] as const,
  ['Está en piedra.', 'Está en piedra.'] as const,
]

test('a visitor at a post sees no comments, and the browser requests none', async () => {
  await openPage(`/blog/${post.id}`, { as: null })
  await expect.element(page.getByText('Debes iniciar sesión para ver este post.')).toBeVisible()
  await expect.element(page.getByText(/Comentarios/)).not.toBeInTheDocument()
})

test('an empty list of comments says so, and its form is closed', async () => {
  await openPost(keepComments())
  await expect.element(heading).toHaveTextContent('Comentarios 0')
  await expect.element(section.getByText('Todavía no hay comentarios. El primero puede ser el tuyo.')).toBeVisible()
  await expect.element(formToggle).toHaveAttribute('aria-expanded', 'false')
})

test('comments say that they are loading or failed, and load after a retry', async () => {
  const list = holdBack(comments.list)
  await openPost({ answers: [list.handler, refuse(comments.list, 500)] })
  await expect.element(section.getByText('Cargando comentarios...')).toBeVisible()
  list.release()
  await expect.element(section.getByText('Failed to fetch comments', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Un texto.')).toBeVisible()
  nowAnswer(refuse(comments.list, 500, 'Hoy no.'))
  await button('Reintentar').click()
  await expect.element(section.getByText('Hoy no.', { exact: true })).toBeVisible()
  nowAnswer(answer(comments.list, [commentOf(hipatia, 'Aquí estoy.', 1)]))
  await button('Reintentar').click()
  await expect.element(withText('Aquí estoy.')).toBeVisible()
})

test('a comment of another member appears when the window gets the focus', async () => {
  await openPost(keepComments())
  await expect.element(heading).toHaveTextContent('Comentarios 0')
  nowAnswer(answer(comments.list, [commentOf(hipatia, 'Recién escrito.', 1)]))
  window.dispatchEvent(new Event('focus'))
  await expect.element(withText('Recién escrito.')).toBeVisible()
})

test('a comment needs a visible character, and has 10,000 at most', async () => {
  await openPost(keepComments())
  await formToggle.click()
  for (const blank of ['', '   \n', '\u00a0', '\u200b', '\u2800']) {
    await newField.fill(blank)
    await expect.element(sendButton).toBeDisabled()
  }
  const tooLong = section.getByText('El comentario no puede tener más de 10000 caracteres', { exact: true })
  await newField.fill('𐤀'.repeat(10_001))
  await expect.element(tooLong).toBeVisible()
  await expect.element(newField).toHaveAttribute('aria-invalid', 'true')
  await newField.fill('𐤀'.repeat(10_000))
  await expect.element(tooLong).not.toBeInTheDocument()
  await sendButton.click()
  await expect.element(heading).toHaveTextContent('Comentarios 1')
  expect(sentTo(comments.create)).toMatchObject([{ content: '𐤀'.repeat(10_000) }])
})

test.each(withAndWithoutReason('Failed to create comment'))(
  'a comment that is refused with %s stays in its field',
  async (detail, message) => {
    const { answers } = keepComments()
    await openPost({ answers: [refuse(comments.create, 500, detail), ...answers] })
    await writeComment('Para no perderlo.')
    await expect.element(section.getByText(message, { exact: true })).toBeVisible()
    await expect.element(newField).toHaveValue('Para no perderlo.')
    nowAnswer(...answers)
    await sendButton.click()
    await expect.element(withText('Para no perderlo.')).toBeVisible()
  },
)

test('a comment is continued after a reload, until it is cancelled', async () => {
  const { answers } = keepComments()
  await openPost({ answers })
  await formToggle.click()
  await newField.fill('A medias')
  closePage()
  await openPost({ answers })
  await expect.element(newField).toHaveValue('A medias')
  // Closing the form keeps the text.
  await formToggle.click()
  await formToggle.click()
  await expect.element(newField).toHaveValue('A medias')
  await button('Cancelar').click()
  await confirm('¿Descartar lo que has escrito?', 'Descartar')
  await expect.element(newField).not.toBeInTheDocument()
  await expect.element(formToggle).toHaveFocus()
  closePage()
  await openPost({ answers })
  await expect.element(heading).toHaveTextContent('Comentarios 0')
  await expect.element(newField).not.toBeInTheDocument()
})

test.each([
  ['its author', zenon, true],
  ['an administrator', hipatia, true],
  ['the author of the post', safo, false],
] as const)('a comment of Zenón has these actions for %s', async (_, as, areOffered) => {
  const read = answer(posts.read, { ...post, author_id: safo.id, author_name: 'Safo' })
  await openPost({ as, answers: [read, ...keepComments(commentOf(zenon, 'De Zenón.', 1)).answers] })
  await expect.element(button('Responder', items)).toBeVisible()
  for (const name of ['Editar', 'Eliminar']) expect(button(name, items).elements()).toHaveLength(areOffered ? 1 : 0)
})

test('a deletion asks first, does nothing when cancelled, and then focuses the next comment', async () => {
  await openPost({
    as: hipatia,
    ...keepComments(...['Uno.', 'Dos.', 'Tres.'].map((text, n) => commentOf(zenon, text, n))),
  })
  await button('Eliminar', withText('Dos.')).click()
  await confirm(confirmDelete, 'Cancelar')
  await expect.element(button('Eliminar', withText('Dos.'))).toHaveFocus()
  expect(sentTo(comments.remove)).toEqual([])
  await button('Eliminar', withText('Dos.')).click()
  await confirm(confirmDelete, 'Eliminar')
  await expect.element(page.getByText('El comentario se ha eliminado.')).toBeVisible()
  await expectTexts('Uno.', 'Tres.')
  await expect.element(withText('Tres.')).toHaveFocus()
  await expect.element(heading).toHaveTextContent('Comentarios 2')
  for (const text of ['Tres.', 'Uno.']) {
    await button('Eliminar', withText(text)).click()
    await confirm(confirmDelete, 'Eliminar')
    await expect.element(withText(text)).not.toBeInTheDocument()
  }
  await expect.element(heading).toHaveFocus()
})

test('Safo changes her mind: an ordinary comment answers nobody, and the discarded text is gone', async () => {
  await openPost(keepComments(commentOf(hipatia, '¿Vienes?', 1)))
  await button('Responder').click()
  await newField.fill('Sobre otra cosa')
  await button('No responder a este comentario').click()
  await expect.element(section.getByText('Respondes a')).not.toBeInTheDocument()
  await expect.element(newField).toHaveValue('Sobre otra cosa')
  await sendButton.click()
  await expectTexts('¿Vienes?', 'Sobre otra cosa')
  const [sent] = sentTo(comments.create) as { reply_to?: string }[]
  expect(sent?.reply_to ?? null).toBeNull()
  await button('Responder', withText('¿Vienes?')).click()
  await newField.fill('No')
  await button('Cancelar').click()
  await confirm('¿Descartar lo que has escrito?', 'Descartar')
  await formToggle.click()
  await expect.element(newField).toHaveValue('')
  await expect.element(section.getByText('Respondes a')).not.toBeInTheDocument()
})
