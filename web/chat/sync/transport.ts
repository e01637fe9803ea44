// Port of the chat engine to the server, so that the engine also runs without a browser.
import type { ChatChanges, ChatMessage } from '../../../contract/chat.ts'
import type { OutgoingMessage } from '../../api/live-socket.ts'

export interface MessagePage {
  messages: ChatMessage[]
  /** `seq` of the newest message, as `seq` has no gaps. */
  total: number
  hasMore: boolean
  /** The last change that the messages show for sure. */
  changes: number
  /** From the device, without a network: it may be older than what is shown. */
  isStored?: boolean
}

export interface ChatTransport {
  list(query: { limit?: number; before?: string; after?: number; around?: string }): Promise<MessagePage>
  /** The messages that changed after a change, or the first of them. */
  changes(after: number): Promise<ChatChanges>
  post(outgoing: OutgoingMessage): Promise<ChatMessage>
  emit(outgoing: OutgoingMessage): Promise<ChatMessage>
  isConnected(): boolean
}

/** A lost network doesn't always fail the request. */
export const listTimeoutMs = 20_000
