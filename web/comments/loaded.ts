import type { InfiniteData } from '@tanstack/react-query'
import type { Comment } from '../../contract/comments.ts'
import type { Page } from '../api/call.ts'

/** The comments of a post as far as they were asked for, page by page. */
export type Loaded = InfiniteData<Page<Comment>>

export const itemsOf = (loaded: Loaded) => loaded.pages.flatMap((page) => page.items)

/** How many there are, as the page that was fetched last says. */
export const totalOf = (loaded: Loaded) => loaded.pages.at(-1)?.total ?? 0

const isWhole = (loaded: Loaded) => !loaded.pages.at(-1)?.next

function each(loaded: Loaded, more: number, change: (items: Comment[], isLast: boolean) => Comment[]): Loaded {
  const last = loaded.pages.length - 1
  const pages = loaded.pages.map((page, index) => ({
    ...page,
    total: page.total + more,
    items: change(page.items, index === last),
  }))
  return { ...loaded, pages }
}

/** With a new one at the end; as long as the end isn't loaded, as it was. */
export function withNew(loaded: Loaded, comment: Comment) {
  if (!isWhole(loaded) || itemsOf(loaded).some(({ id }) => id === comment.id)) return loaded
  return each(loaded, 1, (items, isLast) => (isLast ? [...items, comment] : items))
}

export const withChanged = (loaded: Loaded, comment: Comment) =>
  each(loaded, 0, (items) => items.map((item) => (item.id === comment.id ? comment : item)))

export const without = (loaded: Loaded, id: string) =>
  each(loaded, -1, (items) => items.filter((item) => item.id !== id))

/** How many came from others between two looks. As long as the end isn't loaded, the count has to say it. */
export function newOf(before: Loaded, now: Loaded, me: string | undefined) {
  if (!isWhole(before) || !isWhole(now)) return Math.max(0, totalOf(now) - totalOf(before))
  const known = new Set(itemsOf(before).map(({ id }) => id))
  return itemsOf(now).filter(({ id, author_id }) => !known.has(id) && author_id !== me).length
}
