// Earlier versions of a post: compared, restored and removed.
import type { HttpHandler } from 'msw'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { links } from '../../../contract/content/links.ts'
import { type PostChanges, type PostVersion, posts } from '../../../contract/posts.ts'
import fotoAddress from '../../fixtures/foto.jpg?url'
import { question, reply, toast } from '../../support/web/dialogs.ts'
import { earlier, hipatia, idOf, openPage } from '../../support/web/screen.tsx'
import { answer, answerPages, nowAnswer, refuse, sentTo } from '../../support/web/server.ts'
import { textsOf } from '../../support/web/text.ts'
import { fileOf } from '../links/links.ts'
import { besidesPost, button, heading, post } from './posts.ts'

const history = page.getByRole('dialog', { name: 'Historial' })
const items = history.getByRole('list').getByRole('button')
const inHistory = (name: string) => history.getByRole('button', { name, exact: true })
const marked = (role: 'deletion' | 'insertion') => expect.poll(() => textsOf(history.getByRole(role)))
const asRead = history.getByRole('switch', { name: 'Ver el texto entero' })
const compare = history.getByRole('switch', { name: 'Comparar con la anterior' })
const [restore, remove] = ['Restaurar esta versión', 'Eliminar esta versión']
const moment = `2 de marzo, ${new Date(earlier).toLocaleTimeString('es', { hour: 'numeric', minute: '2-digit' })}`
const restoring = `El post volverá a decir lo que decía en la versión guardada ${moment}. El texto actual queda en el historial.`
const removing = `Se borrará lo que decía el post en esta versión (${moment}), y no se puede deshacer. El texto actual no cambia. Queda anotado que se eliminó, sin lo que decía.`

const saved = (version: number, place: string, changes: Partial<PostVersion> = {}): PostVersion => ({
  version,
  title: 'El faro',
  content: `El faro alumbra ${place}.`,
  category_name: null,
  editor_name: 'Safo',
  saved_at: earlier,
  ...changes,
})
const [first, second, third] = [
  saved(1, 'el mar'),
  saved(2, 'la costa'),
  saved(3, 'el puerto', { title: 'El faro nuevo', editor_name: 'Hipatia' }),
] as const

const current = (etag: string, changes: Partial<typeof post> = {}) =>
  answer(posts.read, { ...post, title: third.title, content: third.content, ...changes }, { headers: { etag } })

/** Opens the history of Safo's post, whose versions can be removed. */
async function openHistory({ stored = [third, second, first], answers = [] as HttpHandler[] } = {}) {
  const versions = [
    answerPages(posts.versions, () => stored.map(({ content: _, ...listed }) => listed), 20),
    answer(posts.version, ({ params }) => stored.find(({ version }) => `${version}` === params.version) as PostVersion),
    answer(posts.removeVersion, ({ params }) => {
      const place = stored.findIndex(({ version }) => `${version}` === params.version)
      stored.splice(place, 1)
      return undefined as never
    }),
  ]
  const sizes = { thumb_url: fotoAddress, screen_url: fotoAddress, width: 1600, height: 900 }
  const picture = fileOf('linterna.jpg', { id: idOf(70), file_type: 'image/jpeg', ...sizes })
  const found = answer(links.find, { files: [picture], posts: [] })
  await openPage(`/blog/${post.id}`, {
    as: hipatia,
    answers: [...answers, ...versions, found, current('"3"'), ...besidesPost],
  })
  await button('Historial').click()
}

test('the versions have title, author and date, newest first, and are compared with the text or the one before', async () => {
  await openHistory()
  await expect.element(items.nth(2)).toBeVisible()
  expect(textsOf(items)).toEqual([
    expect.stringMatching(/^El faro nuevo ?Actual ?2 de marzo, \d+:\d\d por Hipatia$/),
    expect.stringMatching(/^El faro ?2 de marzo, \d+:\d\d por Safo$/),
    expect.stringMatching(/^El faro ?2 de marzo, \d+:\d\d por Safo$/),
  ])
  await items.nth(1).click()
  await expect.element(inHistory('Volver a la lista')).toHaveFocus()
  await marked('deletion').toEqual(['la costa'])
  await marked('insertion').toEqual([expect.stringMatching(/nuevo/), expect.stringMatching(/el puerto/)])
  await compare.click()
  await marked('deletion').toEqual(['el mar'])
  await marked('insertion').toEqual(['la costa'])
  await inHistory('Volver a la lista').click()
  await expect.element(items.nth(1)).toHaveFocus()
  await items.nth(2).click()
  await compare.click()
  await expect.element(history.getByText('Es la primera versión: no hay ninguna anterior.')).toBeVisible()
  await inHistory('Volver a la lista').click()
  await items.nth(0).click()
  await expect.element(history.getByRole('insertion').last()).toMatchTextContent(/el puerto/)
  for (const name of [restore, remove]) await expect.element(inHistory(name)).not.toBeInTheDocument()
})

test('the first version is read as it was, with its pictures, and no wider than a phone', async () => {
  const content = `El faro alumbra el **mar**.\n\n![La linterna](file:${idOf(70)})`
  await openHistory({ stored: [third, second, { ...first, content }] })
  await items.nth(2).click()
  await asRead.click()
  await expect.element(history.getByRole('article')).toMatchTextContent('El faro alumbra el mar.')
  await expect.element(inHistory('Ampliar la imagen: La linterna')).toBeVisible()
  await expect.element(compare).toBeDisabled()
  await page.viewport(390, 844)
  await expect.poll(() => history.getByRole('article').element().getBoundingClientRect().right).toBeLessThan(390)
})

test('a version is restored after a question, and not over a newer one that was not seen', async () => {
  await openHistory()
  await items.nth(2).click()
  await inHistory(restore).click()
  await reply(restoring, 'Cancelar')
  nowAnswer(refuse(posts.update, 412, 'Alguien guardó otra versión.', 'changed'))
  nowAnswer(current('"4"', { content: 'El faro alumbra el cielo.' }))
  await inHistory(restore).click()
  await reply(restoring, restore)
  await expect
    .element(history.getByRole('alert'))
    .toMatchTextContent(/^Error: Alguien guardó otra versión\..*Mira otra vez las diferencias/)
  await expect.element(history.getByRole('insertion').last()).toMatchTextContent(/cielo/)
  const replaced: (string | null)[] = []
  nowAnswer(
    answer(posts.update, ({ headers, body }) => {
      replaced.push(headers.get('if-match'))
      const { title, content } = body as PostChanges
      nowAnswer(current('"5"', { title, content }))
      return { ...post, title, content }
    }),
  )
  await inHistory(restore).click()
  await reply(restoring, restore)
  await expect.element(toast('Se ha restaurado la versión.')).toBeVisible()
  await expect.element(history).not.toBeInTheDocument()
  await expect.element(heading()).toHaveTextContent('El faro')
  expect(replaced).toEqual(['"4"'])
  await expect.poll(() => sentTo(posts.update).at(-1)).toEqual({ title: 'El faro', content: first.content })
})

test('a version whose category is inactive keeps the present one of the post', async () => {
  await openHistory({ stored: [third, saved(2, 'la costa', { category_name: 'Alquimia' }), first] })
  await items.nth(1).click()
  await inHistory(restore).click()
  await expect
    .element(question.getByText(/La categoría «Alquimia» ya no se puede elegir: se queda la que tiene ahora\.$/))
    .toBeVisible()
})

test('versions are removed after a question, and the focus goes on, also when one is gone already', async () => {
  const stored = [third, second, first]
  await openHistory({ stored })
  await items.nth(1).click()
  await inHistory(remove).click()
  await reply(removing, 'Cancelar')
  expect(sentTo(posts.removeVersion)).toEqual([])
  await expect.element(inHistory(remove)).toHaveFocus()
  nowAnswer(refuse(posts.removeVersion, 500))
  await inHistory(remove).click()
  await reply(removing, remove)
  await expect.element(history.getByRole('alert')).toMatchTextContent(/^No se ha podido eliminar la versión\./)
  // an admin was faster
  stored.splice(1, 1)
  nowAnswer(refuse(posts.removeVersion, 404, 'No existe.', 'not_found'))
  await inHistory(remove).click()
  await reply(removing, remove)
  await expect.element(toast('Se ha eliminado la versión.')).toBeVisible()
  await expect.element(items.nth(1)).toHaveFocus()
})

test('the last earlier version is removed', async () => {
  await openHistory({ stored: [third, second] })
  await items.nth(1).click()
  await compare.click()
  await expect.element(history.getByText('Es la más antigua que queda: no hay ninguna anterior.')).toBeVisible()
  await inHistory(remove).click()
  await reply(removing, remove)
  await expect.element(history.getByText('No queda ninguna versión anterior de este post.')).toBeVisible()
  await expect.element(items).toHaveFocus()
})

test('a history that fails to load is retried; a post that was saved once has no earlier versions', async () => {
  await openHistory({ stored: [first], answers: [refuse(posts.versions, 500)] })
  await expect.element(history.getByRole('alert')).toMatchTextContent(/No se ha podido cargar el historial/)
  const { content: _, ...listed } = first
  nowAnswer(answer(posts.versions, [listed]))
  await inHistory('Reintentar').click()
  await expect.element(history.getByText(/se ha guardado una sola vez: todavía no hay versiones/)).toBeVisible()
  await expect.element(history.getByRole('alert')).not.toBeInTheDocument()
})

test('a further page of versions is loaded for the comparison with the one before', async () => {
  const stored = Array.from({ length: 23 }, (_, n) => saved(23 - n, `la vez ${23 - n}`))
  await openHistory({ stored })
  await expect.element(items.nth(19)).toBeVisible()
  expect(items.elements()).toHaveLength(20)
  await items.last().click()
  await compare.click()
  await marked('deletion').toEqual(['3'])
  await inHistory('Volver a la lista').click()
  await expect.poll(() => items.elements().length).toBe(23)
  await expect.element(inHistory('Mostrar más versiones')).not.toBeInTheDocument()
})

test('the history is used by keyboard alone', async () => {
  await openHistory()
  await expect.element(items.nth(2)).toBeVisible()
  items.nth(2).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(inHistory('Volver a la lista')).toHaveFocus()
  await expect.element(inHistory(restore)).toBeEnabled()
  await userEvent.keyboard('{Tab}')
  await expect.element(compare).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  await expect.element(asRead).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  for (const name of [restore, remove]) {
    await expect.element(inHistory(name)).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(question.getByRole('button', { name: 'Cancelar' })).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(inHistory(name)).toHaveFocus()
    await userEvent.keyboard('{Tab}')
  }
  await userEvent.keyboard('{Escape}')
  await expect.element(history).not.toBeInTheDocument()
  await expect.element(button('Historial')).toHaveFocus()
})

test('people who are mentioned have their names in a version, never an id (decision 056)', async () => {
  const urraca = `@[Urraca](${idOf(7)})`
  await openHistory({ stored: [third, saved(2, urraca), first] })
  await items.nth(1).click()
  await expect.element(history.getByText('El faro alumbra @Urraca.').first()).toBeVisible()
  await expect.element(history).not.toMatchTextContent(/[0-9a-f]{32}|@\[/)
})
