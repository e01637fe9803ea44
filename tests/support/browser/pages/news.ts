/** The page of news: its elements and calls of its API. */
import type { NewsItem } from '../../../../contract/news.ts'
import type { Locator, Page } from '../test.ts'
import type { Person } from '../test-server.ts'

/** The address of a news item for which the test gives no other one. */
export const newsUrl = 'https://www.elpais.com/cultura/faro'

export const mainOf = (page: Page) => page.getByRole('main')
export const newsItems = (page: Page) => mainOf(page).locator('[id^="noticia-"]')
export const newsItem = (page: Page, text: string) => newsItems(page).filter({ hasText: text })
export const buttonIn = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true })
export const formToggle = (page: Page) => buttonIn(mainOf(page), '+ Agregar Noticia')
export const shareForm = (page: Page) => mainOf(page).getByRole('form', { name: 'Agregar Noticia' })
export const editForm = (page: Page) => mainOf(page).getByRole('form', { name: 'Editar la noticia' })
export const fieldOf = (form: Locator, name: string) => form.getByRole('textbox', { name, exact: true })
export const shareButton = (page: Page) => buttonIn(shareForm(page), 'Agregar Noticia')
export const saveButton = (page: Page) => buttonIn(editForm(page), 'Guardar Cambios')

export const storedNews = (by: Person) => by.call<NewsItem[]>('GET', '/news')
