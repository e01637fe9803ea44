import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ChatMessage } from '../../contract/chat.ts'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { texts } from './texts.ts'
import { spoken } from './words.ts'

/** Milliseconds in which messages are said together. */
const gather = 700
/** Messages at once that are read aloud; more are counted. */
const readAloud = 2
/** Lines that stay for the reader to go back to. */
const kept = 5

interface Props {
  messages: readonly ChatMessage[]
  /** How many are missing below: those that come then were asked for, and are no news. */
  missing: number
  me: string | undefined
}

/** Reads aloud what others say while the page is open. */
export function Announcer({ messages, missing, me }: Props) {
  const [said, setSaid] = useState<{ key: number; line: string }[]>([])
  const heard = useRef(messages.at(-1)?.seq ?? 0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const say = useEffectEvent(() => {
    timer.current = undefined
    const news = messages.filter(({ seq, author_id }) => seq > heard.current && author_id !== me)
    heard.current = messages.at(-1)?.seq ?? 0
    const lines =
      news.length > readAloud
        ? [texts.arrived(news.length)]
        : news.map(({ username, message }) => texts.said(username, spoken(message)))
    if (lines.length > 0)
      setSaid((said) =>
        [...said, ...lines.map((line, index) => ({ key: heard.current + index / 10, line }))].slice(-kept),
      )
  })
  useEffect(() => {
    const last = messages.at(-1)?.seq ?? 0
    if (missing > 0) heard.current = Math.max(heard.current, last)
    else if (last > heard.current) timer.current ??= setTimeout(() => say(), gather)
  }, [messages, missing])
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )

  return (
    <VisuallyHidden>
      <span role="log" aria-label={texts.newMessages}>
        {said.map(({ key, line }) => (
          <span key={key}>{line} </span>
        ))}
      </span>
    </VisuallyHidden>
  )
}
