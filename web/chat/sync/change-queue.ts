import type { ChatMessage } from '../../../contract/chat.ts'
import { createStore } from '../../api/store.ts'
import { backoffMs, isRefusal, type Refusal, retryAfterMsOf, toRefusal, withTimeout } from './transport.ts'

/** What the author, or for a deletion also an administrator, wants of a stored message. */
export interface MessageChange {
  /** The message's id. */
  id: string
  /** The new text; null deletes the message. */
  message: string | null
  /** The moment of the version that was edited; without it any version is replaced. */
  version?: string | undefined
}

export interface UnsentChange extends MessageChange {
  at: number
  refusal?: Refusal | undefined
}

/** `done`: deleted on the server, which every list will tell. */
export interface WaitingChange extends MessageChange {
  at: number
  state: 'sending' | 'failed' | 'done'
  error?: unknown
}

export interface ChangeStorage {
  all(): UnsentChange[]
  put(change: UnsentChange): void
  remove(id: string): void
  /** Subscribes to changes that another page of this browser removes. */
  onRemoved(listener: (id: string) => void): () => void
}

interface Options {
  /** The answer to an edit is the message; to a deletion there is none. */
  send: (change: MessageChange) => Promise<ChatMessage | undefined>
  storage: ChangeStorage
  toError: (refusal: Refusal) => unknown
  random?: () => number
  now?: () => number
}

const answerTimeoutMs = 20_000

/**
 * Sends one person's edits and deletions one at a time, in order, each until it is stored or refused. They can be repeated
 * without another effect. A later change of the same message takes the place of an earlier one.
 */
export class ChangeQueue {
  #options: Required<Options>
  #store = createStore<readonly WaitingChange[]>([])
  readonly subscribe = this.#store.subscribe
  /** One for each message at most; the same array until something changes. */
  readonly waiting = this.#store.get
  #listeners = new Set<(message: ChatMessage) => void>()
  #attempt: WaitingChange | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #failures = 0
  #isRunning = false
  #unsubscribe: (() => void) | undefined

  constructor({ random = Math.random, now = Date.now, ...options }: Options) {
    this.#options = { random, now, ...options }
  }

  /** Adds the stored changes of an earlier visit or another page. A refused one stays refused. */
  start() {
    if (this.#isRunning) return
    this.#isRunning = true
    const { storage, toError } = this.#options
    const known = new Set(this.waiting().map(({ id }) => id))
    const stored = storage.all().filter(({ id }) => !known.has(id))
    const added = stored.map(
      ({ refusal, ...change }): WaitingChange =>
        refusal ? { ...change, state: 'failed', error: toError(refusal) } : { ...change, state: 'sending' },
    )
    this.#unsubscribe = storage.onRemoved((id) => {
      const removed = this.#find(id)
      if (removed && removed.state !== 'done') this.#set(this.waiting().filter((one) => one !== removed))
    })
    this.#set([...added, ...this.waiting()].toSorted((a, b) => a.at - b.at))
  }

  stop() {
    this.#isRunning = false
    this.#attempt = undefined
    this.#unsubscribe?.()
    this.#clearTimer()
  }

  /** Calls the listener with each edited message that the server has answered. */
  onStored(listener: (message: ChatMessage) => void) {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  put(change: MessageChange) {
    const earlier = this.#find(change.id)
    // the person hasn't seen another version since the earlier change
    const version = earlier && earlier.state !== 'done' ? earlier.version : change.version
    const waiting = { ...change, version, at: this.#options.now(), state: 'sending' as const }
    this.#options.storage.put({ ...change, version, at: waiting.at })
    this.#set([...this.waiting().filter(({ id }) => id !== change.id), waiting])
  }

  retryNow() {
    this.#failures = 0
    this.#clearTimer()
    this.#sendNext()
  }

  /** Sends a refused change again, whatever the message's version is now. */
  retry(id: string) {
    const failed = this.#find(id)
    if (failed?.state !== 'failed') return
    this.#set(this.waiting().filter((one) => one !== failed))
    this.put({ id, message: failed.message })
    this.retryNow()
  }

  /** Removes a refused change and returns it. */
  discard(id: string) {
    const failed = this.#find(id)
    if (failed?.state !== 'failed') return undefined
    this.#options.storage.remove(id)
    this.#set(this.waiting().filter((one) => one !== failed))
    return failed
  }

  #find(id: string) {
    return this.waiting().find((one) => one.id === id)
  }

  #set(waiting: readonly WaitingChange[]) {
    this.#store.set(waiting)
    this.#sendNext()
  }

  #clearTimer() {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #sendNext() {
    if (!this.#isRunning || this.#attempt || this.#timer !== undefined) return
    const next = this.waiting().find(({ state }) => state === 'sending')
    if (next) void this.#send(next)
  }

  async #send(change: WaitingChange) {
    this.#attempt = change
    const { id, message, version } = change
    try {
      const stored = await withTimeout(answerTimeoutMs, this.#options.send({ id, message, version }))
      // also after a stop: the answer is true
      if (stored) for (const listener of this.#listeners) listener(stored)
      if (this.#attempt !== change) return
      this.#attempt = undefined
      this.#failures = 0
      this.#settle(change, stored)
    } catch (error) {
      if (this.#attempt !== change) return
      this.#attempt = undefined
      this.#fail(change, error)
    }
  }

  /** A change that was made during the request stays, for the version that it led to. */
  #settle(change: WaitingChange, stored: ChatMessage | undefined) {
    const current = this.#find(change.id)
    if (current === change) {
      this.#options.storage.remove(change.id)
      const others = this.waiting().filter((one) => one !== change)
      return this.#set(stored ? others : [...others, { ...change, state: 'done' }])
    }
    const next = current && { ...current, version: stored?.edited_at ?? undefined }
    this.#set(this.waiting().map((one) => (one === current && next ? next : one)))
  }

  #fail(change: WaitingChange, error: unknown) {
    const { storage, random } = this.#options
    const isCurrent = this.#find(change.id) === change
    if (isRefusal(error) && isCurrent) {
      const { state: _, error: __, ...unsent } = change
      storage.put({ ...unsent, refusal: toRefusal(error) })
      return this.#set(this.waiting().map((one) => (one === change ? { ...change, state: 'failed', error } : one)))
    }
    if (isRefusal(error)) return this.#sendNext()
    this.#failures += 1
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined
        this.#sendNext()
      },
      Math.max(retryAfterMsOf(error), backoffMs(this.#failures, random)),
    )
  }
}
