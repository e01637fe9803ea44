import { createStore } from '../store.ts'
import { backoffMs, isRefusal, type Refusal, retryAfterMsOf, toRefusal, withTimeout } from './retry.ts'

/** A person's wish about a thing, under an id of its own. */
interface Change {
  id: string
}

export type Unsent<C> = C & { at: number; refusal?: Refusal | undefined }

/** `done`: stored without an answer, which every list will tell. */
export type Waiting<C> = C & { at: number; state: 'sending' | 'failed' | 'done'; error?: unknown }

export interface ChangeStorage<C> {
  all(): Unsent<C>[]
  get(id: string): Unsent<C> | undefined
  put(change: Unsent<C>): void
  remove(id: string): void
  /** Subscribes to changes that another page of this browser removes. */
  onRemoved(listener: (id: string) => void): () => void
}

export interface ChangeQueueOptions<C, Stored> {
  send: (change: C) => Promise<Stored | undefined>
  storage: ChangeStorage<C>
  toError: (refusal: Refusal) => unknown
  /** The change that takes the place of an earlier one that waits. */
  replace?: (later: C, earlier: C) => C
  /** A change that was made while an earlier one was being sent. */
  follow?: (later: C, stored: Stored | undefined) => C
  /** A refused change that is sent again. */
  again?: (refused: C) => C
  random?: () => number
  now?: () => number
}

const answerTimeoutMs = 20_000

/**
 * Sends one person's changes one at a time, in order, each until it is stored or refused. They can be repeated without
 * another effect. A later change under the same id takes the place of an earlier one.
 */
export class ChangeQueue<C extends Change, Stored> {
  #options: Required<ChangeQueueOptions<C, Stored>>
  #store = createStore<readonly Waiting<C>[]>([])
  readonly subscribe = this.#store.subscribe
  /** One for each id at most; the same array until something changes. */
  readonly waiting = this.#store.get
  #listeners = new Set<(stored: Stored, change: C) => void>()
  #attempt: Waiting<C> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #failures = 0
  #isRunning = false
  #unsubscribe: (() => void) | undefined

  constructor(options: ChangeQueueOptions<C, Stored>) {
    const asItIs = (change: C) => change
    this.#options = {
      random: Math.random,
      now: Date.now,
      ...{ replace: asItIs, follow: asItIs, again: asItIs },
      ...options,
    }
  }

  /** Adds the stored changes of an earlier visit or another page. A refused one stays refused. */
  start() {
    if (this.#isRunning) return
    this.#isRunning = true
    const { storage, toError } = this.#options
    const known = new Set(this.waiting().map(({ id }) => id))
    const stored = storage.all().filter(({ id }) => !known.has(id))
    const added = stored.map(
      ({ refusal, ...change }): Waiting<C> =>
        refusal
          ? { ...(change as C & { at: number }), state: 'failed', error: toError(refusal) }
          : { ...(change as C & { at: number }), state: 'sending' },
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

  /** Calls the listener with each answer of the server and its change. */
  onStored(listener: (stored: Stored, change: C) => void) {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  put(change: C) {
    const earlier = this.#find(change.id)
    const replacing = earlier && earlier.state !== 'done' ? this.#options.replace(change, earlier) : change
    const at = this.#options.now()
    this.#options.storage.put({ ...replacing, at })
    this.#set([...this.waiting().filter(({ id }) => id !== change.id), { ...replacing, at, state: 'sending' }])
  }

  retryNow() {
    this.#failures = 0
    this.#clearTimer()
    this.#sendNext()
  }

  retry(id: string) {
    const failed = this.#find(id)
    if (failed?.state !== 'failed') return
    this.#set(this.waiting().filter((one) => one !== failed))
    this.put(this.#options.again(failed))
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

  #set(waiting: readonly Waiting<C>[]) {
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
    if (next) void this.#send(this.#takeLater(next))
  }

  /** Another page of this browser may have put a later change in the place of this one. */
  #takeLater(waiting: Waiting<C>): Waiting<C> {
    const stored = this.#options.storage.get(waiting.id)
    if (!stored || stored.refusal || stored.at <= waiting.at) return waiting
    const later = { ...stored, state: 'sending' as const }
    this.#store.set(this.waiting().map((one) => (one === waiting ? later : one)))
    return later
  }

  async #send(change: Waiting<C>) {
    this.#attempt = change
    try {
      const stored = await withTimeout(answerTimeoutMs, this.#options.send(change))
      // also after a stop: the answer is true
      if (stored) for (const listener of this.#listeners) listener(stored, change)
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

  /** A change that was made during the request stays. */
  #settle(change: Waiting<C>, stored: Stored | undefined) {
    const current = this.#find(change.id)
    if (current === change) {
      this.#options.storage.remove(change.id)
      const others = this.waiting().filter((one) => one !== change)
      return this.#set(stored ? others : [...others, { ...change, state: 'done' }])
    }
    const next = current && { ...current, ...this.#options.follow(current, stored) }
    if (next) this.#keep(next)
    this.#set(this.waiting().map((one) => (one === current && next ? next : one)))
  }

  #keep({ state: _, error: __, ...unsent }: Waiting<C>, refusal?: Refusal) {
    this.#options.storage.put({ ...(unsent as unknown as C & { at: number }), ...(refusal && { refusal }) })
  }

  #fail(change: Waiting<C>, error: unknown) {
    const { random } = this.#options
    const isCurrent = this.#find(change.id) === change
    if (isRefusal(error) && isCurrent) {
      this.#keep(change, toRefusal(error))
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
