import { useEffect, useState } from 'react'
import type { Snapshot } from './conversation.ts'
import { markRead, readUpTo } from './unread.ts'
import { isLooking } from './use-away.ts'
import { useLate } from './use-late.ts'

/** Milliseconds that the messages wait for being told which of them are new, and for all of those. */
const patience = 3000
/** Messages that are loaded to get to where one left off; who has missed more finds a mark above these. */
const mostLoaded = 250

/** How far one has read, once that is known. */
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
 * How far one had read when the page was opened, once the messages since then are loaded, as far as they are;
 * undefined until they can be shown. Infinity when it isn't known: then nothing is marked as new.
 */
export function useWhereOneWas({ status, messages, hasOlder, olderError }: Snapshot, loadOlder: () => void) {
  const read = useReadUpTo()
  const isReady = status === 'ready'
  const first = messages[0]?.seq ?? 0
  const isBefore = read !== undefined && read > 0 && first > read + 1
  const isMissing = isBefore && hasOlder && !olderError && messages.length < mostLoaded
  const [found, setFound] = useState<number>()
  const isLate = useLate(isReady && found === undefined, patience)
  if (isReady && found === undefined && (isLate || (read !== undefined && !isMissing)))
    setFound(read ?? Number.POSITIVE_INFINITY)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page of messages
  useEffect(() => {
    if (isReady && isMissing && found === undefined) loadOlder()
  }, [isReady, isMissing, found, first])
  return found
}

/** What was seen at the end is read while the person looks, or once they do. */
export function useReading(seen: number | undefined) {
  useEffect(() => {
    if (seen === undefined) return
    const read = () => isLooking() && markRead(seen)
    read()
    window.addEventListener('focus', read)
    document.addEventListener('visibilitychange', read)
    return () => {
      window.removeEventListener('focus', read)
      document.removeEventListener('visibilitychange', read)
    }
  }, [seen])
}
