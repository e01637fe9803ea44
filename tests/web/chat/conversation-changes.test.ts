// Edits and deletions of messages while a page loads others: it shows them as they are now, whatever comes first.
import { expect, test } from 'vitest'
import type { ChatChanges } from '../../../contract/chat.ts'
import { advance, openConversation, withFakeTimers } from './conversation-setup.ts'
import type { FakeServer } from './fake-network.ts'

withFakeTimers()

const edit = (server: FakeServer, seq: number, message: string): ChatChanges =>
  server.change(server.messages[seq - 1]?.id ?? '', { message, edited_at: '2026-11-25T10:00:00.000Z' })
const shown = ({ snapshot }: Awaited<ReturnType<typeof openConversation>>['conversation'], seq: number) =>
  snapshot().messages.find((one) => one.seq === seq)?.message

test('an older page that was listed before a change shows the message as it is after it', async () => {
  const { conversation, server, network } = await openConversation(120)
  void conversation.loadOlder()
  await network.take('list', 'request')
  conversation.receiveChanges(edit(server, 60, 'cambiado'))
  await network.deliverAll()
  expect(shown(conversation, 60)).toBe('cambiado')
})

test('a change that comes before its message isn’t undone by it', async () => {
  const { conversation, server, network } = await openConversation(3)
  const { message } = server.store('safo', 's4')
  conversation.receiveChanges(edit(server, 4, 'cambiado'))
  conversation.receive(message)
  await network.deliverAll()
  expect(shown(conversation, 4)).toBe('cambiado')
})

test('a change that was never told is fetched when a later one is', async () => {
  const { conversation, server, network } = await openConversation(3)
  edit(server, 1, 'uno')
  edit(server, 2, 'dos')
  conversation.receiveChanges(edit(server, 3, 'tres'))
  expect([1, 2, 3].map((seq) => shown(conversation, seq))).toEqual(['s1', 's2', 'tres'])
  await network.deliverAll()
  expect([1, 2, 3].map((seq) => shown(conversation, seq))).toEqual(['uno', 'dos', 'tres'])
})

test('a change that comes while a place of the past is loading is shown there', async () => {
  const { conversation, server, network } = await openConversation(200)
  const target = server.messages[20]?.id ?? ''
  const jump = conversation.showAround(target)
  await network.take('list', 'request')
  conversation.receiveChanges(edit(server, 22, 'cambiado'))
  await network.take('list', 'response')
  await jump
  await network.deliverAll()
  expect(shown(conversation, 22)).toBe('cambiado')
})

test('a lost answer to a request for changes is asked for again', async () => {
  const { conversation, server, network } = await openConversation(3)
  edit(server, 1, 'uno')
  conversation.receiveChanges(edit(server, 2, 'dos'))
  await network.take('changes', 'request', 'lose')
  expect(shown(conversation, 1)).toBe('s1')
  await advance(2000)
  await network.deliverAll()
  expect(shown(conversation, 1)).toBe('uno')
})

test('an older state of a shown message changes nothing', async () => {
  const { conversation, server } = await openConversation(2)
  const first = edit(server, 1, 'uno')
  const second = edit(server, 1, 'dos')
  for (const changes of [first, second, first]) conversation.receiveChanges(changes)
  expect(shown(conversation, 1)).toBe('dos')
})
