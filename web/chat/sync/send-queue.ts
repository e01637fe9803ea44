import type { ChatMessage } from '../../../contract/chat.ts'
import { newClientId } from '../../api/client-id.ts'
import {
  backoffMs,
  isRefusal,
  isTooFast,
  type Refusal,
  retryAfterMsOf,
  toRefusal,
  withTimeout,
} from '../../api/unsent/retry.ts'
import type { ChatTransport, OutgoingMessage } from './transport.ts'
import { type Answered, memoryStorage, type UnsentStorage } from './unsent-storage.ts'

export interface Pending {
  client_id: string
  message: string
  answered?: Answered | undefined
  at: number
  /** 'failed' after a refusal, or after `failedAfterMs` without an answer. */
  state: 'sending' | 'failed'
  error?: unknown
  /** A refused message is sent again only by its author; an unanswered one is retried and blocks later ones. */
  isRefused: boolean
}

interface Entry extends Pending {
  /** Time of adding, or of the reconnection. */
  since: number
}

interface SendQueueEvents {
  /** Called once for each message, which isn't pending any more. */
  onStored?: (pending: Pending, message: ChatMessage) => void
  /** Called with the stored message, as the call or the socket returned it. */
  onMessage?: (message: ChatMessage) => void
  /**
   * Called when the list may have new messages: the create call was answered (SPEC §4), or another page has sent
   * something.
   */
  onSyncNeeded?: () => void
  onChange?: () => void
}

export interface SendQueueOptions {
  storage?: UnsentStorage | undefined
  now?: (() => number) | undefined
  random?: (() => number) | undefined
  toError?: ((refusal: Refusal) => unknown) | undefined
}

const answerTimeoutMs = 10_000
/** A message without an answer for this time is shown as failed. */
const failedAfterMs = 60_000

/**
 * Sends one person's messages one at a time, in order. Each is sent by HTTP and by the socket at the same time, with
 * one `client_id`, and is retried until it is stored or refused.
 */
export class SendQueue {
  #transport: Omit<ChatTransport, 'list'>
  #storage: UnsentStorage
  #now: () => number
  #random: () => number
  #toError: (refusal: Refusal) => unknown
  #entries: readonly Entry[] = []
  #lastAt = 0
  #listeners = new Set<SendQueueEvents>()
  #attempt: { client_id: string } | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #failures = 0
  #isRunning = false
  #isPaused = false
  #shouldRetryNow = false
  #unsubscribe: (() => void) | undefined

  constructor(
    transport: Omit<ChatTransport, 'list'>,
    {
      storage = memoryStorage(),
      now = Date.now,
      random = Math.random,
      toError = (refusal) => refusal,
    }: SendQueueOptions = {},
  ) {
    this.#transport = transport
    this.#storage = storage
    this.#now = now
    this.#random = random
    this.#toError = toError
  }

  get pending(): readonly Pending[] {
    return this.#entries
  }

  subscribe(events: SendQueueEvents) {
    this.#listeners.add(events)
    return () => void this.#listeners.delete(events)
  }

  /**
   * Adds the stored messages of an earlier visit or of another page; sent by both, it is still one message. A refused
   * message stays refused.
   */
  start() {
    if (this.#isRunning) return
    this.#isRunning = true
    const known = new Set(this.#entries.map(({ client_id }) => client_id))
    const stored = this.#storage.all().filter(({ client_id }) => !known.has(client_id))
    const entries = stored.map(({ refusal, ...unsent }): Entry => {
      const entry = { ...unsent, since: this.#now() }
      if (!refusal) return { ...entry, state: 'sending', isRefused: false }
      return { ...entry, state: 'failed', isRefused: true, error: this.#toError(refusal) }
    })
    this.#unsubscribe = this.#storage.onRemoved?.((client_id) => {
      if (!this.#remove(client_id)) return
      this.#emit('onSyncNeeded')
      this.#changed()
    })
    this.#entries = [...entries, ...this.#entries].toSorted((a, b) => a.at - b.at)
    this.#lastAt = Math.max(this.#lastAt, this.#entries.at(-1)?.at ?? 0)
    this.#changed()
  }

  stop() {
    this.#isRunning = false
    this.#attempt = undefined
    this.#unsubscribe?.()
    this.#clearTimer()
  }

  add(message: string, answered?: Answered) {
    const at = Math.max(this.#now(), this.#lastAt + 1)
    this.#lastAt = at
    const entry: Entry = {
      client_id: newClientId(),
      message,
      answered,
      at,
      state: 'sending',
      isRefused: false,
      since: this.#now(),
    }
    this.#storage.put({ client_id: entry.client_id, message, answered, at })
    this.#entries = [...this.#entries, entry]
    this.#changed()
  }

  /** Retries after a reconnection without waiting for the backoff, including messages that failed without an answer. */
  retryNow() {
    this.#shouldRetryNow = this.#attempt !== undefined
    this.#failures = 0
    this.#clearTimer()
    this.#entries = this.#entries.map((entry) =>
      entry.state === 'failed' && !entry.isRefused ? { ...entry, ...this.#restarted() } : entry,
    )
    this.#changed()
  }

  /** Stops sending and the time until `failedAfterMs` while the person isn't signed in. */
  pause() {
    this.#isPaused = true
    this.#attempt = undefined
    this.#clearTimer()
  }

  resume() {
    if (!this.#isPaused) return
    this.#isPaused = false
    this.#entries = this.#entries.map((entry) => ({ ...entry, since: this.#now() }))
    this.retryNow()
  }

  retry(client_id: string) {
    if (this.#find(client_id)?.isRefused) this.#storage.setRefusal(client_id, undefined)
    this.#change(client_id, this.#restarted())
    this.retryNow()
  }

  /** Removes a failed message and returns it. */
  discard(client_id: string): Pending | undefined {
    const entry = this.#find(client_id)
    if (entry?.state !== 'failed') return undefined
    this.#storage.remove(client_id)
    this.#remove(client_id)
    this.#changed()
    return entry
  }

  markStored(client_id: string, message: ChatMessage) {
    const entry = this.#remove(client_id)
    if (!entry) return
    this.#storage.remove(client_id)
    this.#failures = 0
    this.#emit('onStored', entry, message)
    this.#changed()
  }

  #restarted = () => ({ state: 'sending', isRefused: false, error: undefined, since: this.#now() }) as const

  #find(client_id: string) {
    return this.#entries.find((entry) => entry.client_id === client_id)
  }

  #emit<E extends keyof SendQueueEvents>(event: E, ...values: Parameters<NonNullable<SendQueueEvents[E]>>) {
    for (const listener of this.#listeners)
      (listener[event] as ((...values: unknown[]) => void) | undefined)?.(...values)
  }

  #changed() {
    this.#emit('onChange')
    this.#sendNext()
  }

  #change(client_id: string, changes: Partial<Entry>) {
    this.#entries = this.#entries.map((entry) => (entry.client_id === client_id ? { ...entry, ...changes } : entry))
  }

  #remove(client_id: string) {
    const entry = this.#find(client_id)
    if (!entry) return undefined
    if (this.#attempt?.client_id === client_id) this.#attempt = undefined
    this.#clearTimer()
    this.#entries = this.#entries.filter((one) => one !== entry)
    return entry
  }

  #clearTimer() {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  /** Sends the first message that wasn't refused, unless another is being sent or waits for its retry. */
  #sendNext() {
    if (!this.#isRunning || this.#isPaused || this.#attempt || this.#timer !== undefined) return
    const entry = this.#entries.find(({ isRefused }) => !isRefused)
    if (entry) void this.#send(entry)
  }

  async #send({ client_id, message, answered }: Entry) {
    const attempt = { client_id }
    this.#attempt = attempt
    this.#shouldRetryNow = false
    const error = await this.#transmit({ client_id, message, ...(answered && { reply_to: answered.id }) })
    // stored, discarded or stopped during the attempt
    if (this.#attempt !== attempt) return
    this.#attempt = undefined
    if (isRefusal(error)) {
      this.#failures = 0
      this.#storage.setRefusal(client_id, toRefusal(error))
      this.#change(client_id, { state: 'failed', isRefused: true, error })
    } else if (!this.#shouldRetryNow) {
      // messages that only wait for their turn haven't failed, however long it takes
      if (!isTooFast(error)) this.#markFailed(error)
      this.#scheduleRetry(error)
    }
    this.#changed()
  }

  /** Marks this message and later ones as failed, unless they are younger than `failedAfterMs`. */
  #markFailed(error: unknown) {
    const isLong = ({ state, since }: Entry) => state === 'sending' && this.#now() - since >= failedAfterMs
    this.#entries = this.#entries.map((entry) => (isLong(entry) ? { ...entry, state: 'failed', error } : entry))
  }

  #scheduleRetry(error: unknown) {
    this.#failures = isTooFast(error) ? 1 : this.#failures + 1
    const delayMs = Math.max(retryAfterMsOf(error), backoffMs(this.#failures, this.#random))
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#sendNext()
    }, delayMs)
  }

  /**
   * Sends by HTTP and by the socket; either answer settles the message, also a late one. Resolves to the error of both.
   */
  async #transmit(outgoing: OutgoingMessage): Promise<unknown> {
    const { client_id } = outgoing
    const onAnswer = (message: ChatMessage) => {
      this.markStored(client_id, message)
      this.#emit('onMessage', message)
    }
    const posted = this.#transport.post(outgoing)
    const requests = [posted, ...(this.#transport.isConnected() ? [this.#transport.emit(outgoing)] : [])]
    for (const request of requests) request.then(onAnswer, () => {})
    posted.then(
      () => this.#emit('onSyncNeeded'),
      () => {},
    )
    try {
      return void (await withTimeout(answerTimeoutMs, Promise.any(requests)))
    } catch (error) {
      const reasons = error instanceof AggregateError ? error.errors : [error]
      return reasons.find(isRefusal) ?? reasons[0]
    }
  }
}
