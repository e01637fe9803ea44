// The conversation on two pages of a single person, with events in random order: whatever the network does, each page
// shows a part of it without gaps.
import { expect, test, vi } from 'vitest'
import type { ChatChanges, ChatMessage } from '../../../contract/chat.ts'
import { memoryStorage } from '../../../tools/memory-storage.ts'
import { randomNumbers } from '../../../tools/random.ts'
import type { Refusal } from '../../../web/api/unsent/retry.ts'
import { UnsentQueue } from '../../../web/api/unsent/unsent-queue.ts'
import { createMessageChangeQueue, type MessageChange, type UnsentMessage } from '../../../web/chat/sync/queues.ts'
import type { ReactionChange } from '../../../web/reactions/reaction-queue.ts'
import { inFull } from '../../support/in-full.ts'
import { OwnConversation } from '../../support/own-conversation.ts'
import { withFakeTimers } from './conversation-setup.ts'
import { FakeNetwork, FakeServer, settle } from './fake-network.ts'

withFakeTimers()

const steps = 400

const isSending = ({ state }: { state: string }) => state === 'sending'

const emoji = ['❤️', '👍', '😂']
/** Of each page one, so that the last choice with it is known. */
const ownEmoji: Record<string, string> = { h: '🙏', i: '😮' }

/** A storage shared by two pages of a browser; each is notified when the other removes something. */
function sharedStorage<T extends { remove(id: string): void }>(storage: T) {
  const listeners = new Map<object, (id: string) => void>()
  return () => {
    const page = {}
    return {
      ...storage,
      remove(id: string) {
        storage.remove(id)
        for (const [other, listener] of listeners) if (other !== page) listener(id)
      },
      onRemoved(listener: (id: string) => void) {
        listeners.set(page, listener)
        return () => void listeners.delete(page)
      },
    }
  }
}

function begin(seed: number) {
  const random = randomNumbers(seed)
  const pick = <T>(items: readonly T[]) => items[Math.floor(random() * items.length)] as T
  const server = new FakeServer()
  const network = new FakeNetwork()
  const openStorage = sharedStorage(memoryStorage<UnsentMessage>())
  const openChangeStorage = sharedStorage(memoryStorage<MessageChange>())
  /** Messages that a restored older database does not contain. */
  const lost = new Set<string>()
  /** Refused messages: after a manual retry they follow the messages sent in the meantime. */
  const refused = new Set<string>()
  /** True while a page may still show messages that the restored older database does not contain. */
  let isOlder = false

  const enqueueEvent = (message: ChatMessage) => enqueueForAll((page) => page.conversation().receive(message))
  const enqueueChanges = (changes: ChatChanges | undefined) =>
    changes && enqueueForAll((page) => page.conversation().receiveChanges(changes))
  const enqueueForAll = (receive: (page: (typeof pages)[number]) => void) => {
    for (const page of pages) {
      const deliver = () => receive(page)
      for (let copies = random() < 0.2 ? 2 : 1; copies > 0; copies--)
        network.enqueue({ name: 'event', kind: 'event', deliver, lose: () => {} })
    }
  }
  const transport = network.transportOf('hipatia', server, enqueueEvent)
  const sendChange = ({ id, message }: MessageChange) =>
    network.request('change', () => {
      const { stored, event } = server.edit(id, message)
      enqueueChanges(event)
      return message === null ? undefined : stored
    })

  function openPage(name: string) {
    const sent: string[] = []
    let conversation: OwnConversation
    let queue: ReturnType<typeof createMessageChangeQueue>
    let reactions: UnsentQueue<ReactionChange, true>
    /** The last choices of this page, by message. */
    const choices = new Map<string, boolean>()
    const reactionStorage = memoryStorage<ReactionChange>()
    const emoji = ownEmoji[name] as string
    let visit = 0
    /** A request that was given up, by the queue or by a page that was closed, doesn't arrive any more. */
    function sendReaction({ id, isMine }: ReactionChange) {
      const [at, sentBy] = [Date.now(), visit]
      return network.request('react', () => {
        if (sentBy !== visit || Date.now() - at >= 20_000) throw new Error('network')
        enqueueChanges(server.react('hipatia', id, emoji, isMine))
        return true as const
      })
    }
    const open = () => {
      queue = createMessageChangeQueue({
        send: sendChange,
        read: async (id) => server.messages.find((message) => message.id === id),
        storage: openChangeStorage(),
        toError: ({ status }) => status,
        random,
      })
      queue.on({ onAnswer: (message) => conversation.showState(message) })
      queue.start()
      visit += 1
      reactions = new UnsentQueue({
        send: (change) => [sendReaction(change)],
        storage: reactionStorage,
        toError: ({ status }: Refusal) => status,
        random,
      })
      reactions.start()
      conversation = new OwnConversation(transport, { me: 'hipatia', storage: openStorage(), random })
      conversation.subscribe(check)
      conversation.start()
    }
    function check() {
      const { messages, pending } = conversation.snapshot()
      const first = messages[0]?.seq ?? 1
      expect(messages.findIndex(({ seq }, place) => seq !== first + place)).toBe(-1)
      const shown = new Set(messages.map(({ client_id }) => client_id))
      expect(pending.filter(({ id }) => shown.has(id))).toEqual([])
      expect(new Set(pending.map(({ id }) => id)).size).toBe(pending.length)
      for (const { message, isRefused } of pending) if (isRefused) refused.add(message)
      const isOther = ({ id, seq, change }: ChatMessage) => {
        const stored = server.messages[seq - 1]
        return stored?.id !== id || stored.change < change
      }
      if (!isOlder) expect(messages.findIndex(isOther)).toBe(-1)
    }
    return {
      open,
      close() {
        conversation.stop()
        queue.stop()
        reactions.stop()
      },
      check,
      sent,
      conversation: () => conversation,
      queue: () => queue,
      reactions: () => reactions,
      emoji,
      choices,
      react(id: string, isMine: boolean) {
        choices.set(id, isMine)
        reactions.put({ id, isMine })
      },
      say(refusal: number) {
        const text = `${name}${sent.length}`
        sent.push(text)
        if (refusal > 0) server.refusals.set(text, { status: refusal })
        const answered = random() < 0.3 ? pick(conversation.snapshot().messages) : undefined
        const quote = { seq: answered?.seq ?? 0, username: 'Safo', excerpt: '' }
        conversation.send(text, answered && { id: answered.id, quote })
      },
    }
  }
  const pages = [openPage('h'), openPage('i')]
  for (const { open } of pages) open()

  /** Each message of Hipatia is either pending on a page or stored. */
  function check() {
    for (const page of pages) page.check()
    const words = new Set(server.messages.map(server.sentText))
    for (const { conversation } of pages)
      for (const { message } of conversation().snapshot().pending) words.add(message)
    expect(pages.flatMap(({ sent }) => sent).filter((text) => !words.has(text) && !lost.has(text))).toEqual([])
  }

  /** Restarts the server with an older database. */
  async function restoreOlderDatabase() {
    for (const packet of network.packets.splice(0)) packet.lose()
    const to = Math.floor(server.messages.length * random())
    for (const message of server.messages.slice(to)) lost.add(server.sentText(message))
    isOlder = true
    server.restoreBackup(to)
    for (const { conversation } of pages) conversation().resync()
  }

  async function step() {
    const chance = random()
    const page = pick(pages)
    if (chance < 0.08) page.say(random() < 0.15 ? pick([422, 429, 403]) : 0)
    else if (chance < 0.16) enqueueEvent(server.store('safo', `s${server.messages.length}`).message)
    else if (chance < 0.22 && server.messages.length > 0) changeMessage()
    else if (chance < 0.24) page.conversation().resync()
    else if (chance < 0.26) network.isConnected = !network.isConnected
    else if (chance < 0.27) void page.conversation().loadOlder()
    else if (chance < 0.275) {
      page.close()
      page.open()
    } else if (chance < 0.29) for (let many = 0; many < 300; many++) server.store('safo', `m${server.messages.length}`)
    else if (chance < 0.3) server.refusals.clear()
    else if (chance < 0.305) retryRefused()
    else if (chance < 0.307) await vi.advanceTimersByTimeAsync(120_000)
    else if (chance < 0.317) page.conversation().setAtBottom(random() < 0.3)
    else if (chance < 0.322) page.conversation().loadNewer()
    else if (chance < 0.324) page.conversation().jumpToLatest()
    else if (chance < 0.326) for (let many = 0; many < 1300; many++) server.store('safo', `m${server.messages.length}`)
    else if (chance < 0.36) await vi.advanceTimersByTimeAsync(Math.floor(random() * 3000))
    else if (chance < 0.39) changeShown(page)
    else if (network.packets.length > 0) {
      const packet = pick(network.packets)
      network.packets.splice(network.packets.indexOf(packet), 1)
      if (random() < 0.15) packet.lose()
      // The others are never delivered, nor reported as lost.
      else if (random() > 0.05) packet.deliver()
    }
    await settle()
    check()
  }

  /** Safo's edit, deletion, reaction or answer, or an administrator's deletion, mostly of one of the last messages. */
  function changeMessage() {
    const recent = random() < 0.7 ? server.messages.slice(-20) : server.messages
    const { id, message, deleted_at } = pick(recent)
    const kind = random()
    if (kind < 0.3) enqueueEvent(server.store('safo', `s${server.messages.length}`, null, id).message)
    else if (deleted_at !== null) return
    else if (kind < 0.4) enqueueChanges(server.edit(id, null).event)
    else if (kind < 0.7) enqueueChanges(server.react('safo', id, pick(emoji), random() < 0.7))
    else enqueueChanges(server.edit(id, `${message}*`).event)
  }

  /** Hipatia edits or deletes a message that she sees, reacts to it, or changes her last reaction. */
  function changeShown({ conversation, queue, react, choices }: (typeof pages)[number]) {
    const { messages } = conversation().snapshot()
    if (messages.length === 0) return
    const { id, author_id, message } = pick(random() < 0.7 ? messages.slice(-20) : messages)
    const [last] = [...choices].slice(-1)
    if (last && random() < 0.3) react(last[0], !last[1])
    else if (random() < 0.5) react(id, random() < 0.7)
    else if (author_id === 'hipatia') queue().put({ id, message: random() < 0.3 ? null : `${message}+` })
  }

  /** A refused message is only sent again by hand. */
  function retryRefused() {
    for (const { conversation } of pages)
      for (const { isRefused, id } of conversation().snapshot().pending) if (isRefused) conversation().retry(id)
  }

  async function deliverEverything() {
    network.isConnected = true
    server.refusals.clear()
    const isPending = () =>
      pages.some(
        ({ conversation, queue, reactions }) =>
          conversation().snapshot().pending.length > 0 ||
          [...queue().waiting(), ...reactions().waiting()].some(isSending),
      )
    // Longer than the timeout of a request without a response.
    for (let round = 0; round < 100 && (round < 25 || isPending()); round++) {
      retryRefused()
      for (const { conversation, queue, reactions } of pages) {
        queue().retryNow()
        reactions().retryNow()
        conversation().setAtBottom(true)
        conversation().jumpToLatest()
        conversation().resync()
      }
      await network.deliverAll()
      await vi.advanceTimersByTimeAsync(1000)
    }
    isOlder = false
  }
  return { step, restoreOlderDatabase, deliverEverything, check, server, pages, lost, refused }
}

test.each(Array.from({ length: inFull(400, 40) }, (_, seed) => seed + 1))(
  'seed %i: each page always shows a part of the conversation without gaps, and in the end each message once',
  async (seed) => {
    const { step, restoreOlderDatabase, deliverEverything, check, server, pages, lost, refused } = begin(seed)
    // Every fourth run restores an older database halfway.
    const restoreAt = seed % 4 === 0 ? steps / 2 : undefined
    for (let count = 0; count < steps; count++) {
      if (count === restoreAt) await restoreOlderDatabase()
      await step()
    }
    await deliverEverything()
    check()
    const hers = server.messages.filter(({ author_id }) => author_id === 'hipatia').map(server.sentText)
    expect(new Set(hers).size).toBe(hers.length)
    // Nobody is counted twice, and nothing that was deleted keeps a reaction.
    for (const { reactions, deleted_at } of server.messages) {
      for (const { count, user_ids } of reactions) expect(new Set(user_ids).size).toBe(count)
      if (deleted_at !== null) expect(reactions).toEqual([])
    }
    // The last choice of each page stands, unless an older database lost it.
    for (const { emoji, choices, reactions } of restoreAt === undefined ? pages : []) {
      const shown = server.messages.flatMap(({ id, deleted_at, reactions: all }) => {
        const isMine = all.some((one) => one.emoji === emoji && one.user_ids.includes('hipatia'))
        return deleted_at === null && choices.has(id) ? [[id, isMine]] : []
      })
      expect(shown).toEqual(shown.map(([id]) => [id, choices.get(`${id}`)]))
      expect(reactions().waiting().some(isSending)).toBe(false)
    }
    for (const { conversation, queue, sent } of pages) {
      const { messages, pending } = conversation().snapshot()
      expect(pending).toEqual([])
      expect(queue().waiting().some(isSending)).toBe(false)
      expect(messages.length).toBeGreaterThan(0)
      expect(messages).toEqual(server.messages.slice(-messages.length))
      // Messages that were not refused are stored in the order of sending, unless the older database lost them.
      const isOrdered = (text: string) => !refused.has(text) && (hers.includes(text) || !lost.has(text))
      expect(hers.filter((text) => sent.includes(text) && isOrdered(text))).toEqual(sent.filter(isOrdered))
    }
  },
)
