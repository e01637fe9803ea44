import type { ChatMessage } from '../../contract/chat.ts'
import { newClientId } from '../api/client-id.ts'
import { inMemory, type Outbox } from './outbox.ts'
import { isRefusal, pauseAfter, type Refusal, refusalIn, type Sending, type Wire, within } from './wire.ts'

export interface Pending {
  client_id: string
  message: string
  at: number
  /** Failed when it was refused, or had no answer for so long that it is said. */
  state: 'sending' | 'failed'
  error?: unknown
  /** Only its writer sends it again; what had no answer is tried by itself, and what comes after it waits. */
  isRefused: boolean
}

interface Entry extends Pending {
  /** When it was sent, or the way to the server was there again. */
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
  /** Makes an error of a kept refusal. */
  revive?: ((refusal: Refusal) => unknown) | undefined
}

/** Milliseconds that an answer is waited for, and after which a message that doesn't get through is said to have failed. */
const answerWithin = 10_000
const sayFailedAfter = 60_000

/**
 * Sends one person's messages, one after the other so that their order is kept, by both ways at once and under one
 * `client_id`, for as long as it takes until each is stored or refused.
 */
export class Sender {
  #wire: Omit<Wire, 'list'>
  #keep: Outbox
  #now: () => number
  #random: () => number
  #revive: (refusal: Refusal) => unknown
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
    { keep = inMemory(), now = Date.now, random = Math.random, revive = (refusal) => refusal }: SenderOptions = {},
  ) {
    this.#wire = wire
    this.#keep = keep
    this.#now = now
    this.#random = random
    this.#revive = revive
  }

  /** In the order of sending. */
  get pending(): readonly Pending[] {
    return this.#entries
  }

  listen(events: SenderEvents) {
    this.#listeners.add(events)
    return () => void this.#listeners.delete(events)
  }

  /**
   * Takes up what was kept: of an earlier visit, or of another page; sent twice it is one message all the same. What
   * was refused stays so.
   */
  start() {
    if (this.#isOn) return
    this.#isOn = true
    const known = new Set(this.#entries.map(({ client_id }) => client_id))
    const found = this.#keep.all().filter(({ client_id }) => !known.has(client_id))
    const entries = found.map(({ refusal, ...kept }): Entry => {
      const of = { ...kept, since: this.#now() }
      if (!refusal) return { ...of, state: 'sending', isRefused: false }
      return { ...of, state: 'failed', isRefused: true, error: this.#revive(refusal) }
    })
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
    const entry: Entry = {
      client_id: newClientId(),
      message,
      at,
      state: 'sending',
      isRefused: false,
      since: this.#now(),
    }
    this.#keep.put({ client_id: entry.client_id, message, at })
    this.#entries = [...this.#entries, entry]
    this.#changed()
  }

  /** The connection is there again: what had no answer for long is on its way again. */
  hurry() {
    this.#isHurried = this.#attempt !== undefined
    this.#failures = 0
    this.#forgetTimer()
    this.#entries = this.#entries.map((entry) =>
      entry.state === 'failed' && !entry.isRefused ? { ...entry, ...this.#afresh() } : entry,
    )
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
    if (this.#find(client_id)?.isRefused) this.#keep.mark(client_id, undefined)
    this.#change(client_id, this.#afresh())
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

  #afresh = () => ({ state: 'sending', isRefused: false, error: undefined, since: this.#now() }) as const

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

  /** Sends what comes first and wasn't refused, unless something is being sent or waits for its next try. */
  #next() {
    if (!this.#isOn || this.#isPaused || this.#attempt || this.#timer !== undefined) return
    const entry = this.#entries.find(({ isRefused }) => !isRefused)
    if (entry) void this.#send(entry)
  }

  async #send({ client_id, message }: Entry) {
    const attempt = { client_id }
    this.#attempt = attempt
    this.#isHurried = false
    const error = await this.#transmit({ client_id, message })
    // stored, given up or stopped meanwhile
    if (this.#attempt !== attempt) return
    this.#attempt = undefined
    if (isRefusal(error)) {
      this.#failures = 0
      this.#keep.mark(client_id, refusalIn(error))
      this.#change(client_id, { state: 'failed', isRefused: true, error })
    } else if (!this.#isHurried) {
      this.#sayFailed(error)
      this.#tryLater()
    }
    this.#changed()
  }

  /** Of this one and those that wait behind it, unless they are too new. */
  #sayFailed(error: unknown) {
    const isLong = ({ state, since }: Entry) => state === 'sending' && this.#now() - since >= sayFailedAfter
    this.#entries = this.#entries.map((entry) => (isLong(entry) ? { ...entry, state: 'failed', error } : entry))
  }

  #tryLater() {
    this.#failures += 1
    const pause = pauseAfter(this.#failures, this.#random)
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#next()
    }, pause)
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
