/** The badges and bars of unseen items, and actions that create such items. */
import type { Response } from '@playwright/test'
import type { NewsItem } from '../../../../contract/news.ts'
import type { WhatsNew } from '../../../../contract/whats-new.ts'
import { expect, type Page } from '../test.ts'
import type { Person } from '../test-server.ts'
import { mainNavigation } from './navigation.ts'

/** The link of the navigation with exactly this name, which includes the badge: 'Blog, 1 novedad'. */
export const areaLink = (page: Page, name: string) => mainNavigation(page).getByRole('link', { name, exact: true })
/** The button of the bar for this count: '1 novedad'. */
export const showButton = (page: Page, count: string) =>
  page.getByRole('main').getByRole('button', { name: `Ver ${count}`, exact: true })
export const anyShowButton = (page: Page) => page.getByRole('main').getByRole('button', { name: /^Ver .*noveda/ })
export const pageHeading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
export const expectHeading = (page: Page, name: string) => expect(page.getByRole('heading', { name })).toBeVisible()

export const isCountsResponse = (response: Response) =>
  /\/api\/sections(\/blog)?$/.test(response.url()) && response.status() === 200

export const shareNews = (by: Person, title: string) =>
  by.call<NewsItem>('POST', '/news', {
    title,
    url: `https://diario.example/${encodeURIComponent(title)}`,
    comment: null,
  })
export const unseenCounts = async (person: Person) => {
  const { blog, news, files } = await person.call<WhatsNew>('GET', '/sections')
  return { blog: blog.fresh, news: news.fresh, files: files.fresh }
}
/** Marks everything as seen by this person. */
export async function markAllSeen(person: Person) {
  const until = new Date(Date.now() + 60_000).toISOString()
  for (const section of ['blog', 'news', 'files']) await person.call('PUT', `/sections/${section}`, { until })
  return person
}
