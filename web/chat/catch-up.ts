import type { ChatMessage } from '../../contract/chat.ts'
import { limits } from '../../contract/limits.ts'
import type { MessageLog } from './message-log.ts'
import { isRefusal, isSessionLost, listWithin, type MessagePage, pauseAfter, type Wire, within } from './wire.ts'

/** Who missed more than this starts at the newest page again, and can go back from there. */
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
        const apply = await (this.#log.hasStarted ? this.#fetchMissed() : this.#fetchNewest())
        if (life !== this.#life) return
        apply()
        this.error = undefined
        this.#events.onChange()
      }
      this.#failures = 0
      // heard of, and yet not in the list: the server that was asked doesn't have it yet
      if (this.#log.isWaiting) this.#lookLater()
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
      this.#from = undefined
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
    if (page.total - this.#log.last > mostFetched) return await this.#fetchNewest()
    return () => {
      this.#events.onMessages(page.messages)
      this.#log.follow(page.messages)
      this.#isWanted ||= page.hasMore && this.#log.last > from
      this.#from = undefined
    }
  }

  /** Whether the server has an older database than the one all this came from. */
  #isOther(known: number, page: MessagePage) {
    return page.total < known || page.messages.some((message) => this.#log.contradicts(message))
  }
}
