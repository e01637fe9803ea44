import type { ChatChanges, ChatMessage } from '../../../contract/chat.ts'
import { limits } from '../../../contract/limits.ts'
import type { OutgoingMessage } from '../../api/live-socket.ts'
import { backoffMs, isRefusal, isSessionLost, withTimeout } from '../../api/unsent/retry.ts'
import type { MessageLog } from './message-log.ts'

export interface MessagePage {
  messages: ChatMessage[]
  /** `seq` of the newest message, as `seq` has no gaps; imported messages come before 1. */
  total: number
  hasMore: boolean
  /** The last change that the messages show for sure. */
  changes: number
  /** From the device, without a network: it may be older than what is shown. */
  isStored?: boolean
}

/** Port of the engine to the server, so that it also runs without a browser. */
export interface ChatTransport {
  list(query: { limit?: number; before?: string; after?: number; around?: string }): Promise<MessagePage>
  /** The messages that changed after a change, or the first of them. */
  changes(after: number): Promise<ChatChanges>
  post(outgoing: OutgoingMessage): Promise<ChatMessage>
  emit(outgoing: OutgoingMessage): Promise<ChatMessage>
  isConnected(): boolean
}

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
  #transport: ChatTransport
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
  /** The last change that all messages of the log show; undefined before the first page. */
  #changes: number | undefined
  /** The newest change known. */
  #changesHead = 0

  /** Set while the person reads above the bottom: the position is kept, however much was missed. */
  keepsPosition = false
  /** Error of the first page; retried unless it is a refusal or the session has ended. */
  error: unknown

  constructor(log: MessageLog, transport: ChatTransport, events: Events, random: () => number) {
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
    this.#fetchUnlessWaiting()
  }

  #fetchUnlessWaiting() {
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

  /** Takes changes told by the server; earlier ones that are missing are fetched. */
  receiveChanges({ from, to, messages, quotes }: ChatChanges) {
    this.#log.change(messages, quotes)
    this.#changesHead = Math.max(this.#changesHead, to)
    if (this.#changes !== undefined && from <= this.#changes) this.#changes = Math.max(this.#changes, to)
    if (this.#missesChanges) this.#fetchUnlessWaiting()
  }

  get #missesChanges() {
    return this.#changes !== undefined && this.#changes < this.#changesHead
  }

  /** Notes a page that was added to the log: it may be older than the changes received meanwhile. */
  notePage({ changes }: Pick<MessagePage, 'changes'>) {
    this.#changes = Math.min(this.#changes ?? changes, changes)
    this.#changesHead = Math.max(this.#changesHead, changes)
    if (this.#missesChanges) this.#fetchUnlessWaiting()
  }

  #replaceLog({ messages, hasMore, changes }: MessagePage) {
    this.#log.reset(messages, hasMore)
    this.#changes = undefined
    this.notePage({ changes })
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
  showPast(page: MessagePage) {
    this.#run += 1
    this.#isFetching = false
    this.#clearTimer()
    this.keepsPosition = true
    const head = Math.max(page.total, this.#log.newest)
    this.#replaceLog(page)
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
      while (this.#isRequested || this.#missesChanges) {
        const isForChanges = !this.#isRequested
        this.#isRequested = false
        const startsOver = !this.#log.hasStarted || this.#pendingJump === 'newest page'
        const apply = await (startsOver
          ? this.#fetchNewest()
          : isForChanges
            ? this.#fetchChanges()
            : this.#fetchMissed())
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
    return withTimeout(this.#transport.list(query))
  }

  async #fetchNewest() {
    const isFirst = !this.#log.hasStarted
    const page = await this.#list({ limit: limits.chatPage })
    if (page.isStored && !isFirst) throw new Error('only an older page is on the device')
    return () => {
      this.#events.onMessages(page.messages)
      this.#replaceLog(page)
      // messages appended to the old window during this request were dropped with it
      this.#isRequested ||= !isFirst || this.#log.hasBuffered
      this.#compareFrom = this.#knownHead = this.#pendingJump = undefined
    }
  }

  async #fetchMissed() {
    const from = this.#compareFrom ?? this.#log.last
    const newest = this.#log.newest
    const changes = this.#changes ?? 0
    // includes the last known message, to check that it is unchanged
    const page = await this.#list({ after: from - 1, limit: limits.page.max })
    if (page.changes < changes || this.#isOtherDatabase(newest, page)) return await this.#startOver()
    if (page.total - this.#log.last > maxFetched && !this.keepsPosition) return await this.#fetchNewest()
    return () => {
      this.#events.onMessages(page.messages)
      // otherwise the log would grow at every poll without being read
      if (this.#knownHead === undefined || this.#pendingJump === 'next page') this.#log.append(page.messages)
      this.notePage(page)
      if (this.#pendingJump === 'next page') this.#pendingJump = undefined
      // messages announced during this request may be missing from its count
      const head = Math.max(page.total, this.#knownHead ?? 0)
      this.#knownHead = head - this.#log.last > maxFetched ? head : undefined
      this.#isRequested ||= this.#knownHead === undefined && page.hasMore && this.#log.last > from
      this.#compareFrom = undefined
    }
  }

  async #fetchChanges() {
    const after = this.#changes ?? 0
    const known = this.#changesHead
    const changes = await withTimeout(this.#transport.changes(after))
    if (changes.head < after) return await this.#startOver()
    return () => {
      // an event during the request may tell of newer ones; one of before that the server doesn't know is of another database
      const newest = this.#changesHead === known ? changes.head : Math.max(this.#changesHead, changes.head)
      this.receiveChanges(changes)
      this.#changesHead = newest
    }
  }

  /** The newest page of a server with another database. */
  async #startOver() {
    const apply = await this.#fetchNewest()
    return () => {
      this.#log.clear()
      this.#changesHead = 0
      this.#events.onReset()
      apply()
    }
  }

  /** True if the server has an older database than the log's source. */
  #isOtherDatabase(newest: number, page: MessagePage) {
    return page.total < newest || page.messages.some((message) => this.#log.contradicts(message))
  }
}
