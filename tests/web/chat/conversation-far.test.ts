// Hipatia is reading old messages and learns that a great many newer messages are not loaded.
import { expect, test, vi } from 'vitest'
import { randomNumbers } from '../../../tools/random.ts'
import { Conversation } from '../../../web/chat/sync/conversation.ts'
import { withFakeTimers } from './conversation-setup.ts'
import { FakeNetwork, FakeServer } from './fake-network.ts'

withFakeTimers()

/** Hipatia has loaded ten messages; now there are two thousand. */
async function farBehind() {
  const server = new FakeServer()
  const storeUpTo = (to: number) => {
    while (server.messages.length < to) server.store('safo', `s${server.messages.length + 1}`)
  }
  storeUpTo(10)
  const network = new FakeNetwork()
  const transport = network.transportOf('hipatia', server, (message) => conversation.receive(message))
  const conversation: Conversation = new Conversation(transport, { me: 'hipatia', random: randomNumbers(1) })
  conversation.start()
  conversation.setAtBottom(false)
  await network.deliverAll()
  storeUpTo(2000)
  conversation.resync()
  await network.deliverAll()
  const texts = () => conversation.snapshot().messages.map(({ message }) => message)
  const seen = () => [texts()[0], texts().at(-1), conversation.snapshot().missing]
  const receiveNext = () => conversation.receive(server.store('safo', `s${server.messages.length + 1}`).message)
  return { server, network, conversation, texts, seen, receiveNext }
}

test('messages that arrive in the meantime are counted, and nothing is requested', async () => {
  const { network, seen, receiveNext } = await farBehind()
  const asked = network.requests.length
  for (let count = 1; count <= 700; count++) receiveNext()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([seen(), network.requests.length]).toEqual([['s1', 's209', 2491], asked])
})

test('a newer page whose request is lost is requested again', async () => {
  const { conversation, network, seen } = await farBehind()
  conversation.loadNewer()
  await network.take('list', 'request', 'lose')
  expect(seen()).toEqual(['s1', 's209', 1791])
  await vi.advanceTimersByTimeAsync(1000)
  await network.deliverAll()
  // A page of 200 messages, of which the first is the last loaded message, for comparison.
  expect(seen()).toEqual(['s1', 's408', 1592])
})

test('Hipatia can jump to the newest page, even while the next page is loading', async () => {
  const { conversation, network, seen } = await farBehind()
  conversation.loadNewer()
  conversation.jumpToLatest()
  conversation.loadNewer()
  await network.deliverAll()
  expect(seen()).toEqual(['s1951', 's2000', 0])
  conversation.jumpToLatest()
  await network.deliverAll()
  expect(seen()).toEqual(['s1951', 's2000', 0])
})

test('the newest page is loaded directly if Hipatia is at the bottom', async () => {
  const { server, conversation, network, seen } = await farBehind()
  conversation.jumpToLatest()
  await network.deliverAll()
  conversation.setAtBottom(true)
  while (server.messages.length < 4000) server.store('safo', `s${server.messages.length + 1}`)
  conversation.resync()
  await network.deliverAll()
  expect(seen()).toEqual(['s3951', 's4000', 0])
})
