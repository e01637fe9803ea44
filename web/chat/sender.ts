import type { ChatMessage } from '../../contract/chat.ts'
import { inMemory, newClientId, type Outbox } from './outbox.ts'
import { isRefusal, pauseAfter, type Sending, type Wire, within } from './wire.ts'

export interface Pending {
  client_id: string
  message: string
  at: number
  state: 'sending' | 'failed'
  error?: unknown
}

interface Entry extends Pending {
  /** When it was sent, or sent again by hand. */
  since: number
}

export interface SenderEvents {
  /** Once for each message, by whatever way it became known; it is pending no more. */
  onStored?: (pending: Pending, message: ChatMessage) => void
  /** What either way answered with. */
  onAnswer?: (message: ChatMessage) => void
  /** The list may hold something new: the create call was answered (SPEC §4), or another page has sent something. */
  onNews?: () => void
  onChange?: () => void
}

export interface SenderOptions {
  keep?: Outbox | undefined
  now?: (() => number) | undefined
  random?: (() => number) | undefined
}

/** Milliseconds that an answer is waited for, and after which a message that doesn't get through is said to have failed. */
const answerWithin = 10_000
const giveUpAfter = 60_000

/**
 * Sends one person's messages, one after the other so that their order is kept, by both ways at once and under one
 * `client_id`, until each is stored or refused.
 */
export class Sender {
  #wire: Omit<Wire, 'list'>
  #keep: Outbox
  #now: () => number
  #random: () => number
  #entries: readonly Entry[] = []
  #lastAt = 0
  #listeners = new Set<SenderEvents>()
  /** The try that is under way. */
  #attempt: { client_id: string } | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #failures = 0
  #isOn = false
  #isPaused = false
  /** The way was there again while a try was under way. */
  #isHurried = false
  #stopHearing: (() => void) | undefined

  constructor(
    wire: Omit<Wire, 'list'>,
    { keep = inMemory(), now = Date.now, random = Math.random }: SenderOptions = {},
  ) {
    this.#wire = wire
    this.#keep = keep
    this.#now = now
    this.#random = random
  }

  /** In the order of sending. */
  get pending(): readonly Pending[] {
    return this.#entries
  }

  listen(events: SenderEvents) {
    this.#listeners.add(events)
    return () => void this.#listeners.delete(events)
  }

  /** Takes up what was kept: of an earlier visit, or of another page; sent twice it is one message all the same. */
  start() {
    if (this.#isOn) return
    this.#isOn = true
    const known = new Set(this.#entries.map(({ client_id }) => client_id))
    const found = this.#keep.all().filter(({ client_id }) => !known.has(client_id))
    const entries = found.map((kept): Entry => ({ ...kept, state: 'sending', since: this.#now() }))
    this.#stopHearing = this.#keep.onRemoved?.((client_id) => {
      if (!this.#remove(client_id)) return
      this.#tell('onNews')
      this.#changed()
    })
    this.#entries = [...entries, ...this.#entries].toSorted((a, b) => a.at - b.at)
    this.#lastAt = Math.max(this.#lastAt, this.#entries.at(-1)?.at ?? 0)
    this.#changed()
  }

  stop() {
    this.#isOn = false
    this.#attempt = undefined
    this.#stopHearing?.()
    this.#forgetTimer()
  }

  add(message: string) {
    const at = Math.max(this.#now(), this.#lastAt + 1)
    this.#lastAt = at
    const entry: Entry = { client_id: newClientId(), message, at, state: 'sending', since: this.#now() }
    this.#keep.put({ client_id: entry.client_id, message, at })
    this.#entries = [...this.#entries, entry]
    this.#changed()
  }

  /** The connection is there again. */
  hurry() {
    this.#isHurried = this.#attempt !== undefined
    this.#failures = 0
    this.#forgetTimer()
    this.#changed()
  }

  /** While the person isn't signed in nothing is tried, and no time passes. */
  pause() {
    this.#isPaused = true
    this.#attempt = undefined
    this.#forgetTimer()
  }

  resume() {
    if (!this.#isPaused) return
    this.#isPaused = false
    this.#entries = this.#entries.map((entry) => ({ ...entry, since: this.#now() }))
    this.hurry()
  }

  retry(client_id: string) {
    this.#change(client_id, { state: 'sending', error: undefined, since: this.#now() })
    this.hurry()
  }

  /** Gives up a message that failed; answers its text. */
  discard(client_id: string) {
    const entry = this.#find(client_id)
    if (entry?.state !== 'failed') return ''
    this.#keep.remove(client_id)
    this.#remove(client_id)
    this.#changed()
    return entry.message
  }

  /** It is in the conversation, so it was stored. */
  found(client_id: string, message: ChatMessage) {
    const entry = this.#remove(client_id)
    if (!entry) return
    this.#keep.remove(client_id)
    this.#failures = 0
    this.#tell('onStored', entry, message)
    this.#changed()
  }

  #find(client_id: string) {
    return this.#entries.find((entry) => entry.client_id === client_id)
  }

  #tell<E extends keyof SenderEvents>(event: E, ...told: Parameters<NonNullable<SenderEvents[E]>>) {
    for (const listener of this.#listeners) (listener[event] as ((...told: unknown[]) => void) | undefined)?.(...told)
  }

  #changed() {
    this.#tell('onChange')
    this.#next()
  }

  #change(client_id: string, changes: Partial<Entry>) {
    this.#entries = this.#entries.map((entry) => (entry.client_id === client_id ? { ...entry, ...changes } : entry))
  }

  /** Takes it off the list, so that the next one's turn comes. */
  #remove(client_id: string) {
    const entry = this.#find(client_id)
    if (!entry) return undefined
    if (this.#attempt?.client_id === client_id) this.#attempt = undefined
    this.#forgetTimer()
    this.#entries = this.#entries.filter((one) => one !== entry)
    return entry
  }

  #forgetTimer() {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  /** Sends what comes first, unless something is being sent or waits for its next try. */
  #next() {
    if (!this.#isOn || this.#isPaused || this.#attempt || this.#timer !== undefined) return
    const entry = this.#entries.find(({ state }) => state === 'sending')
    if (entry) void this.#send(entry)
  }

  async #send({ client_id, message, since }: Entry) {
    const attempt = { client_id }
    this.#attempt = attempt
    this.#isHurried = false
    const error = await this.#transmit({ client_id, message })
    // stored, given up or stopped meanwhile
    if (this.#attempt !== attempt) return
    this.#attempt = undefined
    if (isRefusal(error) || this.#now() - since >= giveUpAfter) {
      this.#failures = 0
      this.#change(client_id, { state: 'failed', error })
    } else if (!this.#isHurried) {
      this.#failures += 1
      this.#timer = setTimeout(
        () => {
          this.#timer = undefined
          this.#next()
        },
        pauseAfter(this.#failures, this.#random),
      )
    }
    this.#changed()
  }

  /** By both ways; whichever answers first settles it, and an answer that comes late does so too. Answers why neither did. */
  async #transmit(sending: Sending): Promise<unknown> {
    const { client_id } = sending
    const hear = (message: ChatMessage) => {
      this.found(client_id, message)
      this.#tell('onAnswer', message)
    }
    const posted = this.#wire.post(sending)
    const ways = [posted, ...(this.#wire.isConnected() ? [this.#wire.emit(sending)] : [])]
    for (const way of ways) way.then(hear, () => {})
    posted.then(
      () => this.#tell('onNews'),
      () => {},
    )
    try {
      return void (await within(answerWithin, Promise.any(ways)))
    } catch (error) {
      const reasons = error instanceof AggregateError ? error.errors : [error]
      return reasons.find(isRefusal) ?? reasons[0]
    }
  }
}
