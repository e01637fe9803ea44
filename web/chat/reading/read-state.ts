// Read position and unread count of the signed-in person in the chat, followed on every page.
import { useEffect } from 'react'
import { type ChatMessage, type ChatReading, chat } from '../../../contract/chat.ts'
import { limits } from '../../../contract/limits.ts'
import { call, isStatus } from '../../api/call.ts'
import { onReconnect, subscribe } from '../../api/live.ts'
import { currentSession, onSession, useMember } from '../../api/session.ts'
import { createStore, useStore } from '../../api/store.ts'
import { isRefusal, withTimeout } from '../../api/unsent/retry.ts'
import { formatCount } from '../../ui/format/count.ts'
import { useTitleBadge } from '../../ui/page/document-title.ts'
import { texts } from '../texts.ts'

/** Delay before a new message counts as unread: a reader at the bottom reads it at once. */
const countDelayMs = 300
/**
 * Delay of the report to the server after a pause in reading; `maxReportDelayMs` limits it during continuous reading.
 */
const reportDebounceMs = 2000
const maxReportDelayMs = 3000
const reportRetryMs = 15_000

/** The end of a session is told elsewhere. */
function warn(error: unknown) {
  if (!isStatus(error, 401)) console.warn('chat reading', error)
}

class ReadState {
  /** Count of unread messages of others; 100 means 100 or more. */
  readonly unread = createStore(0)

  #person: string | undefined
  /** The last message read, as known here and as known to the server. */
  #readSeq = 0
  #reportedSeq = 0
  #newest = 0
  /** The server's last count, up to `#countedUpTo`; later messages of others are in `#arrived`. */
  #counted = 0
  #countedUpTo = 0
  #arrived: number[] = []
  #firstReading: Promise<number> | undefined
  #isReporting = false
  #report: { timer: ReturnType<typeof setTimeout>; latest: number } | undefined

  /** Follows a person until the returned function is called. */
  follow(person: string) {
    if (this.#person !== person) this.reset(person)
    void this.#load().catch(warn)
    const stops = [
      subscribe('receive_message', (message) => this.#receive(message)),
      subscribe('chat_reading', (reading) => this.#apply(reading)),
      onReconnect(() => this.#refresh()),
      onSession(() => this.#reportAfterSignIn()),
    ]
    const reportNow = () => void this.#sendReport()
    const reportWhenHidden = () => document.visibilityState === 'hidden' && reportNow()
    const listeners = new AbortController()
    document.addEventListener('visibilitychange', reportWhenHidden, listeners)
    addEventListener('pagehide', reportNow, listeners)
    return () => {
      for (const stop of stops) stop()
      listeners.abort()
    }
  }

  reset(person: string | undefined) {
    this.#person = person
    this.#readSeq = this.#reportedSeq = this.#newest = this.#counted = this.#countedUpTo = 0
    this.#arrived = []
    this.#firstReading = undefined
    this.#cancelReport()
    this.#updateUnread()
  }

  /** Called when the server has another database: the old position is meaningless. */
  reload() {
    this.reset(this.#person)
    void this.#load().catch(warn)
  }

  markRead(seq: number) {
    if (seq <= this.#readSeq || this.#person === undefined) return
    this.#readSeq = seq
    if (seq >= this.#countedUpTo) this.#counted = 0
    this.#arrived = this.#arrived.filter((one) => one > seq)
    this.#updateUnread()
    this.#scheduleReport()
  }

  /** `seq` of the last message read; rejects if the server can't be reached. */
  async position() {
    return Math.max(await this.#load(), this.#readSeq)
  }

  #load() {
    this.#firstReading ??= this.#request(() => call(chat.reading, {}))
    this.#firstReading.catch(() => {
      this.#firstReading = undefined
    })
    return this.#firstReading
  }

  #updateUnread() {
    this.unread.set(Math.min(this.#counted + this.#arrived.length, limits.maxUnreadCount))
  }

  #apply({ seq, unread, head }: ChatReading) {
    // a newer answer arrived before this one
    if (seq < this.#readSeq) return
    // read further than known here, but counted before the last count: neither count is current
    if (head < this.#countedUpTo) return seq > this.#readSeq ? this.#refresh() : undefined
    this.#readSeq = seq
    this.#reportedSeq = Math.max(this.#reportedSeq, seq)
    this.#counted = unread
    this.#countedUpTo = head
    this.#newest = Math.max(this.#newest, head)
    this.#arrived = this.#arrived.filter((one) => one > head)
    this.#updateUnread()
  }

  async #request(request: () => Promise<ChatReading>) {
    const [person, newest] = [this.#person, this.#newest]
    const reading = await request()
    if (this.#person !== person) return reading.seq
    // fewer messages than before the request: the server now has an older database
    if (reading.head < newest) this.reset(person)
    this.#apply(reading)
    return this.#readSeq
  }

  #refresh() {
    if (this.#reportedSeq < this.#readSeq) void this.#sendReport()
    else this.#request(() => call(chat.reading, {})).catch(warn)
  }

  #receive({ seq, author_id }: ChatMessage) {
    if (seq <= this.#newest) return
    this.#newest = seq
    const person = this.#person
    if (author_id === person) return
    setTimeout(() => {
      if (this.#person !== person || seq <= Math.max(this.#readSeq, this.#countedUpTo)) return
      this.#arrived.push(seq)
      this.#updateUnread()
    }, countDelayMs)
  }

  /** Debounced: a burst of read messages is reported once. */
  #scheduleReport() {
    const now = performance.now()
    const latest = this.#report?.latest ?? now + maxReportDelayMs
    this.#setReportTimer(latest, Math.min(reportDebounceMs, latest - now))
  }

  #setReportTimer(latest: number, delayMs: number) {
    clearTimeout(this.#report?.timer)
    this.#report = { latest, timer: setTimeout(() => void this.#sendReport(), delayMs) }
  }

  #cancelReport() {
    clearTimeout(this.#report?.timer)
    this.#report = undefined
  }

  #reportAfterSignIn() {
    if (currentSession().phase === 'member' && this.#reportedSeq < this.#readSeq) this.#scheduleReport()
  }

  async #sendReport() {
    this.#cancelReport()
    // without a session the report waits for the next one
    if (this.#isReporting || this.#reportedSeq >= this.#readSeq || currentSession().phase !== 'member') return
    this.#isReporting = true
    const person = this.#person
    const seq = this.#readSeq
    try {
      await withTimeout(this.#request(() => call(chat.read, { body: { seq }, keepalive: true })))
      if (this.#person === person && this.#readSeq >= seq) this.#reportedSeq = Math.max(this.#reportedSeq, seq)
      if (this.#reportedSeq < this.#readSeq) this.#scheduleReport()
    } catch (error) {
      warn(error)
      if (this.#person === person && !isRefusal(error))
        this.#setReportTimer(performance.now() + reportRetryMs, reportRetryMs)
    } finally {
      this.#isReporting = false
    }
  }
}

export const readState = new ReadState()

/** Unread messages of others, for the navigation on every page; 100 means 100 or more. */
export function useUnreadCount() {
  const me = useMember()?.id
  useEffect(() => {
    if (me === undefined) return readState.reset(undefined)
    return readState.follow(me)
  }, [me])
  return useStore(readState.unread)
}

export function useUnreadBadge() {
  const unread = useUnreadCount()
  const short = unread === 0 ? '' : formatCount(unread)
  useTitleBadge(short)
  return unread === 0 ? undefined : { short, label: texts.unread(unread) }
}
