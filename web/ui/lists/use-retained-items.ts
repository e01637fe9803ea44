import { useState } from 'react'

interface Item {
  id: string
}

interface Retained<T> {
  item: T
  isEdited: boolean
}

/** Items that disappeared from the list while being edited; retained, so that no typed text is lost. */
export function useRetainedItems<T extends Item>(items: T[]) {
  const [retained, setRetained] = useState<Retained<T>[]>([])
  const listed = new Set(items.map(({ id }) => id))
  return {
    /** Includes items after their edit: a saved item may belong to a page that isn't loaded. */
    missing: retained.filter(({ item }) => !listed.has(item.id)),
    retain: (item: T, isEdited: boolean) =>
      setRetained((retained) => {
        const isRetained = retained.some((other) => other.item.id === item.id)
        if (!isRetained && !isEdited) return retained
        const others = retained.filter((other) => other.item.id !== item.id)
        return isEdited || !listed.has(item.id) ? [...others, { item, isEdited }] : others
      }),
  }
}

/** The items with the retained ones at their positions: ids increase over time. */
export function withRetained<T extends Item>(items: T[], retained: T[], order: 'newest first' | 'oldest first') {
  if (retained.length === 0) return items
  return [...items, ...retained].toSorted((a, b) => (a.id < b.id === (order === 'oldest first') ? -1 : 1))
}
