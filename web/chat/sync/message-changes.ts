import type { ChatMessage } from '../../../contract/chat.ts'
import { isStale } from '../../api/unsent/retry.ts'
import { UnsentQueue, type UnsentQueueOptions, type Waiting } from '../../api/unsent/unsent-queue.ts'

/** An edit or a deletion of a stored message, by its author; a deletion also by an administrator. */
export interface MessageChange {
  /** The message's id. */
  id: string
  /** The new text; null deletes the message. */
  message: string | null
  /** The moment of the version that was edited; without it any version is replaced. */
  version?: string | undefined
  /** Texts that this one took the place of: each may have been stored although its answer was lost. */
  replaced?: string[] | undefined
}

export type WaitingMessageChange = Waiting<MessageChange>

interface MessageChangeOptions
  extends Pick<UnsentQueueOptions<MessageChange, ChatMessage>, 'storage' | 'toError' | 'random'> {
  send: (change: MessageChange) => Promise<ChatMessage | undefined>
  /** The message as it is stored now. */
  read: (id: string) => Promise<ChatMessage | undefined>
}

/** Replaced texts that are kept for a person who edits again and again without a network. */
const maxReplaced = 5

/** The answer to an edit is the message; to a deletion there is none. */
export function createMessageChangeQueue({ send, read, ...options }: MessageChangeOptions) {
  /** Refused because of the person's own earlier edit, it is sent once more with the version that it made. */
  async function sendAfterOwn(change: MessageChange) {
    try {
      return await send(change)
    } catch (error) {
      const stored = isStale(error) && change.replaced ? await read(change.id) : undefined
      if (!stored?.edited_at || !change.replaced?.includes(stored.message)) throw error
      return await send({ ...change, version: stored.edited_at })
    }
  }
  return new UnsentQueue<MessageChange, ChatMessage>({
    ...options,
    send: (change) => [sendAfterOwn(change)],
    // the person hasn't seen another version since the earlier change
    replace: (later, { version, message, replaced = [] }) => ({
      ...later,
      version,
      replaced: message === null ? replaced : [...replaced, message].slice(-maxReplaced),
    }),
    rebase: (later, stored) => ({ ...later, version: stored?.edited_at ?? undefined, replaced: undefined }),
    // whatever the message's version is now
    forRetry: ({ id, message }) => ({ id, message }),
  })
}
