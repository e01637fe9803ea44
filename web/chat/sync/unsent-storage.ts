import type { ChatQuote } from '../../../contract/chat.ts'
import type { Refusal } from '../../api/unsent/retry.ts'

/** A message that is being answered. */
export interface Answered {
  id: string
  quote: Omit<ChatQuote, 'change'>
}

export interface UnsentMessage {
  client_id: string
  message: string
  answered?: Answered | undefined
  at: number
  refusal?: Refusal | undefined
}

export interface UnsentStorage {
  all(): UnsentMessage[]
  put(unsent: UnsentMessage): void
  /** Sets or clears the refusal; ignored if another page has removed the message. */
  setRefusal(client_id: string, refusal: Refusal | undefined): void
  remove(client_id: string): void
  /** Subscribes to messages that another page of this browser removes. */
  onRemoved?(listener: (client_id: string) => void): () => void
}

export const memoryStorage = (): UnsentStorage => {
  const messages = new Map<string, UnsentMessage>()
  return {
    all: () => [...messages.values()],
    put: (unsent) => void messages.set(unsent.client_id, unsent),
    setRefusal(client_id, refusal) {
      const unsent = messages.get(client_id)
      if (unsent) messages.set(client_id, { ...unsent, refusal })
    },
    remove: (client_id) => void messages.delete(client_id),
  }
}
