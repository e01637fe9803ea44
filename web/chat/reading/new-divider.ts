import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ChatMessage } from '../../../contract/chat.ts'
import { useLive } from '../../api/live.ts'
import { useIsActive } from '../../ui/hooks/use-is-visible.ts'
import type { Snapshot } from '../sync/conversation.ts'
import { texts } from '../texts.ts'

/** Time after a return in which missed messages arrive. */
const catchUpMs = 5000
const pollIntervalMs = 5000
/** A poll later than this means that the computer has slept. */
const sleepThresholdMs = 20_000

/**
 * The newest `seq` at the start of an absence, until the return and the arrival of the missed messages; undefined while
 * the person is present. An absence begins when the page loses the focus or the connection, or the computer sleeps.
 */
function useAbsence(newest: number) {
  const live = useLive()
  const isActive = useIsActive()
  const wasConnected = useRef(false)
  const wasAway = useRef<boolean>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [leftAt, setLeftAt] = useState<number>()

  const leave = useEffectEvent(() => {
    clearTimeout(timer.current)
    setLeftAt(newest)
  })
  const comeBack = useEffectEvent(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setLeftAt(undefined), catchUpMs)
  })
  const update = useEffectEvent(() => {
    wasConnected.current ||= live === 'connected'
    const isAway = (wasConnected.current && live !== 'connected') || !isActive
    // a page opened in the background has its divider already
    if (isAway && wasAway.current === false) leave()
    if (!isAway && wasAway.current) comeBack()
    wasAway.current = isAway
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: both are read by `update`
  useEffect(() => update(), [live, isActive])
  useEffect(() => {
    let lastPoll = Date.now()
    const clock = setInterval(() => {
      const hasSlept = Date.now() - lastPoll > sleepThresholdMs
      lastPoll = Date.now()
      if (!hasSlept || wasAway.current) return
      leave()
      comeBack()
    }, pollIntervalMs)
    return () => {
      clearInterval(clock)
      clearTimeout(timer.current)
    }
  }, [])
  return leftAt
}

export interface NewDivider {
  seq: number
  text: string
}

/**
 * Divider above the first message of others after `readSeq`; its text has a count if earlier new messages aren't
 * loaded.
 */
function dividerAfter(
  messages: readonly ChatMessage[],
  readSeq: number,
  me: string | undefined,
  hasOlder = false,
): NewDivider | undefined {
  const unread = messages.filter((message) => message.seq > readSeq && message.author_id !== me)
  const [first] = unread
  if (!first) return undefined
  const isMore = hasOlder && (messages[0]?.seq ?? 0) > readSeq + 1
  return { seq: first.seq, text: isMore ? texts.moreThan(unread.length) : texts.newMessages }
}

/**
 * Divider above the first message after `readSeq`, at the opening of the page or after an absence. Present at the first
 * render, so that the list doesn't scroll past it.
 */
export function useNewDivider({ messages, hasOlder, missing }: Snapshot, readSeq: number, me: string | undefined) {
  const last = messages.at(-1)?.seq ?? 0
  const [opened] = useState(last + missing)
  // a page opened in the past has its divider when it reaches the present
  const isComplete = last >= opened
  const [isPlaced, setPlaced] = useState(false)
  const [divider, setDivider] = useState<NewDivider>()
  if (isComplete && !isPlaced) {
    setPlaced(true)
    // on a first visit nothing is marked as new
    if (readSeq > 0) setDivider(dividerAfter(messages, readSeq, me, hasOlder))
  }
  const absentSince = useAbsence(last + missing)
  const next = absentSince === undefined || absentSince === 0 ? undefined : dividerAfter(messages, absentSince, me)
  if (next && next.seq !== divider?.seq) setDivider(next)
  return divider
}
