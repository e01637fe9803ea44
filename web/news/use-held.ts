import { useState } from 'react'
import type { NewsItem } from '../../contract/news.ts'

export type Shown = NewsItem & { isGone: boolean }

/** The links with those that are being edited, also when somebody else deletes one: what is typed there stays. */
export function useHeld(items: NewsItem[]) {
  const [held, setHeld] = useState<NewsItem[]>([])
  const known = new Set(items.map(({ id }) => id))
  const gone = held.filter(({ id }) => !known.has(id)).map((item) => ({ ...item, isGone: true }))
  const shown: Shown[] = [...items.map((item) => ({ ...item, isGone: false })), ...gone]
  return {
    // ids sort as they were made
    shown: gone.length === 0 ? shown : shown.toSorted((a, b) => (a.id < b.id ? 1 : -1)),
    hold: (item: NewsItem, isHeld: boolean) =>
      setHeld((held) => {
        const others = held.filter(({ id }) => id !== item.id)
        if (isHeld) return [...others, item]
        return others.length === held.length ? held : others
      }),
  }
}
