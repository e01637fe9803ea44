import type { ChatChanges, ChatMessage } from '../../contract/chat.ts'
import { poll } from '../lib/poll.ts'
import type { Services } from '../services.ts'
import { findChangesHead, findHead, listAfter } from './queries.ts'
import { readChanges } from './rules.ts'
import { serializeChatMessages } from './serialize.ts'

const batchSize = 200
const pollIntervalMs = 1000

interface Listeners {
  onMessage(message: ChatMessage): void
  onChanges(changes: ChatChanges): void
}

/**
 * Tells each newly committed message of any process once, in the order of `seq`, and each change of one, by reading the
 * database from the last ones told.
 */
export async function followMessages({ db, bus, log }: Services, { onMessage, onChanges }: Listeners) {
  let head = await findHead(db)
  let changesHead = await findChangesHead(db)

  async function readNew() {
    for (;;) {
      const messages = await serializeChatMessages(db, await listAfter(db, head, batchSize))
      for (const message of messages) {
        head = message.seq
        onMessage(message)
      }
      if (messages.length < batchSize) break
    }
    for (;;) {
      const changes = await readChanges(db, changesHead)
      if (changes.to === changesHead) return
      changesHead = changes.to
      onChanges(changes)
    }
  }

  return poll({
    everyMs: pollIntervalMs,
    work: readNew,
    onError: (err) => log.warn({ err }, 'new messages could not be read'),
    wakeOn: (wake) =>
      bus.subscribe(({ kind }) => {
        if (kind === 'chat' || kind === 'chat_changes' || kind === 'resync') wake()
      }),
  })
}
