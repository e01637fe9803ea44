/** Where things are on the screen of news. */
import type { NewsItem } from '../../../contract/news.ts'
import type { Person } from './house.ts'
import type { Locator, Page } from './test.ts'

export const list = /\/api\/news(\?.*)?$/
export const one = /\/api\/news\/[0-9a-f]{32}$/
export const sharedCheck = /\/api\/news\/shared\?/
export const titleCall = /\/api\/news\/title$/
export const beginCall = /\/api\/news\/initialize$/
export const address = 'https://www.elpais.com/cultura/faro'

export const main = (page: Page) => page.getByRole('main')
export const items = (page: Page) => main(page).locator('[id^="noticia-"]')
export const itemOf = (page: Page, words: string) => items(page).filter({ hasText: words })
export const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true })
export const toggle = (page: Page) => button(main(page), '+ Agregar Noticia')
export const form = (page: Page) => main(page).getByRole('form', { name: 'Agregar Noticia' })
export const editForm = (page: Page) => main(page).getByRole('form', { name: 'Editar la noticia' })
export const field = (form: Locator, name: string) => form.getByRole('textbox', { name, exact: true })
export const send = (page: Page) => button(form(page), 'Agregar Noticia')
export const save = (page: Page) => button(editForm(page), 'Guardar Cambios')
export const alert = (page: Page) => main(page).getByRole('alert')
export const toast = (page: Page, text: string) => page.getByRole('region', { name: 'Avisos' }).getByText(text).first()
export const error = (form: Locator, text: string) => form.getByText(text, { exact: true })

export const shares = (by: Person, more: Partial<NewsItem> = {}) =>
  by.call<NewsItem>('POST', '/news', { title: 'El faro', url: address, ...more })
export const stored = (by: Person) => by.call<NewsItem[]>('GET', '/news')

export async function type(form: Locator, words: { title?: string; url?: string; comment?: string }) {
  if (words.url !== undefined) await field(form, 'URL').fill(words.url)
  if (words.title !== undefined) await field(form, 'Título').fill(words.title)
  if (words.comment !== undefined) await field(form, 'Comentario (opcional)').fill(words.comment)
}

export const confirmDelete = (title: string) =>
  `¿Estás seguro de que quieres eliminar la noticia "${title}"? Esta acción no se puede deshacer.`
