// The page of the search: its states, its counts and what it suggests.
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { categories } from '../../../contract/categories.ts'
import { search } from '../../../contract/search.ts'
import { users } from '../../../contract/users.ts'
import fotoAddress from '../../fixtures/foto.jpg?url'
import { expectAccessible } from '../../support/web/axe.ts'
import { openPage } from '../../support/web/screen.tsx'
import { answer, loseAnswer, nowAnswer, refuse } from '../../support/web/server.ts'
import { textsOf } from '../../support/web/text.ts'
import { finds, hits, papers } from './hits.ts'

const main = page.getByRole('main')
const field = main.getByRole('searchbox', { name: 'Buscar' })
const found = main.getByRole('list', { name: 'Resultados' }).getByRole('listitem')
const filters = main.getByRole('search', { name: 'Filtros de la búsqueda' })
const open = (path: string, ...answers: ReturnType<typeof finds>[]) =>
  openPage(path, {
    screen: 'narrow',
    answers: [...answers, finds(), answer(categories.list, []), answer(users.names, [])],
  })
const expectCount = (count: number) => expect.poll(() => found.elements().length).toBe(count)

test('the page is accessible: empty, with help and filters, with hits, with people, without any hit', async () => {
  await open('/search')
  await expect.element(main.getByText(/^Escribe qué buscas/)).toBeVisible()
  await main.getByText('Cómo afinar una búsqueda').click()
  await expect.element(main.getByText('lo que dice faro y no dice isla')).toBeVisible()
  await main.getByRole('button', { name: 'Filtrar' }).click()
  await expectAccessible('the empty page')
  await field.fill('playa')
  await expectCount(1)
  await expectAccessible('a hit')
  const hipatia = { ...papers, kind: 'person', title: 'Hipatia', excerpt: '' } as const
  nowAnswer(finds([hipatia]))
  await filters.getByRole('combobox', { name: 'Autor' }).fill('hip')
  const option = page.getByRole('option', { name: 'Hipatia' })
  await expect.element(option).toBeVisible()
  await expectAccessible('people')
  await userEvent.keyboard('{Escape}')
  await expect.element(option).not.toBeInTheDocument()
  nowAnswer(finds([]))
  await field.fill('xyzzy')
  await expect.element(main.getByText(/^No hay nada que coincida con «xyzzy»\./)).toBeVisible()
  await expectAccessible('nothing found')
})

test('a suggestion replaces the search, and more than a thousand hits are not counted on', async () => {
  await open('/search?q=papyro', finds([], { 'x-suggestion': 'papel' }))
  const suggestion = main.getByRole('button', { name: '¿Querías decir papel?' })
  await expect.element(suggestion).toBeVisible()
  nowAnswer(finds([papers], { 'x-total-count': '1003', 'x-counts': 'post=1000, news=3' }))
  await suggestion.click()
  await expect.element(main.getByText('1000+ resultados')).toBeVisible()
  expect(location.search).toBe('?q=papel')
  const kinds = main.getByRole('group', { name: 'Tipo' }).getByRole('button')
  expect(textsOf(kinds)).toEqual(['Todo', 'Posts 1000+', 'Noticias 3'])
  expect(main.element().querySelector('mark')).toHaveTextContent('faro')
})

test('a picture is shown beside its hit, and hits with some words only are told from others', async () => {
  const picture = { ...papers, id: 'foto', kind: 'file', title: 'foto.jpg', thumb_url: fotoAddress } as const
  const partial = 'Nada tiene todas las palabras. Esto tiene algunas:'
  await open('/search?q=faro', finds([picture, papers], { 'x-partial': '1', 'x-suggestion': 'farol' }))
  await expectCount(2)
  const [first, second] = found.elements().map((hit) => hit.querySelector('img'))
  expect([first?.getAttribute('src'), second]).toEqual([fotoAddress, null])
  await expect.element(main.getByText(partial)).toBeVisible()
  await expectAccessible('a picture, and some of the words')
  nowAnswer(finds())
  await main.getByRole('button', { name: '¿Querías decir farol?' }).click()
  await expect.poll(() => location.search).toBe('?q=farol')
  await expect.element(main.getByText(partial)).not.toBeInTheDocument()
})

test('dates are written in the Spanish order, and a wrong one says how', async () => {
  await open('/search?q=faro&before=2026-03')
  const date = (name: string) => main.getByLabelText(name)
  await expect.element(date('Antes del')).toHaveValue('01/03/2026')
  await userEvent.type(date('Desde el'), '05022026')
  await expect.element(date('Desde el')).toHaveValue('05/02/2026')
  await expect.poll(() => location.search).toBe('?q=faro&before=2026-03&after=2026-02-05')
  await date('Antes del').fill('31/02/2026')
  expect(date('Antes del').element()).not.toHaveAccessibleDescription()
  await userEvent.tab()
  await expect.element(date('Antes del')).toHaveAccessibleDescription('Escríbela así: 15/03/2026.')
  await expectAccessible('a wrong date')
  await date('Antes del').fill('')
  await expect.poll(() => location.search).toBe('?q=faro&after=2026-02-05')
})

test('failing, offline and while the index is being filled the page says so, and searches again when asked', async () => {
  await open('/search?q=faro', refuse(search.find, 500))
  const alert = main.getByRole('alert')
  await expect.element(alert).toMatchTextContent('No se ha podido buscar.')
  nowAnswer(finds(hits, { 'x-incomplete': '1' }))
  await main.getByRole('button', { name: 'Reintentar' }).click()
  await expectCount(4)
  await expect.element(main.getByText(/^El buscador se está preparando/)).toBeVisible()
  nowAnswer(loseAnswer(search.find))
  await field.fill('isla')
  await expect.element(alert).toMatchTextContent('No hay conexión con el servidor.')
})
