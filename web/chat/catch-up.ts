import type { ChatMessage } from '../../contract/chat.ts'
import { limits } from '../../contract/limits.ts'
import type { MessageLog } from './message-log.ts'
import { isRefusal, isSessionLost, listWithin, type MessagePage, pauseAfter, type Wire, within } from './wire.ts'

/** Who missed more than this starts at the newest page again, unless they are reading above: then it comes as they go on. */
const mostFetched = 1000

interface Events {
  /** What an answer held, before it is in the log. */
  onMessages: (messages: readonly ChatMessage[]) => void
  /** The server has another database than before. */
  onAnew: () => void
  onChange: () => void
}

/** Keeps a log level with the server: asks for what is missing, one request at a time, until nothing is. */
export class CatchUp {
  #log: MessageLog
  #wire: Pick<Wire, 'list'>
  #events: Events
  #random: () => number
  /** Answers to what was asked before a stop are nobody's any more. */
  #life = 0
  #isOn = false
  #isAsking = false
  #isWanted = false
  /** The last one that was here before something may have changed; all after it is to be compared. */
  #from: number | undefined
  #failures = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  /** The newest of all, while more is missing below than is fetched by itself. */
  #far: number | undefined
  /** What of that was asked for: the page that comes next, or the newest one instead of all this. */
  #goes: 'on' | 'to the end' | undefined

  /** Whether one reads above the end: then the place stays, however much was missed. */
  staysPut = false
  /** Why the first page isn't there; tried again by itself, unless it was refused or the session has ended. */
  error: unknown

  constructor(log: MessageLog, wire: Pick<Wire, 'list'>, events: Events, random: () => number) {
    this.#log = log
    this.#wire = wire
    this.#events = events
    this.#random = random
  }

  start() {
    this.#isOn = true
    this.lookNow()
  }

  stop() {
    this.#life += 1
    this.#isOn = false
    this.#isAsking = false
    this.#forgetTimer()
  }

  /** Something is missing, or may be; after a failure not before its time. */
  look() {
    this.#isWanted = true
    if (this.#isOn && !this.#isAsking && this.#timer === undefined) void this.#ask()
  }

  /** A message after a hole was heard of. */
  heard(seq: number) {
    if (this.#far === undefined) this.look()
    else this.#far = Math.max(this.#far, seq)
  }

  /** How many are missing below; more come when they are asked for. */
  get missing() {
    return this.#far === undefined ? 0 : this.#far - this.#log.last
  }

  go(where: 'on' | 'to the end') {
    if (this.#far === undefined || this.#goes === where || this.#goes === 'to the end') return
    this.#goes = where
    if (where === 'on') this.look()
    else this.lookNow()
  }

  /** The same, at once: the way to the server is there again. */
  lookNow() {
    this.#forgetTimer()
    this.#from ??= this.#log.last
    this.look()
  }

  #forgetTimer() {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  async #ask() {
    const life = this.#life
    this.#isAsking = true
    try {
      while (this.#isWanted) {
        this.#isWanted = false
        const isAnew = !this.#log.hasStarted || this.#goes === 'to the end'
        const apply = await (isAnew ? this.#fetchNewest() : this.#fetchMissed())
        if (life !== this.#life) return
        apply()
        this.error = undefined
        this.#events.onChange()
      }
      this.#failures = 0
      // heard of, and yet not in the list: the server that was asked doesn't have it yet
      if (this.#log.isWaiting && this.#far === undefined) this.#lookLater()
    } catch (error) {
      if (life !== this.#life) return
      this.#isWanted = true
      if (!this.#log.hasStarted) this.error = error
      if (!isRefusal(error) && !isSessionLost(error)) this.#lookLater()
    }
    this.#isAsking = false
    this.#events.onChange()
  }

  #lookLater() {
    this.#failures += 1
    this.#timer = setTimeout(() => this.lookNow(), pauseAfter(this.#failures, this.#random))
  }

  #list(query: Parameters<Wire['list']>[0]) {
    return within(listWithin, this.#wire.list(query))
  }

  async #fetchNewest() {
    const isFirst = !this.#log.hasStarted
    const page = await this.#list({ limit: limits.chatPage })
    return () => {
      this.#events.onMessages(page.messages)
      this.#log.startAt(page.messages, page.hasMore)
      // what was put on the old window while this page was on its way went with it
      this.#isWanted ||= !isFirst || this.#log.isWaiting
      this.#from = this.#far = this.#goes = undefined
    }
  }

  async #fetchMissed() {
    const from = this.#from ?? this.#log.last
    const known = this.#log.newest
    // the last one that was here comes along, to see that it is the same
    const page = await this.#list({ after: Math.max(from - 1, 0), limit: limits.page.max })
    if (this.#isOther(known, page)) {
      const apply = await this.#fetchNewest()
      return () => {
        this.#log.forgetHeld()
        this.#events.onAnew()
        apply()
      }
    }
    if (page.total - this.#log.last > mostFetched && !this.staysPut) return await this.#fetchNewest()
    return () => {
      this.#events.onMessages(page.messages)
      // asked for by looking again it would grow without anybody reading it
      if (this.#far === undefined || this.#goes === 'on') this.#log.follow(page.messages)
      if (this.#goes === 'on') this.#goes = undefined
      // what was heard of while this page was on its way may not be counted in it
      const newest = Math.max(page.total, this.#far ?? 0)
      this.#far = newest - this.#log.last > mostFetched ? newest : undefined
      this.#isWanted ||= this.#far === undefined && page.hasMore && this.#log.last > from
      this.#from = undefined
    }
  }

  /** Whether the server has an older database than the one all this came from. */
  #isOther(known: number, page: MessagePage) {
    return page.total < known || page.messages.some((message) => this.#log.contradicts(message))
  }
}
