import type { ChatMessage } from '../../../contract/chat.ts'
import { limits } from '../../../contract/limits.ts'
import type { MessageLog } from './message-log.ts'
import {
  backoffMs,
  type ChatTransport,
  isRefusal,
  isSessionLost,
  listTimeoutMs,
  type MessagePage,
  withTimeout,
} from './transport.ts'

/**
 * With more missed messages, a reader at the bottom starts at the newest page, and one above gets them page by page.
 */
const maxFetched = 1000

type Jump = 'next page' | 'newest page'

interface Events {
  /** Called with the messages of an answer before they are in the log. */
  onMessages: (messages: readonly ChatMessage[]) => void
  onReset: () => void
  onChange: () => void
}

/** Synchronizes a message log with the server: one request at a time until nothing is missing. */
export class HistorySync {
  #log: MessageLog
  #transport: Pick<ChatTransport, 'list'>
  #events: Events
  #random: () => number
  /** Count of stops; answers to earlier requests are dropped. */
  #run = 0
  #isRunning = false
  #isFetching = false
  #isRequested = false
  /** The last message before a possible change; all later ones are compared with the server's. */
  #compareFrom: number | undefined
  #failures = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  /** The server's newest `seq` while more messages are missing below than are fetched automatically. */
  #knownHead: number | undefined
  #pendingJump: Jump | undefined

  /** Set while the person reads above the bottom: the position is kept, however much was missed. */
  keepsPosition = false
  /** Error of the first page; retried unless it is a refusal or the session has ended. */
  error: unknown

  constructor(log: MessageLog, transport: Pick<ChatTransport, 'list'>, events: Events, random: () => number) {
    this.#log = log
    this.#transport = transport
    this.#events = events
    this.#random = random
  }

  start() {
    this.#isRunning = true
    this.syncNow()
  }

  stop() {
    this.#run += 1
    this.#isRunning = false
    this.#isFetching = false
    this.#clearTimer()
  }

  /** Fetches missing messages; after a failure not before the backoff has passed. */
  sync() {
    this.#isRequested = true
    if (this.#isRunning && !this.#isFetching && this.#timer === undefined) void this.#fetchAll()
  }

  syncNow() {
    this.#clearTimer()
    this.#compareFrom ??= this.#log.last
    this.sync()
  }

  /** Called for a message whose predecessors are missing. */
  noteGap(seq: number) {
    if (this.#knownHead === undefined) this.sync()
    else this.#knownHead = Math.max(this.#knownHead, seq)
  }

  /** Count of messages missing below that are fetched only on request. */
  get missing() {
    return this.#knownHead === undefined ? 0 : this.#knownHead - this.#log.last
  }

  jump(to: Jump) {
    if (this.#knownHead === undefined || this.#pendingJump === to || this.#pendingJump === 'newest page') return
    this.#pendingJump = to
    if (to === 'next page') this.sync()
    else this.syncNow()
  }

  /** Replaces the log by a window of the past; what was requested before is dropped, what comes after it is missing. */
  showPast({ messages, hasMore, total }: MessagePage) {
    this.#run += 1
    this.#isFetching = false
    this.#clearTimer()
    this.keepsPosition = true
    const head = Math.max(total, this.#log.newest)
    this.#log.reset(messages, hasMore)
    this.#compareFrom = this.#pendingJump = undefined
    this.#knownHead = head > this.#log.last ? head : undefined
    if (this.missing > maxFetched) return
    // near the present: the messages up to it are fetched
    this.jump('next page')
  }

  #clearTimer() {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  async #fetchAll() {
    const run = this.#run
    this.#isFetching = true
    try {
      while (this.#isRequested) {
        this.#isRequested = false
        const startsOver = !this.#log.hasStarted || this.#pendingJump === 'newest page'
        const apply = await (startsOver ? this.#fetchNewest() : this.#fetchMissed())
        if (run !== this.#run) return
        apply()
        this.error = undefined
        this.#events.onChange()
      }
      this.#failures = 0
      // announced but not listed: the answering process doesn't have it yet
      if (this.#log.hasBuffered && this.#knownHead === undefined) this.#scheduleRetry()
    } catch (error) {
      if (run !== this.#run) return
      this.#isRequested = true
      if (!this.#log.hasStarted) this.error = error
      if (!isRefusal(error) && !isSessionLost(error)) this.#scheduleRetry()
    }
    this.#isFetching = false
    this.#events.onChange()
  }

  #scheduleRetry() {
    this.#failures += 1
    this.#timer = setTimeout(() => this.syncNow(), backoffMs(this.#failures, this.#random))
  }

  #list(query: Parameters<ChatTransport['list']>[0]) {
    return withTimeout(listTimeoutMs, this.#transport.list(query))
  }

  async #fetchNewest() {
    const isFirst = !this.#log.hasStarted
    const page = await this.#list({ limit: limits.chatPage })
    return () => {
      this.#events.onMessages(page.messages)
      this.#log.reset(page.messages, page.hasMore)
      // messages appended to the old window during this request were dropped with it
      this.#isRequested ||= !isFirst || this.#log.hasBuffered
      this.#compareFrom = this.#knownHead = this.#pendingJump = undefined
    }
  }

  async #fetchMissed() {
    const from = this.#compareFrom ?? this.#log.last
    const newest = this.#log.newest
    // includes the last known message, to check that it is unchanged
    const page = await this.#list({ after: Math.max(from - 1, 0), limit: limits.page.max })
    if (this.#isOtherDatabase(newest, page)) {
      const apply = await this.#fetchNewest()
      return () => {
        this.#log.clearBuffered()
        this.#events.onReset()
        apply()
      }
    }
    if (page.total - this.#log.last > maxFetched && !this.keepsPosition) return await this.#fetchNewest()
    return () => {
      this.#events.onMessages(page.messages)
      // otherwise the log would grow at every poll without being read
      if (this.#knownHead === undefined || this.#pendingJump === 'next page') this.#log.append(page.messages)
      if (this.#pendingJump === 'next page') this.#pendingJump = undefined
      // messages announced during this request may be missing from its count
      const head = Math.max(page.total, this.#knownHead ?? 0)
      this.#knownHead = head - this.#log.last > maxFetched ? head : undefined
      this.#isRequested ||= this.#knownHead === undefined && page.hasMore && this.#log.last > from
      this.#compareFrom = undefined
    }
  }

  /** True if the server has an older database than the log's source. */
  #isOtherDatabase(newest: number, page: MessagePage) {
    return page.total < newest || page.messages.some((message) => this.#log.contradicts(message))
  }
}
