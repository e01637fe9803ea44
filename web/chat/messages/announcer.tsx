import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ChatMessage } from '../../../contract/chat.ts'
import { texts } from '../texts.ts'
import { toSpokenText } from './spoken-text.ts'

/** Messages within this time are announced together. */
const batchWindowMs = 700
/** More messages in one batch are announced as a count. */
const maxReadAloud = 2
/** Lines kept for a screen reader to go back to. */
const maxLines = 5

interface Props {
  messages: readonly ChatMessage[]
  /** Count of messages missing below; backfilled ones are not announced. */
  missing: number
  me: string | undefined
}

export function Announcer({ messages, missing, me }: Props) {
  const [lines, setLines] = useState<{ key: number; line: string }[]>([])
  const lastSeq = useRef((messages.at(-1)?.seq ?? 0) + missing)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const announce = useEffectEvent(() => {
    timer.current = undefined
    const arrivals = messages.filter(
      ({ seq, author_id, deleted_at }) => seq > lastSeq.current && author_id !== me && deleted_at === null,
    )
    lastSeq.current = Math.max(lastSeq.current, messages.at(-1)?.seq ?? 0)
    const added =
      arrivals.length > maxReadAloud
        ? [texts.arrived(arrivals.length)]
        : arrivals.map(({ username, message }) => texts.spokenMessage(username, toSpokenText(message)))
    if (added.length > 0)
      setLines((lines) =>
        [...lines, ...added.map((line, index) => ({ key: lastSeq.current + index / 10, line }))].slice(-maxLines),
      )
  })
  useEffect(() => {
    const last = messages.at(-1)?.seq ?? 0
    if (missing > 0) lastSeq.current = Math.max(lastSeq.current, last + missing)
    else if (last > lastSeq.current) timer.current ??= setTimeout(() => announce(), batchWindowMs)
  }, [messages, missing])
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )

  return (
    <span className="visually-hidden">
      <span role="log" aria-label={texts.newMessages}>
        {lines.map(({ key, line }) => (
          <span key={key}>{line} </span>
        ))}
      </span>
    </span>
  )
}
