// Hipatia's conversation with a fake server, over a fake network.
import { afterEach, beforeEach, vi } from 'vitest'
import type { ChatMessage } from '../../../contract/chat.ts'
import { memoryStorage } from '../../../tools/memory-storage.ts'
import { randomNumbers } from '../../../tools/random.ts'
import type { UnsentMessage } from '../../../web/chat/sync/queues.ts'
import { OwnConversation } from '../../support/own-conversation.ts'
import { FakeNetwork, FakeServer } from './fake-network.ts'

/** Stops the clock for each test of the file. */
export function withFakeTimers() {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
}

/** A server with this number of messages of Safo, and a conversation of Hipatia that isn't started yet. */
export function createCommunity(messageCount = 0) {
  const server = new FakeServer()
  for (let count = 1; count <= messageCount; count++) server.store('safo', `s${count}`)
  const network = new FakeNetwork()
  const storage = memoryStorage<UnsentMessage>()
  const stored: ChatMessage[] = []
  const transport = network.transportOf('hipatia', server, (message) => void stored.push(message))
  const createConversation = () => new OwnConversation(transport, { me: 'hipatia', storage, random: randomNumbers(1) })
  return { server, network, storage, stored, transport, createConversation }
}

/** The same with a started conversation whose first page is loaded. */
export async function openConversation(messageCount = 0) {
  const community = createCommunity(messageCount)
  const conversation = community.createConversation()
  conversation.start()
  await community.network.deliverAll()
  const texts = () => conversation.snapshot().messages.map(({ message }) => message)
  const pending = () => conversation.snapshot().pending.map(({ message, state }) => `${message} ${state}`)
  return { ...community, conversation, texts, pending }
}

export const advance = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
