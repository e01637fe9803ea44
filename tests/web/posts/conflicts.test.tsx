// A save that is refused because of another version: both texts are shown, and the person decides.
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { categories } from '../../../contract/categories.ts'
import { type Post, type PostChanges, posts } from '../../../contract/posts.ts'
import { users } from '../../../contract/users.ts'
import { question, reply } from '../../support/web/dialogs.ts'
import { closePage, earlier, idOf, openPage } from '../../support/web/screen.tsx'
import { answer, holdBack, nowAnswer, refuse, sentTo } from '../../support/web/server.ts'
import { textsOf } from '../../support/web/text.ts'
import { historia } from '../categories/category.ts'
import { alert, besidesPost, button, contentField, expectWritten, main, post, titleField, write } from './posts.ts'

const edit = `/blog/${post.id}/edit`
const base = { title: 'El faro', content: 'Uno.\n\nEl faro alumbra el mar.\n\nFin.' }
const hers = { title: 'El faro viejo', content: 'Uno.\n\nEl faro alumbra el puerto.\n\nFin.' }
const his = { title: 'El faro', content: 'Uno.\n\nEl faro alumbra la costa.\n\nFin.\n\nPosdata.' }
const third = { ...his, content: 'Uno.\n\nEl faro alumbra el cielo.\n\nFin.' }

const stored = (etag: string, changes: Partial<Post>) =>
  answer(posts.read, { ...post, ...changes }, { headers: { etag } })
const savedBy = (editor_name: string) =>
  answer(posts.versions, [{ version: 2, title: 'El faro', category_name: null, editor_name, saved_at: earlier }])
const refused = refuse(posts.update, 412, 'Alguien guardó otra versión.', 'changed')
const conflict = page.getByRole('region', { name: 'Dos versiones del mismo post' })
const marked = (role: 'deletion' | 'insertion') => expect.poll(() => textsOf(conflict.getByRole(role)))
const note = main()
  .getByRole('status')
  .filter({ hasText: /texto|formulario/ })

/** Saves from now on, and tells over which versions. */
function saveFromNowOn() {
  const replaced: (string | null)[] = []
  const saving = answer(posts.update, ({ headers, body }) => {
    replaced.push(headers.get('if-match'))
    return { ...post, ...(body as PostChanges) } as Post
  })
  nowAnswer(saving)
  return replaced
}

interface Attempt {
  press?: string
  opened?: Partial<Post>
  typed?: typeof hers
  other?: Partial<Post>
}

/** Safo edits a post while Hipatia saves it, and tries to save. */
async function saveTooLate({ press = 'Guardar Cambios', opened = base, typed = hers, other = his }: Attempt = {}) {
  const answers = [savedBy('Hipatia'), stored('"1"', opened), answer(users.names, []), ...besidesPost]
  await openPage(edit, { answers })
  await expect.element(titleField()).toBeVisible()
  await write(typed)
  nowAnswer(refused, stored('"2"', other))
  await button(press).click()
  await expect.element(button('Seguir editando la mía')).toBeVisible()
}

test('both versions are shown with their differences; Safo goes on with hers, which replaces only what she saw', async () => {
  await saveTooLate()
  await expect.element(alert()).toHaveTextContent('Error: Alguien guardó otra versión.')
  await expect.element(conflict.getByRole('heading', { level: 2 })).toHaveFocus()
  await expect.element(conflict.getByText(/La versión guardada es de Hipatia, 2 de marzo/)).toBeVisible()
  await marked('deletion').toMatchObject([/la costa/, /Posdata\./].map((text) => expect.stringMatching(text)))
  await marked('insertion').toMatchObject([/viejo/, /el puerto/].map((text) => expect.stringMatching(text)))
  await expect.element(conflict.getByText('Sin Categoría · Igual en las dos.')).toBeVisible()
  await titleField().fill('El faro nuevo')
  await marked('insertion').toMatchObject([expect.stringMatching(/nuevo/), expect.anything()])
  await button('Seguir editando la mía').click()
  await expect.element(conflict).not.toBeInTheDocument()
  await expect.element(alert()).not.toBeInTheDocument()
  await expect.element(note).toHaveFocus()
  nowAnswer(refused, stored('"3"', third))
  await button('Guardar Cambios').click()
  await expect.element(conflict.getByText(/cielo/).first()).toBeVisible()
  await expectWritten({ ...hers, title: 'El faro nuevo' })
  await button('Seguir editando la mía').click()
  const replaced = saveFromNowOn()
  await contentField().fill('Las dos cosas.')
  await button('Guardar Cambios').click()
  await expect.element(titleField()).not.toBeInTheDocument()
  expect(replaced).toEqual(['"3"'])
  await expect
    .poll(() => sentTo(posts.update).at(-1))
    .toMatchObject({ title: 'El faro nuevo', content: 'Las dos cosas.' })
})

test('the stored version is taken after a question, and both texts can be swapped, also after a reload', async () => {
  const take = 'La versión guardada ocupará el lugar de tu texto. Podrás recuperarlo hasta que salgas de esta página.'
  await saveTooLate()
  await button('Usar la versión guardada').click()
  await reply(take, 'Cancelar')
  await expectWritten(hers)
  await button('Usar la versión guardada').click()
  await reply(take, 'Usar la versión guardada')
  await expect.element(conflict).not.toBeInTheDocument()
  await expectWritten(his)
  closePage()
  await openPage(edit, { answers: [savedBy('Hipatia'), stored('"2"', his), ...besidesPost] })
  await expectWritten(his)
  await contentField().fill('La suya, retocada.')
  await button('Recuperar la mía').click()
  await expectWritten(hers)
  await button('Usar la versión guardada').click()
  await expectWritten({ title: his.title, content: 'La suya, retocada.' })
  const replaced = saveFromNowOn()
  await button('Guardar Cambios').click()
  await expect.element(titleField()).not.toBeInTheDocument()
  expect(replaced).toEqual(['"2"'])
})

test('Safo overwrites what she saw on purpose; a third version is shown first, and nothing is pressed meanwhile', async () => {
  await saveTooLate()
  nowAnswer(refused, stored('"3"', third))
  window.dispatchEvent(new Event('visibilitychange'))
  await button('Guardar la mía de todos modos').click()
  await expect.element(conflict.getByRole('status')).toMatchTextContent(/se ha guardado otra versión más/)
  await marked('deletion').toMatchObject([expect.stringMatching(/cielo/)])
  await expectWritten(hers)
  const replaced = saveFromNowOn()
  const saving = holdBack(posts.update)
  nowAnswer(saving.handler)
  await button('Guardar la mía de todos modos').click()
  for (const name of ['Seguir editando la mía', 'Usar la versión guardada'])
    await expect.element(button(name)).toHaveAttribute('aria-disabled', 'true')
  await button('Seguir editando la mía').click({ force: true })
  await expect.element(conflict).toBeVisible()
  saving.release()
  await expect.element(titleField()).not.toBeInTheDocument()
  expect(replaced).toEqual(['"3"'])
  await expect.poll(() => sentTo(posts.update).at(-1)).toMatchObject(hers)
})

test('a draft got a category and was published: Safo reads it, and after a reload still publishes her text', async () => {
  const draft = { ...base, is_published: false, published_at: null }
  const other = { ...his, category_id: historia.id, category_name: 'Historia' }
  await saveTooLate({ press: 'Guardar y Publicar', opened: draft, other })
  await expect.element(conflict.getByText(/Entretanto se ha publicado\.$/)).toBeVisible()
  await expect.element(conflict.getByRole('deletion').filter({ hasText: /Historia/ })).toBeVisible()
  closePage()
  const list = answer(categories.list, [historia])
  await openPage(edit, { answers: [savedBy('Safo'), stored('"2"', { ...draft, ...other }), list, ...besidesPost] })
  await expect.element(alert()).toHaveTextContent('Error: Alguien guardó otra versión.')
  await expect.element(conflict.getByText(/La versión guardada es tuya, quizá desde otra pestaña/)).toBeVisible()
  await expectWritten(hers)
  const replaced = saveFromNowOn()
  await button('Guardar la mía de todos modos').click()
  await expect.element(titleField()).not.toBeInTheDocument()
  expect(replaced).toEqual(['"2"'])
  await expect.poll(() => sentTo(posts.update).at(-1)).toEqual({ ...hers, is_published: true })
})

test('a version published meanwhile can be made a draft by Safo, who goes on with hers', async () => {
  await saveTooLate({ opened: { ...base, is_published: false, published_at: null } })
  await button('Seguir editando la mía').click()
  await expect.element(button('Guardar como Borrador')).toBeVisible()
})

test('the decision is made by keyboard alone', async () => {
  await saveTooLate()
  await expect.element(conflict.getByRole('heading', { level: 2 })).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  await expect.element(button('Seguir editando la mía')).toHaveFocus()
  await expect.element(button('Seguir editando la mía')).toHaveAccessibleDescription(/sustituirá la versión guardada/)
  await userEvent.keyboard('{Tab}{Enter}')
  await expect.element(question.getByRole('button', { name: 'Cancelar' })).toHaveFocus()
  await userEvent.keyboard('{Tab}{Enter}')
  await expect.element(note).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  await expect.element(button('Recuperar la mía')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expectWritten(hers)
  await expect.element(button('Usar la versión guardada')).toHaveFocus()
})

test('the other version fails to load, which loses no text, loads after a retry, and is edited once hers is discarded', async () => {
  await openPage(edit, { answers: [savedBy('Hipatia'), stored('"1"', base), ...besidesPost] })
  await expect.element(titleField()).toBeVisible()
  await write(hers)
  nowAnswer(refused, refuse(posts.read, 500))
  await button('Guardar Cambios').click()
  await expect.element(conflict.getByRole('alert')).toMatchTextContent(/No se ha podido cargar la versión guardada/)
  await expectWritten(hers)
  nowAnswer(stored('"2"', his))
  await conflict.getByRole('button', { name: 'Reintentar' }).click()
  await expect.element(conflict.getByRole('deletion').first()).toBeVisible()
  await main().getByRole('link', { name: 'Cancelar' }).click()
  await reply('¿Descartar lo que has escrito?', 'Descartar')
  await main().getByRole('link', { name: 'Edit', exact: true }).click()
  await expectWritten(his)
  await expect.element(conflict).not.toBeInTheDocument()
})

test('two texts of nearly 100,000 characters with nothing in common are shown whole', async () => {
  const of = (letter: string) => ({ content: `${letter.repeat(32)}\n`.repeat(3000) })
  await openPage(edit, { answers: [savedBy('Hipatia'), stored('"1"', of('a')), ...besidesPost] })
  await titleField().fill('Más que enorme')
  nowAnswer(refused, stored('"2"', of('c')))
  await button('Guardar Cambios').click()
  await expect.element(conflict.getByText(/^Son demasiado distintas para marcar las diferencias/)).toBeVisible()
  await expect.element(conflict.getByText(/^(a{32}\s)+$/)).toBeVisible()
  await expect.element(conflict.getByText(/^(c{32}\s)+$/)).toBeVisible()
})

test('two versions fold long equal parts, which can be unfolded, and have names of people, never ids (decision 056)', async () => {
  const urraca = `@[Urraca](${idOf(7)})`
  const text = (last: string) => [...Array.from({ length: 40 }, (_, n) => `Línea ${n}`), last].join('\n')
  await saveTooLate({
    opened: { content: text(`Lo enciende ${urraca}.`) },
    typed: { title: 'El faro', content: text('Lo enciende @Urraca. De noche.') },
    other: { content: text(`Lo apaga ${urraca}.`) },
  })
  const folded = conflict.getByRole('button', { name: '38 líneas iguales' })
  await expect.element(folded).toHaveAttribute('aria-expanded', 'false')
  await expect.element(conflict.getByText(/Línea 20/)).not.toBeInTheDocument()
  await folded.click()
  await expect.element(conflict.getByText(/Línea 20/).first()).toBeVisible()
  await expect.element(folded).toHaveFocus()
  await expect.element(conflict.getByText('Lo apaga @Urraca.')).toBeVisible()
  await expect.element(conflict.getByText('Lo enciende @Urraca. De noche.')).toBeVisible()
  await expect.element(conflict).not.toMatchTextContent(/[0-9a-f]{32}|@\[/)
  await button('Usar la versión guardada').click()
  await question.getByRole('button', { name: 'Usar la versión guardada' }).click()
  await expect.element(contentField()).toHaveValue(text('Lo apaga @Urraca.'))
})
