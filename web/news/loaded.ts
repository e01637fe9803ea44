import type { InfiniteData } from '@tanstack/react-query'
import type { NewsItem } from '../../contract/news.ts'
import type { Page } from '../api/call.ts'

/** The news as far as they were asked for, page by page, newest first. */
export type Loaded = InfiniteData<Page<NewsItem>>

export const itemsOf = (loaded: Loaded) => {
  // what was shared while pages were fetched moves the others along: one may come twice
  const items = new Map(loaded.pages.flatMap((page) => page.items.map((item) => [item.id, item] as const)))
  return [...items.values()]
}

const each = (loaded: Loaded, change: (items: NewsItem[], index: number) => NewsItem[]): Loaded => ({
  ...loaded,
  pages: loaded.pages.map((page, index) => ({ ...page, items: change(page.items, index) })),
})

export const withNew = (loaded: Loaded, item: NewsItem) =>
  itemsOf(loaded).some(({ id }) => id === item.id)
    ? loaded
    : each(loaded, (items, index) => (index === 0 ? [item, ...items] : items))

export const withChanged = (loaded: Loaded, item: NewsItem) =>
  each(loaded, (items) => items.map((other) => (other.id === item.id ? item : other)))

export const without = (loaded: Loaded, id: string) => each(loaded, (items) => items.filter((item) => item.id !== id))
