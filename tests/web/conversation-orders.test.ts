// The conversation in random orders: whatever the network does, the screen shows a piece of the one conversation.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ChatMessage } from '../../contract/chat.ts'
import { Conversation } from '../../web/chat/conversation.ts'
import { inMemory } from '../../web/chat/outbox.ts'
import { FakeNetwork, FakeServer, seeded, settle } from './conversation-network.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const steps = 400

function begin(seed: number) {
  const random = seeded(seed)
  const server = new FakeServer()
  const network = new FakeNetwork()
  const keep = inMemory()
  const sent: string[] = []
  /** One that is sent again by hand comes after those that were sent meanwhile. */
  let hasFailed = false
  let conversation: Conversation
  const hear = (message: ChatMessage) => {
    const deliver = () => conversation.receive(message)
    const doubles = random() < 0.2 ? 2 : 1
    for (let copy = 0; copy < doubles; copy++) network.carry({ what: 'event', leg: 'event', deliver, lose: () => {} })
  }
  const wire = network.wireOf('hipatia', server, hear)
  const open = () => {
    conversation = new Conversation(wire, { me: 'hipatia', keep, random })
    conversation.subscribe(check)
    conversation.start()
  }

  function check() {
    const { messages, pending, status } = conversation.snapshot()
    const start = (messages[0]?.seq ?? 1) - 1
    expect(messages.findIndex((message, place) => message !== server.messages[start + place])).toBe(-1)
    const shown = new Set(messages.map(({ client_id }) => client_id))
    expect(pending.filter(({ client_id }) => shown.has(client_id))).toEqual([])
    expect(new Set(pending.map(({ client_id }) => client_id)).size).toBe(pending.length)
    hasFailed ||= pending.some(({ state }) => state === 'failed')
    if (status !== 'ready') return
    // every word of hers is somewhere: on its way, on the screen, or further up than it goes
    const words = new Set([...pending, ...messages].map(({ message }) => message))
    const above = new Set(server.messages.slice(0, start).map(({ message }) => message))
    expect(sent.filter((text) => !words.has(text) && !above.has(text))).toEqual([])
  }

  const pick = <T>(items: T[]) => items[Math.floor(random() * items.length)] as T
  async function step() {
    const chance = random()
    if (chance < 0.08) {
      const text = `h${sent.length}`
      sent.push(text)
      conversation.send(text)
    } else if (chance < 0.16) hear(server.say('safo', `s${server.messages.length}`).message)
    else if (chance < 0.18) conversation.reconnected()
    else if (chance < 0.2) network.isConnected = !network.isConnected
    else if (chance < 0.21) void conversation.loadOlder()
    else if (chance < 0.215) {
      conversation.stop()
      open()
    } else if (chance < 0.23) for (let many = 0; many < 300; many++) server.say('safo', `m${server.messages.length}`)
    else if (chance < 0.3) await vi.advanceTimersByTimeAsync(Math.floor(random() * 3000))
    else if (network.parcels.length > 0) {
      const parcel = pick(network.parcels)
      network.parcels.splice(network.parcels.indexOf(parcel), 1)
      if (random() < 0.15) parcel.lose()
      // some are never heard of again
      else if (random() > 0.05) parcel.deliver()
    }
    await settle()
    check()
  }

  async function becomeQuiet() {
    network.isConnected = true
    for (let round = 0; round < 100 && (round < 5 || conversation.snapshot().pending.length > 0); round++) {
      for (const { state, client_id } of conversation.snapshot().pending)
        if (state === 'failed') conversation.retry(client_id)
      conversation.reconnected()
      await network.deliverAll()
      await vi.advanceTimersByTimeAsync(1000)
    }
  }
  return {
    open,
    step,
    becomeQuiet,
    check,
    server,
    sent,
    snapshot: () => conversation.snapshot(),
    hasFailed: () => hasFailed,
  }
}

test.each(Array.from({ length: 40 }, (_, seed) => seed + 1))(
  'seed %i: at every moment a piece of the conversation, at the end all of it, each message once',
  async (seed) => {
    const { open, step, becomeQuiet, check, server, sent, snapshot, hasFailed } = begin(seed)
    open()
    for (let count = 0; count < steps; count++) await step()
    await becomeQuiet()
    check()
    const { messages, pending, isCatchingUp } = snapshot()
    expect([pending, isCatchingUp]).toEqual([[], false])
    expect(messages.length).toBeGreaterThan(0)
    expect(messages).toEqual(server.messages.slice(-messages.length))
    const stored = server.messages.filter(({ author_id }) => author_id === 'hipatia').map(({ message }) => message)
    expect(hasFailed() ? stored.toSorted() : stored).toEqual(hasFailed() ? sent.toSorted() : sent)
  },
)
