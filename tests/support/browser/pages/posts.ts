/** Lists of posts: the blog and the drafts. */
import type { Page } from '../test.ts'

const postCards = (page: Page) => page.getByRole('article')
export const postCard = (page: Page, title: string) =>
  postCards(page).filter({ has: page.getByRole('heading', { name: title, exact: true }) })
export const postTitles = (page: Page) => postCards(page).getByRole('heading', { level: 2 })
export const newPostLink = (page: Page) => page.getByRole('link', { name: 'Crear Nuevo Post' }).first()

/** A text that links to a file or post. */
export const tokenTo = (kind: 'file' | 'post', { id }: { id: string }) => `Véase {{${kind}:${id}|esto}}.`
