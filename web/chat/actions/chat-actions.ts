import { createContext, use } from 'react'
import type { ChatMessage } from '../../../contract/chat.ts'
import type { Answered } from '../sync/message-queue.ts'

/** Actions of a person on the messages; the same functions as long as the page is open. */
export interface ChatActions {
  loadOlder: () => void
  loadNewer: () => void
  jumpToLatest: () => void
  setAtBottom: (isAtBottom: boolean) => void
  answer: (answered: Answered) => void
  edit: (message: ChatMessage) => void
  remove: (message: ChatMessage) => void
  /** For unsent messages. */
  retry: (id: string) => void
  discard: (id: string) => void
  /** For refused edits and deletions, by the message's id. */
  retryChange: (id: string) => void
  discardChange: (id: string) => void
  /** The field in which one answers and edits. */
  field: () => HTMLElement | null
}

export const ChatActionsContext = createContext<ChatActions | undefined>(undefined)

export function useChatActions(): ChatActions {
  const actions = use(ChatActionsContext)
  if (!actions) throw new Error('outside of the chat page')
  return actions
}
