import { useEffect, useState } from 'react'
import { useIsActive } from '../../ui/hooks/use-is-visible.ts'
import type { Conversation, Snapshot } from '../sync/conversation.ts'
import { useDelayedFlag } from '../use-delayed-flag.ts'
import { readState } from './read-state.ts'

/** Maximum wait of the list for the read position and the messages since then. */
const timeoutMs = 3000
/** Maximum of messages loaded to reach the read position; with more missed messages the divider is above these. */
const maxLoaded = 250

/**
 * The last message read at the opening of the page, once enough later messages are loaded; undefined until the list can
 * be shown. Infinity if the position is unknown: nothing is marked as new.
 */
export function useReadPosition({ status, messages, hasOlder, olderError }: Snapshot, conversation: Conversation) {
  /** Undefined until known, Infinity if the server can't be reached. */
  const [position, setPosition] = useState<number>()
  useEffect(() => {
    readState.position().then(setPosition, () => setPosition(Number.POSITIVE_INFINITY))
  }, [])
  const isReady = status === 'ready'
  const first = messages[0]?.seq ?? 0
  const isBefore = position !== undefined && position > 0 && first > position + 1
  const isMissing = isBefore && hasOlder && !olderError && messages.length < maxLoaded
  const [found, setFound] = useState<number>()
  const isLate = useDelayedFlag(isReady && found === undefined, timeoutMs)
  if (isReady && found === undefined && (isLate || (position !== undefined && !isMissing)))
    setFound(position ?? Number.POSITIVE_INFINITY)

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per page of messages
  useEffect(() => {
    if (isReady && isMissing && found === undefined) void conversation.loadOlder()
  }, [isReady, isMissing, found, first])
  return found
}

/** Marks the messages seen at the bottom as read while the page is active, or once it becomes active. */
export function useMarkRead(seenSeq: number | undefined) {
  const isActive = useIsActive()
  useEffect(() => {
    if (seenSeq !== undefined && isActive) readState.markRead(seenSeq)
  }, [seenSeq, isActive])
}
