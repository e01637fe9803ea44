import { useEffect, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import type { Snapshot } from './conversation.ts'
import { markRead, readUpTo } from './unread.ts'
import { isLooking } from './use-new-mark.ts'

/** How far one has read, once that is known; without an answer nothing is marked as new. */
function useReadUpTo() {
  const [seq, setSeq] = useState<number>()
  useEffect(() => {
    let isOver = false
    readUpTo().then(
      (read) => !isOver && setSeq(read),
      () => !isOver && setSeq(Number.POSITIVE_INFINITY),
    )
    return () => {
      isOver = true
    }
  }, [])
  return seq
}

/**
 * How far one had read when the page was opened, once the messages since then are loaded. Infinity when nothing is to
 * be marked as new: too much is, or it isn't known.
 */
export function useWhereOneWas({ status, messages, hasOlder, olderError }: Snapshot, loadOlder: () => void) {
  const read = useReadUpTo()
  const isKnown = status === 'ready' && read !== undefined
  const [first, last] = [messages[0]?.seq ?? 0, messages.at(-1)?.seq ?? 0]
  const isNear = isKnown && read > 0 && last - read <= limits.unreadCounted
  const isMissing = isNear && hasOlder && !olderError && first > read + 1
  const [wasLoaded, setLoaded] = useState(false)
  if (isKnown && !isMissing && !wasLoaded) setLoaded(true)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page of messages
  useEffect(() => {
    if (isMissing && !wasLoaded) loadOlder()
  }, [isMissing, wasLoaded, first])
  if (!wasLoaded) return undefined
  return isNear ? read : Number.POSITIVE_INFINITY
}

/** What is at the end is read while the person looks at the end. */
export function useReading(last: number | undefined, isAtEnd: boolean) {
  useEffect(() => {
    if (last === undefined || !isAtEnd) return
    const read = () => isLooking() && markRead(last)
    read()
    window.addEventListener('focus', read)
    document.addEventListener('visibilitychange', read)
    return () => {
      window.removeEventListener('focus', read)
      document.removeEventListener('visibilitychange', read)
    }
  }, [last, isAtEnd])
}
