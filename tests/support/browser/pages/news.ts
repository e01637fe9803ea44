/** The page of news: its elements and calls of its API. */
import type { NewsItem } from '../../../../contract/news.ts'
import type { Locator, Page } from '../test.ts'
import type { Person } from '../test-server.ts'

export const shareForm = (page: Page) => page.getByRole('main').getByRole('form', { name: 'Agregar Noticia' })
export const fieldOf = (form: Locator, name: string) => form.getByRole('textbox', { name, exact: true })

export const shareNews = (by: Person, title: string) =>
  by.call<NewsItem>('POST', '/news', {
    title,
    url: `https://diario.example/${encodeURIComponent(title)}`,
    comment: null,
  })
export const storedNews = (by: Person) => by.call<NewsItem[]>('GET', '/news')
