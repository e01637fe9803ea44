// The palette: what it says without hits, failing, offline and late, the last searches, and its keys.
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { auth } from '../../../contract/auth.ts'
import { categories } from '../../../contract/categories.ts'
import { news } from '../../../contract/news.ts'
import { posts } from '../../../contract/posts.ts'
import { search } from '../../../contract/search.ts'
import { users } from '../../../contract/users.ts'
import { expectAccessible } from '../../support/web/axe.ts'
import { composeWith } from '../../support/web/compose.ts'
import { openPage } from '../../support/web/screen.tsx'
import { answer, holdBack, loseAnswer, nowAnswer, refuse } from '../../support/web/server.ts'
import { finds, papers } from './hits.ts'

const banner = page.getByRole('banner').first()
const palette = page.getByRole('dialog', { name: 'Buscar' })
const field = palette.getByRole('combobox')
const options = palette.getByRole('option')
const active = palette.getByRole('option', { selected: true })
const press = (keys: string) => userEvent.keyboard(keys)
const expectCount = (count: number) => expect.poll(() => options.elements().length).toBe(count)
const expectAddress = (address: string) => expect.poll(() => location.pathname + location.search).toBe(address)

async function openPalette(...answers: NonNullable<Parameters<typeof openPage>[1]>['answers'] & object) {
  await openPage('/news', { answers: [...answers, finds(), answer(news.list, [])] })
  await expect.element(banner.getByRole('button', { name: 'Buscar' })).toBeVisible()
  await press('{Control>}k{/Control}')
  await expect.element(field).toHaveFocus()
}

const pageNames = ['Inicio', 'Blog', 'Mis Borradores', 'Noticias', 'Chat', 'Archivo', 'Administrar cuenta', 'Ayuda']

test('before anything is typed, the pages are there to be opened', async () => {
  await openPalette(answer(categories.list, []), answer(posts.drafts, []))
  await expectCount(pageNames.length)
  await expectAccessible('the pages')
  await press('{ArrowDown}{ArrowDown}{ArrowDown}')
  await expect.element(active).toMatchTextContent('Mis Borradores')
  await press('{Enter}')
  await expectAddress('/blog/drafts')
  await expect.element(palette).not.toBeInTheDocument()
})

test('hits of all kinds are grouped under headings, with the words marked, and chosen with the arrows', async () => {
  await openPalette()
  await expectAccessible('the empty palette')
  await field.fill('FARO')
  await expectCount(5)
  for (const heading of ['Noticias', 'Posts', 'Comentarios'])
    await expect.element(palette.getByRole('group', { name: heading })).toBeVisible()
  expect(palette.element().querySelector('mark')).toHaveTextContent('faro')
  await expect.element(options.last()).toMatchTextContent(/Ver todo.*4 resultados/)
  await expect.element(active).toMatchTextContent('Restauran un faro')
  await expectAccessible('the palette')
  await press('{ArrowDown}')
  await expect.element(active).toMatchTextContent(/El faro de la isla.*Safo/)
  await expect.element(field).toHaveAttribute('aria-activedescendant', active.element().id)
  await press('{Escape}')
  await expect.element(palette).not.toBeInTheDocument()
})

test('nothing found says so; a suggestion of the server is searched with one press, or with Enter', async () => {
  await openPalette()
  await field.fill('xyzzy')
  await expect.element(palette).toMatchTextContent('No hay nada que coincida con «xyzzy».')
  await expectAccessible('nothing found')
  nowAnswer(finds([], { 'x-suggestion': 'papel%C3%B3n' }))
  const suggestion = palette.getByRole('button', { name: '¿Querías decir papelón?' })
  for (const take of [() => suggestion.click(), () => press('{Enter}')]) {
    await field.fill('papyro')
    await expect.element(suggestion).toBeVisible()
    await take()
    await expect.element(field).toHaveValue('papelón')
    await expect.element(field).toHaveFocus()
  }
})

test('a failed search can be repeated, a lost connection and an index that is being filled are told', async () => {
  await openPalette(refuse(search.find, 500))
  await field.fill('faro')
  await expect.element(palette.getByRole('alert')).toMatchTextContent('No se ha podido buscar.')
  await expectAccessible('a failed search')
  const again = palette.getByRole('button', { name: 'Reintentar' })
  nowAnswer(loseAnswer(search.find))
  await again.click()
  await expect.element(palette.getByRole('alert')).toMatchTextContent('No hay conexión con el servidor.')
  nowAnswer(finds(undefined, { 'x-incomplete': '1' }))
  await again.click()
  await expectCount(5)
  await expect
    .element(palette.getByText('El buscador se está preparando: dentro de un rato encontrará también lo más antiguo.'))
    .toBeVisible()
})

test('hits with some of the words only are told from others, and Enter opens the first of them', async () => {
  await openPalette(finds(undefined, { 'x-partial': '1', 'x-suggestion': 'farol' }), refuse(posts.read, 404))
  await field.fill('faro')
  await expect.element(palette.getByRole('status')).toMatchTextContent('Nada tiene todas las palabras.')
  await expect.element(palette.getByRole('button', { name: '¿Querías decir farol?' })).toBeVisible()
  await expectAccessible('some of the words')
  await press('{Enter}')
  await expect.poll(() => location.pathname).toMatch(/^\/blog\/./)
})

test('hits of an earlier text are dimmed until the new ones are there; Enter before that searches for what is typed', async () => {
  await openPalette()
  await field.fill('faro')
  await expectCount(5)
  const late = holdBack(search.find)
  nowAnswer(late.handler)
  await field.fill('papeles')
  const list = palette.getByRole('listbox')
  await expect.element(list).toHaveAttribute('data-stale', 'true')
  await expectCount(5)
  await field.fill('isla')
  late.release()
  await expect.element(list).not.toHaveAttribute('data-stale')
  await expect.element(options.first()).toMatchTextContent('El faro de la isla')
  expect(options.filter({ hasText: 'Papeles' }).elements()).toEqual([])

  const never = holdBack(search.find)
  nowAnswer(never.handler)
  await field.fill('papel')
  await press('{Enter}')
  await expectAddress('/search?q=papel')
  never.release()
})

test('the last searches are offered, each once, until Safo clears them or signs out', async () => {
  const pages = [answer(users.names, []), answer(categories.list, []), refuse(posts.read, 404)]
  await openPalette(answer(auth.logout, undefined), ...pages)
  for (const text of ['faro', 'papeles', 'Faro']) {
    if (!palette.query()) await press('{Control>}k{/Control}')
    await field.fill(text)
    await expect.element(active).toBeVisible()
    await options.last().click()
    await expectAddress(`/search?q=${text}`)
    await expect.element(palette).not.toBeInTheDocument()
  }
  // until its own hits are there the page behind shows those of the search before, dimmed
  const isDimmed = () => !document.title.startsWith('Faro ') || document.querySelector('[data-stale]') !== null
  await expect.poll(isDimmed).toBe(false)
  await press('{Control>}k{/Control}')
  await expectCount(2 + pageNames.length)
  expect(options.elements().map(({ textContent }) => textContent)).toEqual(['Faro', 'papeles', ...pageNames])
  await expectAccessible('the last searches')
  await press('{ArrowDown}{ArrowDown}')
  composeWith(field.element(), 'ArrowUp')
  composeWith(field.element(), 'Enter')
  await press('{Enter}')
  await expect.element(field).toHaveValue('papeles')
  await expect.element(active).toMatchTextContent('Papeles')
  await field.fill('')
  await palette.getByRole('button', { name: 'Borrar las búsquedas' }).click()
  await expectCount(pageNames.length)
  await expect.element(field).toHaveFocus()

  await field.fill('faro')
  await options.filter({ hasText: papers.title }).click()
  const kept = () => Object.keys(localStorage).filter((key) => key.startsWith('searches ')).length
  expect(kept()).toBe(1)
  await banner.getByRole('button', { name: 'Cerrar Sesión' }).click()
  await expect.poll(kept).toBe(0)
})

test('a question mark shows the keys, but in a field it is a sign, and over a dialog it opens nothing', async () => {
  await openPalette()
  const keys = page.getByRole('dialog', { name: 'Teclas' })
  await press('?')
  await expect.element(field).toHaveValue('?')
  await expect.element(keys).not.toBeInTheDocument()
  palette.getByRole('button', { name: 'Cerrar' }).element().focus()
  await press('?')
  await press('{Escape}')
  await expect.element(palette).not.toBeInTheDocument()
  await expect.element(keys).not.toBeInTheDocument()
  await press('?')
  await expect.element(keys.getByText('Corregir tu último mensaje')).toBeVisible()
  await expectAccessible('the keys')
  await press('{Escape}')
  await expect.element(keys).not.toBeInTheDocument()
})

test('the keys belong to the editor while Safo writes, and to an open question', async () => {
  await openPage('/blog/create', { answers: [answer(categories.list, [])] })
  const content = page.getByRole('textbox', { name: /^Contenido/ })
  await content.fill('faro')
  await press('{Control>}a{/Control}{Control>}k{/Control}')
  await expect.poll(() => (content.element() as HTMLTextAreaElement).value).toMatch(/\[faro\]\(/)
  await banner.getByRole('button', { name: 'Cerrar Sesión' }).click()
  const question = page.getByRole('alertdialog')
  await expect.element(question).toBeVisible()
  await press('{Control>}k{/Control}')
  await expect.element(palette).not.toBeInTheDocument()
  await expect.element(question).toBeVisible()
})
