// A part of the conversation without gaps, in whatever order messages arrive.
import { expect, test } from 'vitest'
import type { ChatMessage } from '../../../contract/chat.ts'
import { MessageLog } from '../../../web/chat/sync/message-log.ts'
import { FakeServer } from './fake-network.ts'

const server = new FakeServer()
while (server.messages.length < 5000) server.store('safo', 'mensaje')
const run = (from: number, to: number) => server.messages.slice(from - 1, to)
const message = (seq: number) => server.messages[seq - 1] as ChatMessage
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
