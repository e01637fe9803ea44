import { createStore } from '../store.ts'
import {
  answerTimeoutMs,
  backoffMs,
  isRefusal,
  isTooFast,
  type Refusal,
  retryAfterMsOf,
  toRefusal,
  withTimeout,
} from './retry.ts'

/** A text or a choice that a person wants stored, under an id of its own. */
interface Change {
  id: string
}

export type Unsent<C> = C & { at: number; refusal?: Refusal | undefined }

export type Waiting<C> = C & {
  at: number
  /** Time of adding, or of the reconnection. */
  since: number
  /**
   * 'failed' after a refusal, or after `failedAfterMs` without an answer; 'done' when it was stored without an answer,
   * which every list will tell.
   */
  state: 'sending' | 'failed' | 'done'
  error?: unknown
  /** A refused change is sent again only by its author; an unanswered one is retried and blocks later ones. */
  isRefused: boolean
}

export interface UnsentStorage<C> {
  all(): Unsent<C>[]
  get(id: string): Unsent<C> | undefined
  put(unsent: Unsent<C>): void
  remove(id: string): void
  /** Subscribes to changes that another page of this browser removes. */
  onRemoved(listener: (id: string) => void): () => void
}

interface UnsentEvents<C, Stored> {
  /**
   * Called with each answer, also a repeated or a late one, before the change leaves the queue. `request` is the place in
   * what `send` returned.
   */
  onAnswer?: (stored: Stored, change: C, request: number) => void
  /** Called once for each change that leaves the queue because it is stored. */
  onStored?: (stored: Stored, change: Waiting<C>) => void
  /** Called when another page has sent or discarded a change. */
  onRemoved?: () => void
}

export interface UnsentQueueOptions<C, Stored> {
  /** Requests with one effect, however many arrive: the first answer counts, also a late one. */
  send: (change: C) => readonly Promise<Stored | undefined>[]
  storage: UnsentStorage<C>
  toError: (refusal: Refusal) => unknown
  answerTimeoutMs?: number
  /** Time without an answer after which a change is shown as failed. */
  failedAfterMs?: number
  /** The change that takes the place of an earlier one that waits. */
  replace?: (later: C, earlier: C) => C
  /** A change that was made while an earlier one was being sent, on top of what this one has led to. */
  rebase?: (later: C, stored: Stored | undefined) => C
  /** A refused change that is sent again. */
  forRetry?: (refused: C) => C
  random?: () => number
}

const identity = <T>(value: T) => value

const isSame = (one: Waiting<Change> | undefined, other: Waiting<Change>) => one?.id === other.id && one.at === other.at

/** Fields of the page, which are not stored. */
const unstored = { state: undefined, since: undefined, error: undefined, isRefused: undefined }

/**
 * Sends one person's changes one at a time, in order, each until it is stored or refused. They can be repeated without
 * another effect. A later change under the same id takes the place of an earlier one.
 */
export class UnsentQueue<C extends Change, Stored> {
  #options: Required<UnsentQueueOptions<C, Stored>>
  #store = createStore<readonly Waiting<C>[]>([])
  readonly subscribe = this.#store.subscribe
  /** One for each id at most; the same array until something changes. */
  readonly waiting = this.#store.get
  #listeners = new Set<UnsentEvents<C, Stored>>()
  #attempt: Waiting<C> | undefined
  /** Ids whose requests may still arrive; a later change waits for them. */
  #requested = new Set<string>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #lastAt = 0
  #failures = 0
  #isRunning = false
  #shouldRetryNow = false
  #unsubscribe: (() => void) | undefined

  constructor(options: UnsentQueueOptions<C, Stored>) {
    this.#options = {
      answerTimeoutMs,
      failedAfterMs: Number.POSITIVE_INFINITY,
      replace: identity,
      rebase: identity,
      forRetry: identity,
      random: Math.random,
      ...options,
    }
  }

  on(events: UnsentEvents<C, Stored>) {
    this.#listeners.add(events)
    return () => void this.#listeners.delete(events)
  }

  /**
   * Adds the stored changes of an earlier visit or of another page; sent by both, each is still one. A refused one stays
   * refused. Also goes on after a pause.
   */
  start() {
    if (this.#isRunning) return
    this.#isRunning = true
    const { storage } = this.#options
    this.#unsubscribe ??= storage.onRemoved((id) => this.#removedElsewhere(id))
    const known = new Set(this.waiting().map(({ id }) => id))
    const added = storage.all().filter(({ id }) => !known.has(id))
    const since = Date.now()
    const waiting = [...added.map((unsent) => this.#toWaiting(unsent)), ...this.waiting()]
    this.#store.set(waiting.map((one) => ({ ...one, since })).toSorted((a, b) => a.at - b.at))
    this.#lastAt = Math.max(this.#lastAt, this.waiting().at(-1)?.at ?? 0)
    this.retryNow()
  }

  /** Stops sending and the time until `failedAfterMs` while the person isn't signed in. */
  pause() {
    this.#isRunning = false
    this.#attempt = undefined
    this.#clearTimer()
  }

  stop() {
    this.pause()
    this.#unsubscribe?.()
    this.#unsubscribe = undefined
  }

  put(change: C) {
    const { replace } = this.#options
    const earlier = this.#find(change.id)
    const next = earlier && earlier.state !== 'done' ? replace(change, earlier) : change
    this.#lastAt = Math.max(Date.now(), this.#lastAt + 1)
    const waiting: Waiting<C> = { ...next, at: this.#lastAt, ...this.#restarted() }
    this.#keep(waiting)
    this.#set([...this.waiting().filter(({ id }) => id !== change.id), waiting])
  }

  /** Retries after a reconnection without waiting for the backoff, including changes that failed without an answer. */
  retryNow() {
    this.#shouldRetryNow = this.#attempt !== undefined
    this.#failures = 0
    this.#clearTimer()
    this.#change(({ state, isRefused }) => state === 'failed' && !isRefused, this.#restarted())
    this.#sendNext()
  }

  retry(id: string) {
    const failed = this.#find(id)
    if (failed?.state !== 'failed') return
    const retried: Waiting<C> = { ...this.#options.forRetry(failed), at: failed.at, ...this.#restarted() }
    this.#keep(retried)
    this.#store.set(this.waiting().map((one) => (one === failed ? retried : one)))
    this.retryNow()
  }

  /** Removes a failed change and returns it. */
  discard(id: string): Waiting<C> | undefined {
    const failed = this.#find(id)
    if (failed?.state !== 'failed') return undefined
    this.#options.storage.remove(id)
    this.#drop(failed)
    return failed
  }

  markStored(id: string, stored: Stored) {
    const waiting = this.#find(id)
    if (waiting) this.#settle(waiting, stored)
  }

  #restarted = () => ({ state: 'sending', isRefused: false, error: undefined, since: Date.now() }) as const

  #toWaiting({ refusal, ...unsent }: Unsent<C>): Waiting<C> {
    const waiting: Waiting<C> = { ...(unsent as C & { at: number }), ...this.#restarted() }
    return refusal ? { ...waiting, state: 'failed', isRefused: true, error: this.#options.toError(refusal) } : waiting
  }

  #keep(waiting: Waiting<C>, refusal?: Refusal) {
    this.#options.storage.put({ ...waiting, ...unstored, refusal })
  }

  /** False once another page has removed it or put a later one in its place, and after the person has signed out. */
  #isKept({ id, at }: Waiting<C>) {
    return this.#options.storage.get(id)?.at === at
  }

  #find(id: string) {
    return this.waiting().find((one) => one.id === id)
  }

  #set(waiting: readonly Waiting<C>[]) {
    this.#store.set(waiting)
    this.#sendNext()
  }

  #change(which: (one: Waiting<C>) => boolean, changes: Partial<Waiting<Change>>) {
    const waiting = this.waiting()
    if (waiting.some(which)) this.#store.set(waiting.map((one) => (which(one) ? { ...one, ...changes } : one)))
  }

  /** The next one waits neither for the answer to this one nor for its retry. */
  #drop({ id }: Waiting<C>) {
    if (this.#attempt?.id === id) this.#attempt = undefined
    this.#clearTimer()
    this.#set(this.waiting().filter((one) => one.id !== id))
  }

  #removedElsewhere(id: string) {
    const removed = this.#find(id)
    if (!removed || removed.state === 'done') return
    this.#drop(removed)
    for (const { onRemoved } of this.#listeners) onRemoved?.()
  }

  #clearTimer() {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  /** Sends the first change that wasn't refused, unless another is being sent or waits for its retry. */
  #sendNext() {
    if (!this.#isRunning || this.#attempt || this.#timer !== undefined) return
    const next = this.waiting().find(({ state, isRefused }) => state !== 'done' && !isRefused)
    if (next && !this.#requested.has(next.id)) void this.#send(this.#takeLater(next))
  }

  /** Another page of this browser may have put a later change in the place of this one. */
  #takeLater(waiting: Waiting<C>): Waiting<C> {
    const stored = this.#options.storage.get(waiting.id)
    if (!stored || stored.refusal || stored.at <= waiting.at) return waiting
    const later = this.#toWaiting(stored)
    this.#store.set(this.waiting().map((one) => (one === waiting ? later : one)))
    return later
  }

  async #send(change: Waiting<C>) {
    this.#attempt = change
    this.#shouldRetryNow = false
    this.#requested.add(change.id)
    const requests = this.#options.send(change)
    for (const [place, request] of requests.entries())
      request.then(
        (stored) => this.#answered(change, stored, place),
        () => {},
      )
    const failure = await withTimeout(Promise.any(requests), this.#options.answerTimeoutMs).then(
      () => undefined,
      (error: unknown) => ({ reasons: error instanceof AggregateError ? error.errors : [error] }),
    )
    this.#requested.delete(change.id)
    // stored, discarded or paused during the attempt
    if (!failure || !isSame(this.#attempt, change)) return this.#sendNext()
    this.#attempt = undefined
    this.#fail(change, failure.reasons.find(isRefusal) ?? failure.reasons[0])
    this.#sendNext()
  }

  /** Also after a timeout or a pause: the answer is true. */
  #answered(change: Waiting<C>, stored: Stored | undefined, request: number) {
    if (stored) for (const { onAnswer } of this.#listeners) onAnswer?.(stored, change, request)
    this.#settle(change, stored)
  }

  /** A change that was made during the request stays. */
  #settle(sent: Waiting<C>, stored: Stored | undefined) {
    if (isSame(this.#attempt, sent)) this.#attempt = undefined
    const current = this.#find(sent.id)
    if (!current || current.state === 'done') return
    this.#failures = 0
    if (!isSame(current, sent)) {
      const rebased = { ...current, ...this.#options.rebase(current, stored) }
      if (this.#isKept(current)) this.#keep(rebased)
      return this.#set(this.waiting().map((one) => (one === current ? rebased : one)))
    }
    if (this.#isKept(sent)) this.#options.storage.remove(sent.id)
    if (stored) {
      for (const { onStored } of this.#listeners) onStored?.(stored, current)
      return this.#drop(current)
    }
    this.#set([...this.waiting().filter((one) => one !== current), { ...current, state: 'done' }])
  }

  #fail(change: Waiting<C>, error: unknown) {
    const { random, failedAfterMs } = this.#options
    if (isRefusal(error)) {
      this.#failures = 0
      if (this.#isKept(change)) this.#keep(change, toRefusal(error))
      return this.#change((one) => isSame(one, change), { state: 'failed', isRefused: true, error })
    }
    if (this.#shouldRetryNow) return
    // changes that only wait for their turn haven't failed, however long it takes
    const isLong = ({ state, since }: Waiting<C>) => state === 'sending' && Date.now() - since >= failedAfterMs
    if (!isTooFast(error)) this.#change(isLong, { state: 'failed', error })
    this.#failures = isTooFast(error) ? 1 : this.#failures + 1
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined
        this.#sendNext()
      },
      Math.max(retryAfterMsOf(error), backoffMs(this.#failures, random)),
    )
  }
}
