import type { Db } from '../../db/schema.ts'
import type { Dates } from '../../lib/dates.ts'
import type { Frame } from '../page.ts'
import { findPublished, listExistingComments } from '../queries.ts'
import type { Site } from '../site.ts'
import { texts } from '../texts.ts'

/** The first page of a category's or an author's posts. */
interface ListPage {
  name: string
  path: string
}

/** A site of everybody's things. */
export interface SiteOfAll extends Site {
  categories: Map<string, ListPage>
  /** By account. */
  authors: Map<string, ListPage>
  step(name: string, totalBytes?: number): void
}

/** Undefined for a post without one. */
export const categoryOf = ({ categories }: SiteOfAll, { category_id }: { category_id: string | null }) =>
  category_id === null ? undefined : categories.get(category_id)

export const frameOfAll = (madeAt: string): Frame => ({
  home: texts.site,
  areas: [
    ['posts', 'posts/index.html', texts.posts],
    ['categorias', 'categorias/index.html', texts.categories],
    ['autores', 'autores/index.html', texts.authors],
    ['noticias', 'noticias/index.html', texts.news],
    ['archivo', 'archivo/index.html', texts.archive],
    ['chat', 'chat/index.html', texts.chat],
  ],
  style: 'estilo/estilo.css',
  icon: 'estilo/faro.svg',
  foot: texts.madeAt(madeAt),
})

/** Posts aren't held in memory: a path follows from a row. */
export async function findPosts(db: Db, dates: Dates, ids: string[]) {
  const posts = await findPublished(db, ids)
  const comments = await listExistingComments(db, ids)
  return {
    targets: new Map(posts.map((post) => [`post ${post.id}`, { title: post.title, path: postPath(dates, post) }])),
    comments: new Map(comments.map(({ id, post_id }) => [id, post_id])),
  }
}

/** Letters and digits of a title, for the address of its page. */
export const slugOf = (title: string, or: string) =>
  title
    .normalize('NFD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-|-$/g, '') || or

/** Path of a post's page: sorted by date, unique by the random end of its id. */
export function postPath(
  dates: Dates,
  { id, title, published_at }: { id: string; title: string; published_at: number },
) {
  const day = dates.isoDay(published_at)
  return `posts/${dates.year(published_at)}/${day}-${slugOf(title, texts.untitled)}-${id.slice(-12)}.html`
}

export const yearPath = (year: string) => `posts/${year}.html`
