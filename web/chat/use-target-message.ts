import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { parameters } from '../../contract/content/places.ts'
import { isStatus } from '../api/call.ts'
import { useOpenedSubject } from '../notices/api.ts'
import { useSearchParamState } from '../ui/hooks/use-search-param-state.ts'
import type { Conversation } from './sync/conversation.ts'

interface Outcome {
  key: string
  result: 'shown' | 'unknown' | 'failed'
}

/** The message of the address (`?mensaje=…`), found once the conversation is ready; followed again at each navigation. */
export function useTargetMessage(isReady: boolean, conversation: Conversation) {
  const location = useLocation()
  const { search, change } = useSearchParamState()
  const id = search.get(parameters.message) ?? undefined
  const key = `${location.key} ${id}`
  const [attempt, setAttempt] = useState(0)
  const [outcome, setOutcome] = useState<Outcome>()

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt, and another navigation to the same message
  useEffect(() => {
    if (id === undefined || !isReady) return
    let isOver = false
    const end = (result: Outcome['result']) => !isOver && setOutcome({ key, result })
    conversation.showAround(id).then(
      (seq) => end(seq === undefined ? 'unknown' : 'shown'),
      (error: unknown) => end(isStatus(error, 422) ? 'unknown' : 'failed'),
    )
    return () => {
      isOver = true
    }
  }, [id, key, isReady, attempt, conversation])

  const result = id !== undefined && outcome?.key === key ? outcome.result : undefined
  useOpenedSubject(result === 'shown' ? id : undefined)
  return {
    target: id === undefined ? undefined : { id, key },
    /** True until the first message that was ever looked for here is found, or isn't. */
    isSeekingFirst: id !== undefined && outcome === undefined,
    result,
    /** Takes the message out of the address. */
    leave: () => {
      if (id !== undefined) change({ [parameters.message]: undefined })
    },
    retry: () => setAttempt(attempt + 1),
  }
}
