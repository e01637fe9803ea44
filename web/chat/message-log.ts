import type { ChatMessage } from '../../contract/chat.ts'

/** Messages that are kept for later when some before them are missing; who misses more asks for all of it anyway. */
const mostHeld = 500

export type Reception = 'new' | 'known' | 'ahead' | 'contradicted'

/** A window of the conversation without holes: whatever comes, in whatever order and how often, it stays one. */
export class MessageLog {
  #messages: readonly ChatMessage[] = []
  #held = new Map<number, ChatMessage>()
  #hasStarted = false
  #hasOlder = false

  /** The same array as long as nothing changes. */
  get messages() {
    return this.#messages
  }
  get hasOlder() {
    return this.#hasOlder
  }
  /** Before the first page nothing is shown: it could be anywhere. */
  get hasStarted() {
    return this.#hasStarted
  }
  get first() {
    return this.#messages[0]
  }
  /** The `seq` up to which everything is here. */
  get last() {
    return this.#messages.at(-1)?.seq ?? 0
  }
  /** The highest `seq` that was heard of. */
  get newest() {
    return Math.max(this.last, ...this.#held.keys())
  }
  /** Whether something came whose predecessors are missing. */
  get isWaiting() {
    return this.#held.size > 0
  }

  #at(seq: number) {
    const place = seq - (this.first?.seq ?? 0)
    if (place < 0 || seq > this.last) return undefined
    return this.#messages[place]?.seq === seq ? this.#messages[place] : this.#messages.find((one) => one.seq === seq)
  }

  /** One message that was heard of. */
  receive(message: ChatMessage): Reception {
    if (!this.#hasStarted || message.seq > this.last + 1) {
      if (this.#held.size < mostHeld) this.#held.set(message.seq, message)
      return 'ahead'
    }
    if (message.seq === this.last + 1) {
      this.#append([message])
      return 'new'
    }
    return this.contradicts(message) ? 'contradicted' : 'known'
  }

  /** Whether another message is in its place: the server's database isn't the one that this was read from. */
  contradicts(message: ChatMessage) {
    const own = this.#at(message.seq) ?? this.#held.get(message.seq)
    return own !== undefined && own.id !== message.id
  }

  /** The newest page, instead of what is here. */
  startAt(page: readonly ChatMessage[], hasOlder: boolean) {
    this.#messages = []
    this.#hasStarted = true
    this.#hasOlder = hasOlder
    this.#append(page)
  }

  /** What the server says comes after a message of here: its word for there being nothing in between. */
  follow(run: readonly ChatMessage[]) {
    this.#append(run.filter(({ seq }) => seq > this.last))
  }

  /** What the server says comes before the first one. */
  precede(run: readonly ChatMessage[], hasOlder: boolean) {
    const first = this.first?.seq ?? 0
    const older = run.filter(({ seq }) => seq < first)
    this.#hasOlder = hasOlder && older.length > 0
    if (older.length > 0) this.#messages = [...older, ...this.#messages]
  }

  /** Lets go of all but so many of the newest. */
  leave(count: number) {
    if (this.#messages.length <= count) return
    this.#messages = this.#messages.slice(-count)
    this.#hasOlder = true
  }

  /** What came of a database that isn't there any more. */
  forgetHeld() {
    this.#held.clear()
  }

  #append(run: readonly ChatMessage[]) {
    const added = [...run]
    let last = added.at(-1)?.seq ?? this.last
    for (let next = this.#held.get(last + 1); next; next = this.#held.get(last + 1)) {
      added.push(next)
      last = next.seq
    }
    for (const seq of this.#held.keys()) if (seq <= last) this.#held.delete(seq)
    if (added.length > 0) this.#messages = [...this.#messages, ...added]
  }
}
