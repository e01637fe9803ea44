import { useMemo, useRef } from 'react'
import type { ChatMessage } from '../../../contract/chat.ts'
import { blocksOf } from './message-groups.ts'

export function useBlocks(messages: readonly ChatMessage[]) {
  const known = useRef<ReadonlyMap<number, readonly ChatMessage[]>>(new Map())
  return useMemo(() => {
    const blocks = blocksOf(messages, known.current)
    known.current = blocks
    const all = [...blocks]
    return all.map(([number, block], index) => ({
      number,
      block,
      before: all[index - 1]?.[1].at(-1),
      after: all[index + 1]?.[1][0],
    }))
  }, [messages])
}
