// Comments under a post: their list, form, edits and deletion.
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { comments } from '../../../contract/comments.ts'
import { posts } from '../../../contract/posts.ts'
import { users } from '../../../contract/users.ts'
import { expectAccessible } from '../../support/web/axe.ts'
import { reply, toast } from '../../support/web/dialogs.ts'
import { closePage, hipatia, idOf, personNamed, safo, zenon } from '../../support/web/screen.tsx'
import { answer, holdBack, nowAnswer, refuse, sentTo, withAndWithoutReason } from '../../support/web/server.ts'
import { textsOf } from '../../support/web/text.ts'
import {
  button,
  commentOf,
  editField,
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
} from './comments.ts'

const confirmDelete = 'Are you sure you want to delete this comment?'
const expectTexts = (...texts: (string | RegExp)[]) =>
  expect
    .poll(() => items.elements().map((item, place) => item.textContent?.match(texts[place] ?? /$^/)?.length))
    .toEqual(texts.map(() => 1))

test('an empty list of comments says so, its form is closed, and another’s comment appears at a focus', async () => {
  await openPost(keepComments())
  await expect.element(heading).toHaveTextContent('Comentarios 0')
  await expect.element(section.getByText('Todavía no hay comentarios. El primero puede ser el tuyo.')).toBeVisible()
  await expect.element(formToggle).toHaveAttribute('aria-expanded', 'false')
  nowAnswer(answer(comments.list, [commentOf(hipatia, 'Recién escrito.', 1)]))
  window.dispatchEvent(new Event('focus'))
  await expect.element(withText('Recién escrito.')).toBeVisible()
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
  await expect.poll(() => sentTo(comments.create)).toMatchObject([{ content: '𐤀'.repeat(10_000) }])
})

test.each(withAndWithoutReason('Failed to create comment'))('a comment refused with %s stays', async (detail, said) => {
  const { answers } = keepComments()
  await openPost({ answers: [refuse(comments.create, 500, detail), ...answers] })
  await writeComment('Para no perderlo.')
  await expect.element(section.getByText(said, { exact: true })).toBeVisible()
  await expect.element(newField).toHaveValue('Para no perderlo.')
  nowAnswer(...answers)
  await sendButton.click()
  await expect.element(withText('Para no perderlo.')).toBeVisible()
})

test('a comment is continued after a reload, until it is discarded', async () => {
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
  await button('Descartar').click()
  await reply('¿Descartar lo que has escrito?', 'Descartar')
  await expect.element(newField).not.toBeInTheDocument()
  await expect.element(formToggle).toHaveFocus()
  // one button closes a form without a text
  await formToggle.click()
  for (const name of ['Descartar', 'Cancelar']) expect(button(name).elements()).toEqual([])
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
  const three = ['Uno.', 'Dos.', 'Tres.'].map((text, n) => commentOf(zenon, text, n))
  await openPost({ as: hipatia, ...keepComments(...three) })
  await button('Eliminar', withText('Dos.')).click()
  await reply(confirmDelete, 'Cancelar')
  await expect.element(button('Eliminar', withText('Dos.'))).toHaveFocus()
  expect(sentTo(comments.remove)).toEqual([])
  await button('Eliminar', withText('Dos.')).click()
  await reply(confirmDelete, 'Eliminar')
  await expect.element(page.getByText('El comentario se ha eliminado.')).toBeVisible()
  await expectTexts('Uno.', 'Tres.')
  await expect.element(withText('Tres.')).toHaveFocus()
  await expect.element(heading).toHaveTextContent('Comentarios 2')
  for (const text of ['Tres.', 'Uno.']) {
    await button('Eliminar', withText(text)).click()
    await reply(confirmDelete, 'Eliminar')
    await expect.element(withText(text)).not.toBeInTheDocument()
  }
  await expect.element(heading).toHaveFocus()
})

test('an answer of which Safo changes her mind, or whose comment is gone, becomes an ordinary comment', async () => {
  const { answers } = keepComments(commentOf(hipatia, '¿Vienes?', 1))
  await openPost({ answers })
  await button('Responder').click()
  await newField.fill('Sobre otra cosa')
  await button('No responder a este comentario').click()
  await expect.element(section.getByText('Respondes a')).not.toBeInTheDocument()
  await expect.element(newField).toHaveValue('Sobre otra cosa')
  await sendButton.click()
  await expectTexts('¿Vienes?', 'Sobre otra cosa')
  await button('Responder', withText('¿Vienes?')).click()
  await newField.fill('No')
  await button('Descartar').click()
  await reply('¿Descartar lo que has escrito?', 'Descartar')
  await formToggle.click()
  await expect.element(newField).toHaveValue('')
  await expect.element(section.getByText('Respondes a')).not.toBeInTheDocument()

  const gone = 'El comentario al que respondes ya no está'
  nowAnswer(refuse(comments.create, 422, gone, 'reply_gone'))
  await button('Responder', withText('¿Vienes?')).click()
  await newField.fill('Voy')
  await sendButton.click()
  await expect.element(section.getByRole('alert')).toMatchTextContent(new RegExp(gone))
  nowAnswer(...answers)
  await button('No responder a este comentario').click()
  await sendButton.click()
  await expect.element(withText('Voy')).toBeVisible()
  const sent = sentTo(comments.create) as { reply_to?: string | null }[]
  expect(sent.map(({ reply_to }) => reply_to ?? null)).toEqual([null, idOf(101), null])
})

test('after an @ Safo is offered the others, and not herself', async () => {
  const names = [hipatia, safo, zenon].map(({ id, name }) => ({ id, name }))
  await openPost({ answers: [answer(users.names, names), ...keepComments().answers] })
  await formToggle.click()
  await newField.fill('@')
  const offered = page.getByRole('listbox', { name: 'Personas' }).getByRole('option')
  await expect
    .poll(() => textsOf(offered))
    .toMatchObject([expect.stringContaining('@Hipatia'), expect.stringContaining('@Zenón')])
})

test('a comment is edited in its place, after an edit that was discarded', async () => {
  await openPost({ as: zenon, ...keepComments(commentOf(zenon, 'Llega antes.', 1)) })
  await button('Editar', items).click()
  await expect.element(editField).toHaveFocus()
  await expect.element(editField).toHaveValue('Llega antes.')
  await expect.element(editField).toHaveAttribute('rows', '3')
  await editField.fill(' ')
  await expect.element(button('Actualizar')).toBeDisabled()
  await editField.fill('Llega **después**.')
  await button('Cancelar').click()
  await reply('¿Descartar lo que has escrito?', 'Descartar')
  await expect.element(items).toMatchTextContent(/Llega antes\./)
  await expect.element(items).toHaveFocus()
  await button('Editar', items).click()
  await expect.element(editField).toHaveValue('Llega antes.')
  await editField.fill('Llega **después**.')
  await button('Actualizar').click()
  await expect.element(toast('El comentario se ha actualizado.')).toBeVisible()
  await expect.element(items.getByText('después', { exact: true })).toBeVisible()
  await expect.element(items.getByText('editado', { exact: true })).toBeVisible()
  await expect.element(items).toMatchTextContent(/Zenón/)
  await expect.element(items).toHaveFocus()
  await expect.poll(() => sentTo(comments.update)).toEqual([{ content: 'Llega **después**.' }])
})

test('an edit stays while the comment is changed, and deleted, by somebody else', async () => {
  const { stored, answers } = keepComments(commentOf(zenon, 'Llega antes.', 1), commentOf(zenon, 'Y la flecha.', 2))
  await openPost({ as: zenon, answers })
  await button('Editar', withText('Llega antes.')).click()
  await editField.fill('Llega después.')
  stored[0] = commentOf(zenon, 'No llega.', 1, { updated_at: '2026-03-02T10:00:00.000Z' })
  window.dispatchEvent(new Event('focus'))
  await expect
    .element(items.getByText('Alguien cambió este comentario mientras lo editabas. Ahora dice:'))
    .toBeVisible()
  await expect.element(items.getByText('No llega.', { exact: true })).toBeVisible()
  await expect.element(editField).toHaveValue('Llega después.')
  stored.shift()
  window.dispatchEvent(new Event('focus'))
  await expect.element(heading).toHaveTextContent('Comentarios 1')
  nowAnswer(refuse(comments.update, 404, 'No existe.', 'not_found'))
  await button('Actualizar').click()
  await expect.element(items.getByRole('alert')).toBeVisible()
  await expect.element(editField).toHaveValue('Llega después.')
  await button('Cancelar').click()
  await reply('¿Descartar lo que has escrito?', 'Descartar')
  await expectTexts('Y la flecha.')
})

test.each(withAndWithoutReason('Failed to update comment'))('an edit refused with %s stays', async (detail, said) => {
  const { answers, stored } = keepComments(commentOf(zenon, 'Llega antes.', 1))
  await openPost({ as: zenon, answers: [refuse(comments.update, 500, detail), ...answers] })
  await button('Editar', items).click()
  await editField.fill('Llega después.')
  await button('Actualizar').click()
  await expect.element(items.getByRole('alert')).toMatchTextContent(new RegExp(said))
  await expect.element(editField).toHaveValue('Llega después.')
  closePage()
  await openPost({ as: zenon, answers })
  await expect.element(editField).toHaveValue('Llega después.')
  await button('Actualizar').click()
  await expect.element(editField).not.toBeInTheDocument()
  expect(stored).toMatchObject([{ content: 'Llega después.' }])
})

test.each(withAndWithoutReason('Failed to delete comment'))('a refused deletion (%s) is told', async (detail, said) => {
  const { answers } = keepComments(commentOf(zenon, 'De piedra.', 1))
  await openPost({ as: zenon, answers: [refuse(comments.remove, 500, detail), ...answers] })
  await button('Eliminar', items).click()
  await reply(confirmDelete, 'Eliminar')
  await expect.element(toast(said)).toBeVisible()
  await expectTexts('De piedra.')
})

test('the Markdown guide shows every kind of Markdown as source and as result', async () => {
  await openPost(keepComments())
  await formToggle.click()
  await button('Guía de Markdown').click()
  const guide = page.getByRole('dialog', { name: 'Guía de Markdown' })
  await expect.element(guide.getByText(/\| Mes \| Libro \| Páginas \|/)).toBeVisible()
  expect(textsOf(guide.getByRole('heading', { level: 3 }))).toEqual([
    ...['Títulos', 'Negrita y cursiva', 'Enlaces', 'Listas', 'Código', 'Citas', 'Tablas', 'Líneas horizontales'],
    ...['Consejos', 'Referencia rápida'],
  ])
  for (const made of ['h4', 'strong', 'em', 'a', 'ul ul', 'ol', 'pre code', 'blockquote', 'table', 'hr'])
    expect(guide.element().querySelector(`.prose ${made}`), made).not.toBeNull()
  await userEvent.keyboard('{Escape}')
  await expect.element(guide).not.toBeInTheDocument()
  await expect.element(button('Guía de Markdown')).toHaveFocus()
})

test.each(['desktop', 'narrow'] as const)('comments, form, edit and guide are accessible (%s)', async (screen) => {
  const text =
    '# Título\n\n| Libro | Autora |\n|---|---|\n| *Nada* | Carmen Laforet |\n\n- [ ] leer\n\nhttps://biblioteca.example/una-direccion-muy-larga-que-no-cabe-en-una-linea-de-telefono\n\n[^1]: Nota.\n\nTexto[^1]'
  const long = personNamed('Wilhelmina Constantinopolitana de la Torre y Vega', idOf(4))
  const quote = { reply_to: idOf(101), quote: { author_name: 'Hipatia', excerpt: '¿Quién trae el pan?' } }
  await openPost({
    screen,
    ...keepComments(
      commentOf(hipatia, text, 1),
      commentOf(safo, text.replace('Libro', 'Cuento'), 2),
      commentOf(long, 'Un nombre largo.', 3, quote),
    ),
  })
  await button('Responder', withText('Un nombre largo.')).click()
  await newField.fill('𐤀'.repeat(10_001))
  await expectAccessible('the form of an answer')
  await button('Editar').click()
  await expectAccessible('an edit')
  await button('Guía de Markdown', withText('Cuento')).click()
  await expect.element(page.getByRole('dialog').getByRole('table').first()).toBeVisible()
  await expectAccessible('the guide')
})
