import { useEffect, useRef, useState } from 'react'
import type { Comment } from '../../contract/comments.ts'
import { isComplete, itemsOf, type PagedData, totalOf } from '../api/paged.ts'
import { useMember } from '../api/session.ts'
import { useRefreshCommentCounts } from './api.ts'

type Comments = PagedData<Comment>

/** Count of others' comments between two reads; while pages are missing at the end, only the total is known. */
function countNew(before: Comments, now: Comments, me: string | undefined) {
  if (!isComplete(before) || !isComplete(now)) return Math.max(0, totalOf(now) - totalOf(before))
  const known = new Set(itemsOf(before).map(({ id }) => id))
  return itemsOf(now).filter(({ id, author_id }) => !known.has(id) && author_id !== me).length
}

/** Count of others' comments since the page was opened; with `isOwn` the current change is the person's own. */
export function useNewCommentCount(comments: Comments | undefined, isOwn: boolean) {
  const me = useMember()?.id
  const before = useRef(comments)
  const [count, setCount] = useState(0)
  const refreshCounts = useRefreshCommentCounts()

  useEffect(() => {
    const last = before.current
    before.current = comments
    if (!last || !comments || last === comments) return
    if (totalOf(last) !== totalOf(comments)) refreshCounts()
    if (!isOwn) setCount((count) => count + countNew(last, comments, me))
  }, [comments, isOwn, me, refreshCounts])
  return count
}
