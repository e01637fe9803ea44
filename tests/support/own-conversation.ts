import { memoryStorage } from '../../tools/memory-storage.ts'
import { Conversation } from '../../web/chat/sync/conversation.ts'
import type { ChatTransport } from '../../web/chat/sync/history-sync.ts'
import { createMessageQueue, type MessageQueue, type UnsentMessage } from '../../web/chat/sync/queues.ts'

interface Options {
  me: string
  random: () => number
  storage?: ReturnType<typeof memoryStorage<UnsentMessage>>
  onReset?: () => void
}

/** A conversation with a queue of its own, which starts, retries and stops with it. */
export class OwnConversation extends Conversation {
  readonly queue: MessageQueue

  constructor(transport: ChatTransport, { me, random, storage = memoryStorage(), onReset }: Options) {
    const queue = createMessageQueue(transport, { storage, toError: (refusal) => refusal, random })
    super(transport, { me, queue, random, onReset })
    this.queue = queue
  }

  override start() {
    this.queue.start()
    super.start()
  }

  override stop() {
    super.stop()
    this.queue.stop()
  }

  override resync() {
    super.resync()
    this.queue.retryNow()
  }

  retry(id: string) {
    this.queue.retry(id)
  }

  discard(id: string) {
    return this.queue.discard(id)
  }
}
