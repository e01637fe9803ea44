// A community whose server answers at once and a network that carries what a test lets it carry: it decides about
// orders, losses and doubles, so that the conversation under test meets all of them.
import type { ChatMessage } from '../../contract/chat.ts'
import type { MessagePage, Sending, Wire } from '../../web/chat/wire.ts'

export class FakeServer {
  messages: ChatMessage[] = []
  /** What the next messages are refused with, by their text. */
  refusals = new Map<string, { status: number }>()
  #life = 0

  say(author: string, message: string, client_id: string | null = null): { message: ChatMessage; isNew: boolean } {
    const refusal = this.refusals.get(message)
    if (refusal) throw Object.assign(new Error('refused'), refusal)
    const known = this.messages.find((one) => client_id && one.author_id === author && one.client_id === client_id)
    if (known) return { message: known, isNew: false }
    const seq = this.messages.length + 1
    const id = `${this.#life}-${seq}`
    const created_at = new Date(seq).toISOString()
    const stored: ChatMessage = {
      id,
      seq,
      author_id: author,
      username: author,
      message,
      message_type: 'text',
      created_at,
      client_id,
    }
    this.messages.push(stored)
    return { message: stored, isNew: true }
  }

  /** An older database is put back: what came after is gone. */
  goBackTo(seq: number) {
    this.messages = this.messages.slice(0, seq)
    this.#life += 1
  }

  list({ limit = 50, before, after }: { limit?: number; before?: string; after?: number }): MessagePage {
    const total = this.messages.length
    if (after !== undefined) {
      const run = this.messages.filter(({ seq }) => seq > after)
      return { messages: run.slice(0, limit), total, hasMore: run.length > limit }
    }
    const end = before === undefined ? total : this.messages.findIndex(({ id }) => id === before)
    if (end < 0) throw Object.assign(new Error('unknown'), { status: 422 })
    return { messages: this.messages.slice(Math.max(0, end - limit), end), total, hasMore: end > limit }
  }
}

type Leg = 'request' | 'answer' | 'event'
interface Parcel {
  what: string
  leg: Leg
  deliver: () => void
  /** Gone, and the one who waits is told so. */
  lose: () => void
}

/** What is on its way, in both directions. */
export class FakeNetwork {
  parcels: Parcel[] = []
  isConnected = true
  asked: string[] = []

  carry(parcel: Parcel) {
    this.parcels.push(parcel)
  }

  /** Hands over everything that is and comes to be on its way, in order. */
  async deliverAll() {
    await settle()
    for (let parcel = this.parcels.shift(); parcel; parcel = this.parcels.shift()) {
      parcel.deliver()
      await settle()
    }
  }

  /** Hands over, or loses, the first parcel of this kind. */
  async take(what: string, leg: Leg, how: 'deliver' | 'lose' = 'deliver') {
    await settle()
    const place = this.parcels.findIndex((parcel) => parcel.what === what && parcel.leg === leg)
    const [parcel] = place < 0 ? [] : this.parcels.splice(place, 1)
    if (!parcel) throw new Error(`no ${leg} of ${what} is on its way`)
    parcel[how]()
    await settle()
  }

  count(what: string, leg: Leg) {
    return this.parcels.filter((parcel) => parcel.what === what && parcel.leg === leg).length
  }

  #ask<T>(what: string, work: () => T): Promise<T> {
    this.asked.push(what)
    return new Promise((resolve, reject) => {
      const lose = () => reject(new Error('network'))
      const arrive = () => {
        let answer: () => void
        try {
          const result = work()
          answer = () => resolve(result)
        } catch (error) {
          answer = () => reject(error)
        }
        this.carry({ what, leg: 'answer', deliver: answer, lose })
      }
      this.carry({ what, leg: 'request', deliver: arrive, lose })
    })
  }

  /** The way of one person; what the server stores is told with `tell`. */
  wireOf(person: string, server: FakeServer, tell: (message: ChatMessage) => void): Wire {
    const say = ({ message, client_id }: Sending) => {
      const said = server.say(person, message, client_id)
      if (said.isNew) tell(said.message)
      return said.message
    }
    return {
      list: (query) => this.#ask('list', () => server.list(query)),
      post: (sending) => this.#ask(`post ${sending.message}`, () => say(sending)),
      emit: (sending) => this.#ask(`emit ${sending.message}`, () => say(sending)),
      isConnected: () => this.isConnected,
    }
  }
}

/** Lets everything go on that waits for nothing but its turn. */
export async function settle() {
  for (let turn = 0; turn < 12; turn++) await Promise.resolve()
}

/** A small generator of random numbers that are the same for the same seed. */
export function seeded(seed: number) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
