import { useEffect, useRef, useState } from 'react'
import type { ChatMessage } from '../../contract/chat.ts'

export const isLooking = () => document.visibilityState === 'visible' && document.hasFocus()

/** The first message of somebody else after one. */
const firstAfter = (messages: readonly ChatMessage[], seq: number, me: string | undefined) =>
  messages.find((message) => message.seq > seq && message.author_id !== me)?.seq

/**
 * The message above which 'Nuevos mensajes' stands: the first one that came after one left off, that is, after what
 * was read when the page was opened (`read`), or after the window lost the focus.
 */
export function useNewMark(messages: readonly ChatMessage[], read: number, me: string | undefined) {
  // who was never here doesn't find everything marked
  const [mark, setMark] = useState(() => (read > 0 ? firstAfter(messages, read, me) : undefined))
  const left = useRef(0)
  const latest = useRef(messages)

  useEffect(() => {
    latest.current = messages
    if (isLooking()) return
    const first = firstAfter(messages, left.current, me)
    if (first && left.current > 0) setMark(first)
  }, [messages, me])

  useEffect(() => {
    const onLeave = () => {
      left.current = latest.current.at(-1)?.seq ?? 0
    }
    window.addEventListener('blur', onLeave)
    return () => window.removeEventListener('blur', onLeave)
  }, [])
  return mark
}
