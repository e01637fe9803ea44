import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { posts } from '../../../contract/posts.ts'
import { question, reply, toast } from '../../support/web/dialogs.ts'
import { earlier, hipatia, idOf, openPage, zenon } from '../../support/web/screen.tsx'
import { answer, holdBack, nowAnswer, refuse, sentTo } from '../../support/web/server.ts'
import { textOf } from '../../support/web/text.ts'
import {
  alert,
  besidesPost,
  button,
  contentField,
  etag,
  expectWritten,
  heading,
  main,
  post,
  titleField,
  write,
} from './posts.ts'

const path = `/blog/${post.id}`

test.each([
  ['is read', path, heading],
  ['is edited', `${path}/edit`, titleField],
])('a post that %s is loading, failed, and loads after a retry', async (_, address, shown) => {
  const read = holdBack(posts.read)
  await openPage(address, { answers: [read.handler, refuse(posts.read, 500), ...besidesPost] })
  await expect.element(page.getByText(/^Cargando/).first()).toBeVisible()
  read.release()
  await expect.element(alert().getByText('Error: Failed to fetch post', { exact: true })).toBeVisible()
  nowAnswer(refuse(posts.read, 500, 'Hoy no.'))
  await alert().getByRole('button').click()
  await expect.element(alert().getByText('Error: Hoy no.', { exact: true })).toBeVisible()
  nowAnswer(answer(posts.read, post, etag))
  await alert().getByRole('button').click()
  await expect.element(shown()).toBeVisible()
})

test('a post has buttons for its author and admins, and none for Zenón, who cannot edit it', async () => {
  const answers = [answer(posts.read, post, etag), ...besidesPost]
  const edit = main().getByRole('link', { name: 'Edit', exact: true })
  for (const as of [undefined, hipatia]) {
    await openPage(path, { answers, ...(as && { as }) })
    for (const name of ['Delete', 'Unpublish', 'Historial']) await expect.element(button(name)).toBeVisible()
    await expect.element(button('Publish')).not.toBeInTheDocument()
    await expect.element(edit).toHaveAttribute('href', `${path}/edit`)
  }
  await openPage(path, { answers, as: zenon })
  await expect.element(heading()).toHaveTextContent('El faro')
  for (const name of ['Delete', 'Unpublish', 'Publish', 'Historial'])
    await expect.element(button(name)).not.toBeInTheDocument()
  await expect.element(edit).not.toBeInTheDocument()
  await openPage(`${path}/edit`, { answers, as: zenon })
  await expect.element(page.getByText('No tienes permiso para editar este post', { exact: true }).first()).toBeVisible()
  await expect.element(main().getByRole('textbox')).not.toBeInTheDocument()
})

test('a post shows author, category, text and dates, that of a change unless it was in the minute of the publication; a draft is marked', async () => {
  const created_at = '2026-03-01T08:00:00.000Z'
  const category = { category_id: idOf(20), category_name: 'Historia' }
  const inHistory = { ...post, ...category, created_at, content: 'Alto **y claro**.' }
  for (const [updated_at, count] of [
    ['2026-03-02T09:00:59.000Z', 0],
    ['2026-03-02T09:01:00.000Z', 1],
  ] as const) {
    await openPage(path, { answers: [answer(posts.read, { ...inHistory, updated_at }, etag), ...besidesPost] })
    for (const shown of ['Por Safo', 'Historia'])
      await expect.element(main().getByText(shown, { exact: true })).toBeVisible()
    await expect.poll(() => main().getByRole('article').element().querySelector('strong')?.textContent).toBe('y claro')
    expect(document.title).toBe('El faro · Alejandría')
    const moments = [...main().element().querySelectorAll('time')].map(({ dateTime }) => dateTime)
    expect(moments).toEqual([earlier, updated_at].slice(0, count + 1))
    expect(textOf(main())).toMatch(count ? /Publicado .*Actualizado / : /Publicado (?!.*(Creado|Actualizado|BORRADOR))/)
    await expect.element(main().getByRole('link', { name: 'Volver al Blog' })).toHaveAttribute('href', '/blog')
  }
  const draft = { ...post, created_at, is_published: false, published_at: null }
  await openPage(path, { answers: [answer(posts.read, draft, etag), ...besidesPost] })
  for (const shown of [/^Creado /, /^BORRADOR$/, /^Sin Categoría$/])
    await expect.element(main().getByText(shown)).toBeVisible()
  expect(main().element().querySelector('time')?.dateTime).toBe(created_at)
  await expect.element(main().getByText(/^Publicado /)).not.toBeInTheDocument()
})

const typed = { title: 'Elogio de la vírgula', content: 'La *vírgula* es más vieja.' }

test.each([
  ['a new post', '/blog/create', posts.create, 'Guardar Borrador', 'Failed to create post'],
  ['an edit', `${path}/edit`, posts.update, 'Guardar Cambios', 'Failed to update post'],
] as const)(
  '%s that fails to be saved says so, with and without a reason, and keeps what was typed',
  async (_, at, row, save, said) => {
    await openPage(at, { answers: [answer(posts.read, post, etag), ...besidesPost] })
    await expect.element(titleField()).toBeVisible()
    await write(typed)
    for (const detail of [undefined, 'No queda tinta.']) {
      nowAnswer(refuse(row, 500, detail))
      await button(save).click()
      await expect.element(alert().getByText(`Error: ${detail ?? said}`, { exact: true })).toBeVisible()
      await expectWritten(typed)
    }
    await expect.poll(() => sentTo(row)).toHaveLength(2)
  },
)

test('a post is saved only with visible characters, and a title or text too long or with invisible ones is named at its field', async () => {
  await openPage('/blog/create', { answers: besidesPost })
  for (const blank of ['', '   ', '\u00a0\u2003', '\u200b', '\u2800', '\u00ad\ufeff'])
    for (const words of [
      { title: blank, content: 'Algo' },
      { title: 'Algo', content: `\n${blank}\t` },
    ]) {
      await write(words)
      for (const name of ['Guardar Borrador', 'Publicar Post']) await expect.element(button(name)).toBeDisabled()
    }
  await write(typed)
  for (const name of ['Guardar Borrador', 'Publicar Post']) await expect.element(button(name)).toBeEnabled()
  await write({ title: 'á'.repeat(201), content: 'b'.repeat(100_001) })
  await expect.element(titleField()).toHaveAccessibleDescription(/no puede tener más de 200 caracteres/)
  await expect.element(contentField()).toHaveAccessibleDescription(/no puede tener más de 100.?000 caracteres/)
  await expect.element(titleField()).toHaveAttribute('aria-invalid', 'true')
  await write({ title: '🏛'.repeat(200), content: 'b'.repeat(100_000) })
  for (const field of [titleField(), contentField()])
    await expect.element(field).not.toHaveAttribute('aria-invalid', 'true')
  nowAnswer(refuse(posts.create, 422, 'No puede ser.', 'invalid'))
  await write({ title: 'nómina\u202excod.exe', content: 'Algo' })
  await button('Publicar Post').click()
  await expect.element(titleField()).toHaveAccessibleDescription(/invisibles o de control/)
  await expect.poll(() => sentTo(posts.create)).toHaveLength(1)
  await openPage(`${path}/edit`, { answers: [answer(posts.read, post, etag), ...besidesPost] })
  await contentField().fill(' \u200b\n')
  for (const name of ['Guardar Cambios', 'Guardar como Borrador']) await expect.element(button(name)).toBeDisabled()
})

test('a new post is previewed, not sent by Enter, sent once when it is published, and discarded after a question', async () => {
  const created = answer(posts.create, { ...post, ...typed }, etag)
  await openPage('/blog/create', { answers: [created, answer(posts.list, []), ...besidesPost] })
  await write(typed)
  await titleField().click()
  await userEvent.keyboard('{Enter}')
  await page.getByRole('tab', { name: 'Preview' }).click()
  await expect.element(page.getByRole('tabpanel').getByRole('emphasis')).toHaveTextContent('vírgula')
  await expect.element(contentField()).not.toBeInTheDocument()
  await page.getByRole('tab', { name: 'Write' }).click()
  await expectWritten(typed)
  expect(sentTo(posts.create)).toEqual([])
  const cancel = main().getByRole('link', { name: 'Cancelar' })
  await cancel.click()
  await reply('¿Descartar lo que has escrito?', 'Cancelar')
  const sending = holdBack(posts.create)
  nowAnswer(sending.handler)
  await button('Publicar Post').click()
  for (const name of ['Guardar Borrador', 'Publicar Post']) await expect.element(button(name)).toBeDisabled()
  await titleField().click()
  await userEvent.keyboard('{Enter}')
  sending.release()
  await expect.element(heading()).toHaveTextContent('Blog')
  const client_id = expect.stringMatching(/^[0-9a-f-]{36}$/)
  await expect.poll(() => sentTo(posts.create)).toEqual([{ ...typed, is_published: true, client_id }])

  await main().getByRole('link', { name: 'Crear Nuevo Post' }).first().click()
  await expectWritten({ title: '', content: '' })
  await write(typed)
  await cancel.click()
  await reply('¿Descartar lo que has escrito?', 'Descartar')
  await expect.element(heading()).toHaveTextContent('Blog')
  await main().getByRole('link', { name: 'Crear Nuevo Post' }).first().click()
  await expectWritten({ title: '', content: '' })
})

test.each([
  {
    action: 'Publish',
    is_published: false,
    row: posts.publish,
    done: 'Unpublish',
    asked: '¿Estás seguro de que quieres publicar este post?',
    title: undefined,
    failure: 'Error al publicar el post. Por favor intenta de nuevo.',
  },
  {
    action: 'Unpublish',
    is_published: true,
    row: posts.publish,
    done: 'Publish',
    asked: '¿Estás seguro de que quieres despublicar este post?',
    title: undefined,
    failure: 'Error al despublicar el post. Por favor intenta de nuevo.',
  },
  {
    action: 'Delete',
    is_published: true,
    row: posts.remove,
    done: undefined,
    asked: 'Are you sure you want to delete this post? This action cannot be undone.',
    title: '¿Eliminar «El faro»?',
    failure: 'Error: Failed to delete post',
  },
])('$action asks first; a failure is shown, with and without a reason', async (given) => {
  const { action, is_published, row, done, asked, title, failure } = given
  await openPage(path, { answers: [answer(posts.read, { ...post, is_published }, etag), ...besidesPost] })
  await button(action).click()
  await expect.element(question.getByRole('button', { name: 'Cancelar' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(button(action)).toHaveFocus()
  expect(sentTo(row)).toEqual([])
  for (const [detail, said] of [
    [undefined, failure],
    ['Está en piedra.', done ? `${failure} Está en piedra.` : 'Error: Está en piedra.'],
  ] as const) {
    nowAnswer(refuse(row, 500, detail))
    await button(action).click()
    await reply(asked, action, title)
    await expect.element(toast(said)).toBeVisible()
    await expect.element(heading()).toHaveTextContent('El faro')
  }
  if (!done) return
  const changed = { ...post, is_published: !is_published }
  nowAnswer(answer(posts.publish, changed), answer(posts.read, changed, etag))
  await button(action).click()
  await reply(asked, action)
  await expect.element(button(done)).toBeVisible()
  await expect.poll(() => sentTo(posts.publish).at(-1)).toEqual({ is_published: !is_published })
})
