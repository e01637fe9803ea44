// A chat server in memory, and a network whose packets a test delivers or loses in any order.
import type { ChatChanges, ChatMessage } from '../../../contract/chat.ts'
import type { OutgoingMessage } from '../../../web/api/live-socket.ts'
import type { ChatTransport, MessagePage } from '../../../web/chat/sync/history-sync.ts'

/** Of all edits and deletions. */
const someTime = '2026-11-25T10:00:00.000Z'

export class FakeServer {
  messages: ChatMessage[] = []
  /** Names by the ids of the people, and the time of each message. */
  readonly #names: Record<string, string>
  readonly #timeOf: (seq: number) => number
  /** Number of the last change. */
  changes = 0
  /** Errors for the next messages, by their text. */
  refusals = new Map<string, { status: number; retryAfterMs?: number }>()
  /** Texts as they were sent, by id. */
  #sent = new Map<string, string>()
  #generation = 0

  constructor(names: Record<string, string> = {}, timeOf = (seq: number) => seq) {
    this.#names = names
    this.#timeOf = timeOf
  }

  store(author: string, message: string, client_id: string | null = null, reply_to: string | null = null) {
    const refusal = this.refusals.get(message)
    if (refusal) throw Object.assign(new Error('refused'), refusal)
    const known = this.messages.find((one) => client_id && one.author_id === author && one.client_id === client_id)
    if (known) return { message: known, isNew: false }
    const seq = this.messages.length + 1
    const id = `${this.#generation}${`${seq}`.padStart(31, '0')}`
    const created_at = new Date(this.#timeOf(seq)).toISOString()
    const stored: ChatMessage = {
      id,
      seq,
      author_id: author,
      username: this.#names[author] ?? author,
      message,
      message_type: 'text',
      created_at,
      client_id,
      reply_to,
      quote: this.#quoteOf(reply_to),
      edited_at: null,
      deleted_at: null,
      change: 0,
      reactions: [],
    }
    this.messages.push(stored)
    this.#sent.set(id, message)
    return { message: stored, isNew: true }
  }

  /** The text of a stored message as it was sent. */
  sentText = ({ id }: ChatMessage) => this.#sent.get(id) ?? ''

  #quoteOf(id: string | null) {
    const answered = this.messages.find((one) => one.id === id)
    if (!answered) return null
    const { seq, username, message, deleted_at, change } = answered
    return { seq, username, excerpt: deleted_at === null ? message : null, change }
  }

  /** Changes a message, and the quotes in its answers; returns the event. */
  change(id: string, fields: Partial<ChatMessage>): ChatChanges {
    const from = this.changes
    const set = (seq: number, changed: Partial<ChatMessage>) => {
      this.messages[seq - 1] = { ...(this.messages[seq - 1] as ChatMessage), ...changed }
    }
    this.changes += 1
    for (const { seq } of this.messages.filter((one) => one.id === id)) set(seq, { ...fields, change: this.changes })
    for (const { seq } of this.messages.filter(({ reply_to }) => reply_to === id))
      set(seq, { quote: this.#quoteOf(id) })
    return this.listChanges(from)
  }

  /** An edit, or a deletion with null, as often as it is sent; the event is undefined if nothing changes. */
  edit(id: string, text: string | null): { stored: ChatMessage | undefined; event: ChatChanges | undefined } {
    const stored = this.messages.find((one) => one.id === id)
    const isGone = !stored || stored.deleted_at !== null
    if (isGone && (text !== null || !stored)) throw Object.assign(new Error('not found'), { status: 404 })
    if (isGone || stored.message === text) return { stored, event: undefined }
    const fields =
      text === null ? { message: '', reactions: [], deleted_at: someTime } : { message: text, edited_at: someTime }
    const event = this.change(id, fields)
    return { stored: this.messages[stored.seq - 1], event }
  }

  /** A reaction given or taken back, as often as it is sent; undefined if nothing changes. */
  react(person: string, id: string, emoji: string, isMine: boolean): ChatChanges | undefined {
    const stored = this.messages.find((one) => one.id === id)
    if (!stored || stored.deleted_at !== null) throw Object.assign(new Error('not found'), { status: 404 })
    const one = stored.reactions.find((reaction) => reaction.emoji === emoji) ?? { emoji, count: 0, user_ids: [] }
    if (one.user_ids.includes(person) === isMine) return undefined
    const user_ids = isMine ? [...one.user_ids, person] : one.user_ids.filter((other) => other !== person)
    const others = stored.reactions.filter((reaction) => reaction.emoji !== emoji)
    const reactions = user_ids.length > 0 ? [...others, { emoji, count: user_ids.length, user_ids }] : others
    return this.change(id, { reactions })
  }

  listChanges(from: number, limit = Number.POSITIVE_INFINITY): ChatChanges {
    const changed = this.messages.filter(({ change }) => change > from).toSorted((a, b) => a.change - b.change)
    const messages = changed.slice(0, limit)
    const to = messages.length < changed.length ? (messages.at(-1)?.change ?? from) : this.changes
    const quotes = messages.flatMap(({ id }) => this.#quoteOf(id) ?? [])
    return { from, to, head: this.changes, messages, quotes }
  }

  /** Puts an older database back. Later messages are lost. */
  restoreBackup(seq: number) {
    this.messages = this.messages.slice(0, seq)
    this.#generation += 1
  }

  list({ limit = 50, before, after, around }: Parameters<ChatTransport['list']>[0]): MessagePage {
    const total = this.messages.length
    const { changes } = this
    if (after !== undefined) {
      const run = this.messages.filter(({ seq }) => seq > after)
      return { messages: run.slice(0, limit), total, hasMore: run.length > limit, changes }
    }
    if (around !== undefined) {
      const index = this.messages.findIndex(({ id }) => id === around)
      if (index < 0) throw Object.assign(new Error('unknown'), { status: 422 })
      const start = Math.max(0, index - Math.floor(limit / 2))
      const messages = this.messages.slice(start, index + Math.ceil(limit / 2))
      return { messages, total, hasMore: start > 0, changes }
    }
    const end = before === undefined ? total : this.messages.findIndex(({ id }) => id === before)
    if (end < 0) throw Object.assign(new Error('unknown'), { status: 422 })
    return { messages: this.messages.slice(Math.max(0, end - limit), end), total, hasMore: end > limit, changes }
  }
}

type PacketKind = 'request' | 'response' | 'event'
interface Packet {
  /** `list`, or the method and the text, such as `post Hola`. */
  name: string
  kind: PacketKind
  deliver: () => void
  /** Drops the packet and fails its request. */
  lose: () => void
}

/** The network between a browser and the server. */
export class FakeNetwork {
  packets: Packet[] = []
  isConnected = true
  /** Names of all requests so far. */
  requests: string[] = []

  enqueue(packet: Packet) {
    this.packets.push(packet)
  }

  /** Delivers all packets in order, including those that a delivery causes. */
  async deliverAll() {
    await settle()
    for (let packet = this.packets.shift(); packet; packet = this.packets.shift()) {
      packet.deliver()
      await settle()
    }
  }

  /** Delivers or loses the first packet of this name and kind. */
  async take(name: string, kind: PacketKind, action: 'deliver' | 'lose' = 'deliver') {
    await settle()
    const index = this.packets.findIndex((packet) => packet.name === name && packet.kind === kind)
    const [packet] = index < 0 ? [] : this.packets.splice(index, 1)
    if (!packet) throw new Error(`no ${kind} of ${name} is in transit`)
    packet[action]()
    await settle()
  }

  request<T>(name: string, respond: () => T): Promise<T> {
    this.requests.push(name)
    return new Promise((resolve, reject) => {
      const lose = () => reject(new Error('network'))
      const arrive = () => {
        let deliver: () => void
        try {
          const result = respond()
          deliver = () => resolve(result)
        } catch (error) {
          deliver = () => reject(error)
        }
        this.enqueue({ name, kind: 'response', deliver, lose })
      }
      this.enqueue({ name, kind: 'request', deliver: arrive, lose })
    })
  }

  /** The transport of one person. `onStored` receives each message that the server stores. */
  transportOf(person: string, server: FakeServer, onStored: (message: ChatMessage) => void): ChatTransport {
    const store = ({ message, client_id, reply_to }: OutgoingMessage) => {
      const stored = server.store(person, message, client_id, reply_to)
      if (stored.isNew) onStored(stored.message)
      return stored.message
    }
    return {
      list: (query) => this.request('list', () => server.list(query)),
      // few at a time, so that several answers are needed
      changes: (after) => this.request('changes', () => server.listChanges(after, 3)),
      post: (sending) => this.request(`post ${sending.message}`, () => store(sending)),
      emit: (sending) => this.request(`emit ${sending.message}`, () => store(sending)),
      isConnected: () => this.isConnected,
    }
  }
}

/** Lets pending promise callbacks run. */
export async function settle() {
  for (let round = 0; round < 12; round++) await Promise.resolve()
}
