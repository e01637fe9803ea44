import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { posts } from '../../../contract/posts.ts'
import { hipatia, idOf, openPage, personNamed } from '../../support/web/screen.tsx'
import { answer, holdBack, nowAnswer, refuse, sentTo } from '../../support/web/server.ts'
import { alert, besidesPost, button, contentField, etag, heading, main, post, titleField } from './posts.ts'

const path = `/blog/${post.id}`
const zenon = personNamed('Zenón', idOf(3))
const toast = (text: string) => page.getByText(text, { exact: true }).first()

test.each([
  ['is read', path, heading],
  ['is edited', `${path}/edit`, titleField],
])('a post that %s is loading, failed, and loads after a retry', async (_, address, shown) => {
  const read = holdBack(posts.read)
  await openPage(address, { answers: [read.handler, refuse(posts.read, 500), ...besidesPost] })
  await expect
    .element(
      main()
        .getByText(/^Cargando/)
        .first(),
    )
    .toBeVisible()
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
  for (const as of [undefined, hipatia]) {
    await openPage(path, { answers, ...(as && { as }) })
    for (const name of ['Delete', 'Unpublish']) await expect.element(button(name)).toBeVisible()
    await expect.element(button('Publish')).not.toBeInTheDocument()
    await expect
      .element(main().getByRole('link', { name: 'Edit', exact: true }))
      .toHaveAttribute('href', `${path}/edit`)
  }
  await openPage(path, { answers, as: zenon })
  await expect.element(heading()).toHaveTextContent('El faro')
  for (const name of ['Delete', 'Unpublish', 'Publish', 'Historial'])
    await expect.element(button(name)).not.toBeInTheDocument()
  await expect.element(main().getByRole('link', { name: 'Edit', exact: true })).not.toBeInTheDocument()
  await openPage(`${path}/edit`, { answers, as: zenon })
  await expect.element(toast('No tienes permiso para editar este post')).toBeVisible()
  await expect.element(main().getByRole('textbox')).not.toBeInTheDocument()
})

const typed = { title: 'Elogio de la vírgula', content: 'La *vírgula* es más vieja.' }

async function write({ title, content }: typeof typed) {
  await titleField().fill(title)
  await contentField().fill(content)
}

async function expectWritten({ title, content }: typeof typed) {
  await expect.element(titleField()).toHaveValue(title)
  await expect.element(contentField()).toHaveValue(content)
}

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
    expect(sentTo(row)).toHaveLength(2)
  },
)

test('a post is saved only with visible characters in title and text', async () => {
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
})

test('a title or text that is too long or has invisible characters is named at its field', async () => {
  await openPage('/blog/create', { answers: besidesPost })
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
})
