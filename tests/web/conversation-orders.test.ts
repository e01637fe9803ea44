// The conversation in random orders, on two pages of one person: whatever the network does, each screen shows a piece of
// the one conversation.
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

/** What two pages of a browser keep together; each hears what the other has removed. */
function sharedOutbox() {
  const kept = inMemory()
  const hearers = new Map<object, (client_id: string) => void>()
  return () => {
    const page = {}
    return {
      ...kept,
      remove(client_id: string) {
        kept.remove(client_id)
        for (const [other, hear] of hearers) if (other !== page) hear(client_id)
      },
      onRemoved(hear: (client_id: string) => void) {
        hearers.set(page, hear)
        return () => void hearers.delete(page)
      },
    }
  }
}

function begin(seed: number) {
  const random = seeded(seed)
  const server = new FakeServer()
  const network = new FakeNetwork()
  const outboxOf = sharedOutbox()
  /** Words that were stored before an older database was put back. */
  const lost = new Set<string>()
  /** Words that were refused: sent again by hand they come after those that were sent meanwhile. */
  const refused = new Set<string>()
  /** Until an older database has been noticed a screen may show what isn't any more. */
  let isOlder = false

  const hear = (message: ChatMessage) => {
    for (const page of pages) {
      const deliver = () => page.conversation().receive(message)
      const doubles = random() < 0.2 ? 2 : 1
      for (let copy = 0; copy < doubles; copy++) network.carry({ what: 'event', leg: 'event', deliver, lose: () => {} })
    }
  }
  const wire = network.wireOf('hipatia', server, hear)

  function openPage(name: string) {
    const sent: string[] = []
    let conversation: Conversation
    const open = () => {
      conversation = new Conversation(wire, { me: 'hipatia', keep: outboxOf(), random })
      conversation.subscribe(check)
      conversation.start()
    }
    function check() {
      const { messages, pending } = conversation.snapshot()
      const first = messages[0]?.seq ?? 1
      expect(messages.findIndex(({ seq }, place) => seq !== first + place)).toBe(-1)
      const shown = new Set(messages.map(({ client_id }) => client_id))
      expect(pending.filter(({ client_id }) => shown.has(client_id))).toEqual([])
      expect(new Set(pending.map(({ client_id }) => client_id)).size).toBe(pending.length)
      for (const { message, isRefused } of pending) if (isRefused) refused.add(message)
      if (!isOlder) expect(messages.findIndex((message) => message !== server.messages[message.seq - 1])).toBe(-1)
    }
    return {
      open,
      close: () => conversation.stop(),
      check,
      sent,
      conversation: () => conversation,
      say(refusal: number) {
        const text = `${name}${sent.length}`
        sent.push(text)
        if (refusal > 0) server.refusals.set(text, { status: refusal })
        conversation.send(text)
      },
    }
  }
  const pages = [openPage('h'), openPage('i')]
  for (const { open } of pages) open()

  /** Every word of hers is somewhere: on its way from a page, or stored. */
  function check() {
    for (const page of pages) page.check()
    const words = new Set(server.messages.map(({ message }) => message))
    for (const { conversation } of pages)
      for (const { message } of conversation().snapshot().pending) words.add(message)
    expect(pages.flatMap(({ sent }) => sent).filter((text) => !words.has(text) && !lost.has(text))).toEqual([])
  }

  /** The server is stopped, and comes back with the database of an earlier day. */
  async function putBack() {
    for (const parcel of network.parcels.splice(0)) parcel.lose()
    const to = Math.floor(server.messages.length * random())
    for (const { message } of server.messages.slice(to)) lost.add(message)
    isOlder = true
    server.goBackTo(to)
    for (const { conversation } of pages) conversation().reconnected()
  }

  const pick = <T>(items: T[]) => items[Math.floor(random() * items.length)] as T
  async function step() {
    const chance = random()
    const page = pick(pages)
    if (chance < 0.08) page.say(random() < 0.15 ? pick([422, 429, 403]) : 0)
    else if (chance < 0.16) hear(server.say('safo', `s${server.messages.length}`).message)
    else if (chance < 0.18) page.conversation().reconnected()
    else if (chance < 0.2) network.isConnected = !network.isConnected
    else if (chance < 0.21) void page.conversation().loadOlder()
    else if (chance < 0.215) {
      page.close()
      page.open()
    } else if (chance < 0.23) for (let many = 0; many < 300; many++) server.say('safo', `m${server.messages.length}`)
    else if (chance < 0.24) server.refusals.clear()
    else if (chance < 0.245) retryRefused()
    else if (chance < 0.247) await vi.advanceTimersByTimeAsync(120_000)
    else if (chance < 0.257) page.conversation().stand(random() < 0.3)
    else if (chance < 0.262) page.conversation().loadNewer()
    else if (chance < 0.264) page.conversation().toNewest()
    else if (chance < 0.266) for (let many = 0; many < 1300; many++) server.say('safo', `m${server.messages.length}`)
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

  /** By hand; nothing else is. */
  function retryRefused() {
    for (const { conversation } of pages)
      for (const { isRefused, client_id } of conversation().snapshot().pending)
        if (isRefused) conversation().retry(client_id)
  }

  async function becomeQuiet() {
    network.isConnected = true
    server.refusals.clear()
    const isPending = () => pages.some(({ conversation }) => conversation().snapshot().pending.length > 0)
    // longer than the answer is waited for that is never heard of
    for (let round = 0; round < 100 && (round < 25 || isPending()); round++) {
      retryRefused()
      for (const { conversation } of pages) {
        conversation().stand(true)
        conversation().toNewest()
        conversation().reconnected()
      }
      await network.deliverAll()
      await vi.advanceTimersByTimeAsync(1000)
    }
    isOlder = false
  }
  return { step, putBack, becomeQuiet, check, server, pages, lost, refused }
}

test.each(Array.from({ length: 40 }, (_, seed) => seed + 1))(
  'seed %i: at every moment a piece of the conversation, at the end all of it, each message once',
  async (seed) => {
    const { step, putBack, becomeQuiet, check, server, pages, lost, refused } = begin(seed)
    // in every fourth run an older database is put back on the way
    const putBackAt = seed % 4 === 0 ? steps / 2 : undefined
    for (let count = 0; count < steps; count++) {
      if (count === putBackAt) await putBack()
      await step()
    }
    await becomeQuiet()
    check()
    const hers = server.messages.filter(({ author_id }) => author_id === 'hipatia').map(({ message }) => message)
    expect(new Set(hers).size).toBe(hers.length)
    for (const { conversation, sent } of pages) {
      const { messages, pending } = conversation().snapshot()
      expect(pending).toEqual([])
      expect(messages.length).toBeGreaterThan(0)
      expect(messages).toEqual(server.messages.slice(-messages.length))
      // what never was refused is stored in the order in which it was sent, unless it went with the other database
      const isOrdered = (text: string) => !refused.has(text) && (hers.includes(text) || !lost.has(text))
      expect(hers.filter((text) => sent.includes(text) && isOrdered(text))).toEqual(sent.filter(isOrdered))
    }
  },
)
