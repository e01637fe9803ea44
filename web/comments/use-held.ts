import { useState } from 'react'
import type { Comment } from '../../contract/comments.ts'

/** The comments with those that are being edited, also when somebody else deletes one: what is typed there stays. */
export function useHeld(items: Comment[]) {
  const [held, setHeld] = useState<Comment[]>([])
  const deleted = held.filter(({ id }) => !items.some((item) => item.id === id))
  return {
    // ids sort as they were made
    shown: deleted.length === 0 ? items : [...items, ...deleted].sort((a, b) => (a.id < b.id ? -1 : 1)),
    hold: (comment: Comment, isHeld: boolean) =>
      setHeld((held) => {
        const others = held.filter(({ id }) => id !== comment.id)
        if (isHeld) return [...others, comment]
        return others.length === held.length ? held : others
      }),
  }
}
