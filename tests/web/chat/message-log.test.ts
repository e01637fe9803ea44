// A part of the conversation without gaps, in whatever order messages arrive.
import { expect, test } from 'vitest'
import type { ChatMessage } from '../../../contract/chat.ts'
import { MessageLog } from '../../../web/chat/sync/message-log.ts'

const message = (seq: number, id = `id-${seq}`): ChatMessage => ({
  id,
  seq,
  author_id: 'safo',
  username: 'Safo',
  message: `mensaje ${seq}`,
  message_type: 'text',
  created_at: '2026-11-21T10:00:00.000Z',
  client_id: null,
  reply_to: null,
  quote: null,
  edited_at: null,
  deleted_at: null,
  change: 0,
  reactions: [],
})
const run = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, place) => message(from + place))
const seqs = (log: MessageLog) => log.messages.map(({ seq }) => seq)

function logFrom(from: number, to: number) {
  const log = new MessageLog()
  log.reset(run(from, to), from > 1)
  return log
}

test('a message whose predecessors are missing waits for them', () => {
  const log = logFrom(1, 5)
  expect([log.receive(message(8)), log.receive(message(7))]).toEqual(['ahead', 'ahead'])
  expect([seqs(log), log.hasBuffered]).toEqual([[1, 2, 3, 4, 5], true])
  log.receive(message(6))
  expect([seqs(log), log.hasBuffered]).toEqual([[1, 2, 3, 4, 5, 6, 7, 8], false])
})

test('a page that overlaps with the loaded messages adds only the others', () => {
  const log = logFrom(4, 6)
  log.append(run(5, 9))
  log.prepend(run(1, 5), false)
  expect([seqs(log), log.hasOlder]).toEqual([[1, 2, 3, 4, 5, 6, 7, 8, 9], false])
})

test('a flood of messages after a gap doesn’t fill the memory', () => {
  const log = logFrom(1, 1)
  for (const one of run(3, 5000)) log.receive(one)
  log.append(run(2, 2))
  expect(log.last).toBeLessThan(1000)
  log.append(run(log.last + 1, 5000))
  expect([log.last, log.messages.length, log.hasBuffered]).toEqual([5000, 5000, false])
})
