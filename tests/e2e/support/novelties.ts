/** Where what is new in a section is said, and what makes it new. */
import type { Response } from '@playwright/test'
import type { NewsItem } from '../../../contract/news.ts'
import type { Sections } from '../../../contract/sections.ts'
import type { Person } from './house.ts'
import { expect, headerOf, type Page } from './test.ts'

export const entry = (page: Page, name: string) =>
  headerOf(page).getByRole('navigation', { name: 'Principal' }).getByRole('link', { name, exact: true })
export const show = (page: Page, what: string) =>
  page.getByRole('main').getByRole('button', { name: `Ver ${what}`, exact: true })
export const anyShow = (page: Page) => page.getByRole('main').getByRole('button', { name: /^Ver .*noveda/ })
export const said = (page: Page, what: string) =>
  page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: new RegExp(`^${what}$`) })
export const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
export const titles = (page: Page) => page.getByRole('article').getByRole('heading', { level: 2 })
export const ready = (page: Page, title: string) => expect(page.getByRole('heading', { name: title })).toBeVisible()

export const lookAgain = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
export const isOfSections = (answer: Response) =>
  /\/api\/sections(\/blog)?$/.test(answer.url()) && answer.status() === 200

export const shares = (by: Person, title: string) =>
  by.call<NewsItem>('POST', '/news', {
    title,
    url: `https://diario.example/${encodeURIComponent(title)}`,
    comment: null,
  })
export const freshFor = async (who: Person) => {
  const { blog, news, files } = await who.call<Sections>('GET', '/sections')
  return { blog: blog.fresh, news: news.fresh, files: files.fresh }
}
/** Somebody who has seen everything that is there. */
export async function upToDate(who: Person) {
  const until = new Date(Date.now() + 60_000).toISOString()
  for (const section of ['blog', 'news', 'files']) await who.call('PUT', `/sections/${section}`, { until })
  return who
}
