import { useState } from 'react'
import type { NewsItem } from '../../contract/news.ts'
import { isStatus } from '../api/call.ts'
import { useItems } from './api.ts'

export type Shown = NewsItem & { isGone: boolean }

interface Held {
  item: NewsItem
  isEdited: boolean
}

/**
 * The links with those that were edited, also when they are in the list no more: what is typed there stays. Others may
 * have moved one on to a page that isn't loaded; deleted is what the server doesn't know.
 */
export function useHeld(items: NewsItem[]) {
  const [held, setHeld] = useState<Held[]>([])
  const known = new Set(items.map(({ id }) => id))
  const missing = held.filter(({ item }) => !known.has(item.id))
  const asked = useItems(missing.map(({ item }) => item.id))
  const kept = missing.flatMap(({ item, isEdited }, index) => {
    const isGone = isStatus(asked[index]?.error, 404)
    return isGone && !isEdited ? [] : [{ ...(asked[index]?.data ?? item), isGone }]
  })
  const shown: Shown[] = [...items.map((item) => ({ ...item, isGone: false })), ...kept]
  return {
    // ids sort as they were made
    shown: kept.length === 0 ? shown : shown.toSorted((a, b) => (a.id < b.id ? 1 : -1)),
    hold: (item: NewsItem, isEdited: boolean) =>
      setHeld((held) => {
        const isHeld = held.some((other) => other.item.id === item.id)
        if (!isHeld && !isEdited) return held
        const others = held.filter((other) => other.item.id !== item.id)
        return isEdited || !known.has(item.id) ? [...others, { item, isEdited }] : others
      }),
  }
}
