// Hipatia is reading what was said long ago when she finds out that very much was said since.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Conversation } from '../../web/chat/conversation.ts'
import { FakeNetwork, FakeServer, seeded } from './conversation-network.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Ten were there when she began to read above, and two thousand are. */
async function farBehind() {
  const server = new FakeServer()
  const say = (to: number) => {
    while (server.messages.length < to) server.say('safo', `s${server.messages.length + 1}`)
  }
  say(10)
  const network = new FakeNetwork()
  const wire = network.wireOf('hipatia', server, (message) => conversation.receive(message))
  const conversation: Conversation = new Conversation(wire, { me: 'hipatia', random: seeded(1) })
  conversation.start()
  conversation.stand(false)
  await network.deliverAll()
  say(2000)
  conversation.reconnected()
  await network.deliverAll()
  const texts = () => conversation.snapshot().messages.map(({ message }) => message)
  const seen = () => [texts()[0], texts().at(-1), conversation.snapshot().missing]
  const hear = () => conversation.receive(server.say('safo', `s${server.messages.length + 1}`).message)
  return { server, network, conversation, texts, seen, hear }
}

test('what she reads stays, with what came next below it, and she knows how much is missing', async () => {
  const { conversation, network, seen } = await farBehind()
  expect(seen()).toEqual(['s1', 's209', 1791])
  conversation.reconnected()
  conversation.reconnected()
  await network.deliverAll()
  expect(seen()).toEqual(['s1', 's209', 1791])
})

test('what is said meanwhile is counted, and nothing is asked for', async () => {
  const { network, seen, hear } = await farBehind()
  const asked = network.asked.length
  for (let count = 1; count <= 700; count++) hear()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([seen(), network.asked.length]).toEqual([['s1', 's209', 2491], asked])
})

test('it comes as she goes on, and the last thousand by itself, each once', async () => {
  const { conversation, network, texts, seen, hear } = await farBehind()
  for (let count = 1; count <= 5; count++) {
    conversation.loadNewer()
    conversation.loadNewer()
    hear()
    await network.deliverAll()
  }
  expect(seen()).toEqual(['s1', 's2005', 0])
  expect(texts()).toEqual(Array.from({ length: 2005 }, (_, index) => `s${index + 1}`))
})

test('a page that is lost on its way down is asked for again', async () => {
  const { conversation, network, seen } = await farBehind()
  conversation.loadNewer()
  await network.take('list', 'request', 'lose')
  expect(seen()).toEqual(['s1', 's209', 1791])
  await vi.advanceTimersByTimeAsync(1000)
  await network.deliverAll()
  // two hundred, of which the first is the last one that was here, to compare
  expect(seen()).toEqual(['s1', 's408', 1592])
})

test('she is at the newest page when she wants to, also while the next one is on its way', async () => {
  const { conversation, network, seen } = await farBehind()
  conversation.loadNewer()
  conversation.toNewest()
  conversation.loadNewer()
  await network.deliverAll()
  expect(seen()).toEqual(['s1951', 's2000', 0])
  conversation.toNewest()
  await network.deliverAll()
  expect(seen()).toEqual(['s1951', 's2000', 0])
})

test('what she says is at the end, and so is she', async () => {
  const { conversation, network, seen } = await farBehind()
  conversation.send('Aquí estoy')
  await network.deliverAll()
  expect([seen(), conversation.snapshot().pending]).toEqual([['s1952', 'Aquí estoy', 0], []])
})

test('an older database takes the place of all of it', async () => {
  const { server, conversation, network, seen, hear } = await farBehind()
  hear()
  server.goBackTo(1990)
  conversation.reconnected()
  await network.deliverAll()
  expect(seen()).toEqual(['s1941', 's1990', 0])
})

test('at the end she would have been at the newest page', async () => {
  const { server, conversation, network, seen } = await farBehind()
  conversation.toNewest()
  await network.deliverAll()
  conversation.stand(true)
  while (server.messages.length < 4000) server.say('safo', `s${server.messages.length + 1}`)
  conversation.reconnected()
  await network.deliverAll()
  expect(seen()).toEqual(['s3951', 's4000', 0])
})
