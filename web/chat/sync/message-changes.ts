import type { ChatMessage } from '../../../contract/chat.ts'
import { ChangeQueue, type ChangeQueueOptions, type Waiting } from '../../api/unsent/change-queue.ts'

/** An edit or a deletion of a stored message, by its author; a deletion also by an administrator. */
export interface MessageChange {
  /** The message's id. */
  id: string
  /** The new text; null deletes the message. */
  message: string | null
  /** The moment of the version that was edited; without it any version is replaced. */
  version?: string | undefined
}

export type WaitingMessageChange = Waiting<MessageChange>

/** The answer to an edit is the message; to a deletion there is none. */
export const createMessageChangeQueue = (options: ChangeQueueOptions<MessageChange, ChatMessage>) =>
  new ChangeQueue<MessageChange, ChatMessage>({
    ...options,
    // the person hasn't seen another version since the earlier change
    replace: (later, { version }) => ({ ...later, version }),
    follow: (later, stored) => ({ ...later, version: stored?.edited_at ?? undefined }),
    // whatever the message's version is now
    again: ({ id, message }) => ({ id, message }),
  })
