import { createContext, type RefObject, use } from 'react'
import type { ChatMessage } from '../../contract/chat.ts'
import type { Conversation } from './sync/conversation.ts'
import type { Answered, MessageChangeQueue, MessageQueue } from './sync/queues.ts'

export interface ComposerHandle {
  /** Puts the text of a discarded message back, above the current text. */
  restore: (text: string) => void
  focus: () => void
  field: () => HTMLElement | null
  answer: (answered: Answered) => void
  edit: (message: ChatMessage) => void
}

/** The same objects as long as the page is open. */
export interface Chat {
  conversation: Conversation
  queue: MessageQueue
  changeQueue: MessageChangeQueue
  /** The field in which one writes, answers and edits. */
  composer: RefObject<ComposerHandle | null>
}

export const ChatContext = createContext<Chat | undefined>(undefined)

export function useChat(): Chat {
  const chat = use(ChatContext)
  if (!chat) throw new Error('outside of the chat page')
  return chat
}
