import type { ChatMessage } from '../../contract/chat.ts'
import { poll } from '../lib/poll.ts'
import type { Services } from '../services.ts'
import { findHead, listAfter } from './queries.ts'
import { serializeChatMessage } from './serialize.ts'

const batchSize = 200
const pollIntervalMs = 1000

/**
 * Emits each newly committed message of any process once, in the order of `seq`, by reading the database from the last
 * emitted one.
 */
export async function followMessages({ db, bus, log }: Services, emit: (message: ChatMessage) => void) {
  let head = await findHead(db)

  async function readNew() {
    for (;;) {
      const messages = (await listAfter(db, head, batchSize)).map(serializeChatMessage)
      for (const message of messages) {
        head = message.seq
        emit(message)
      }
      if (messages.length < batchSize) return
    }
  }

  return poll({
    everyMs: pollIntervalMs,
    work: readNew,
    onError: (err) => log.warn({ err }, 'new messages could not be read'),
    wakeOn: (wake) =>
      bus.subscribe(({ kind }) => {
        if (kind === 'chat' || kind === 'resync') wake()
      }),
  })
}
