import { useMemo, useRef } from 'react'
import type { ChatMessage } from '../../contract/chat.ts'
import { blocksOf } from './groups.ts'

/** The messages in blocks, each with the messages before and after it. */
export function useBlocks(messages: readonly ChatMessage[]) {
  const known = useRef<ReadonlyMap<number, readonly ChatMessage[]>>(new Map())
  return useMemo(() => {
    const blocks = blocksOf(messages, known.current)
    known.current = blocks
    const each = [...blocks]
    return each.map(([number, block], index) => ({
      number,
      block,
      before: each[index - 1]?.[1].at(-1),
      after: each[index + 1]?.[1][0],
    }))
  }, [messages])
}
