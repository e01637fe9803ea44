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
