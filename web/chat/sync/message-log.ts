import type { ChatMessage, ChatQuote } from '../../../contract/chat.ts'

/** Maximum of buffered messages while earlier ones are missing; beyond it all of them are fetched anyway. */
const maxBuffered = 500

type Reception = 'new' | 'known' | 'ahead' | 'contradicted'

/** A window of the conversation without gaps, independent of the order and repetition of its input. */
export class MessageLog {
  #messages: readonly ChatMessage[] = []
  #buffered = new Map<number, ChatMessage>()
  /** Changed messages beyond the window: what arrives of them later may be older. */
  #changedAhead = new Map<number, ChatMessage>()
  /** Changed messages as their answers quote them, by `seq`: answers that arrive later may have an earlier quote. */
  #quotes = new Map<number, ChatQuote>()
  #hasStarted = false
  #hasOlder = false

  /** The same array as long as nothing changes. */
  get messages() {
    return this.#messages
  }
  get hasOlder() {
    return this.#hasOlder
  }
  /** False before the first page: nothing is shown, as a message could belong anywhere. */
  get hasStarted() {
    return this.#hasStarted
  }
  get first() {
    return this.#messages[0]
  }
  /** The `seq` up to which the log is complete. */
  get last() {
    return this.#messages.at(-1)?.seq ?? 0
  }
  /** The highest `seq` received, buffered ones included. */
  get newest() {
    return Math.max(this.last, ...this.#buffered.keys())
  }
  get hasBuffered() {
    return this.#buffered.size > 0
  }

  #at(seq: number) {
    const index = seq - (this.first?.seq ?? 0)
    if (index < 0 || seq > this.last) return undefined
    return this.#messages[index]?.seq === seq ? this.#messages[index] : this.#messages.find((one) => one.seq === seq)
  }

  receive(received: ChatMessage): Reception {
    const message = this.#latest(received)
    if (!this.#hasStarted || message.seq > this.last + 1) {
      if (this.#buffered.size < maxBuffered) this.#buffered.set(message.seq, message)
      return 'ahead'
    }
    if (message.seq === this.last + 1) {
      this.#extend([message])
      return 'new'
    }
    if (this.contradicts(message)) return 'contradicted'
    this.#replace([message])
    return 'known'
  }

  /** Takes the states of messages after a change; those of messages above the window come with their pages. */
  change(changed: readonly ChatMessage[], quotes: readonly ChatQuote[] = []) {
    for (const quote of quotes)
      if (quote.change > (this.#quotes.get(quote.seq)?.change ?? 0)) this.#quotes.set(quote.seq, quote)
    for (const message of changed)
      if (!this.#hasStarted || message.seq > this.last) this.#changedAhead.set(message.seq, this.#latest(message))
    for (const [seq, message] of this.#buffered) this.#buffered.set(seq, this.#latest(message))
    this.#replace(changed)
  }

  #latest(message: ChatMessage) {
    const known = this.#changedAhead.get(message.seq)
    return this.#withLatestQuote(known && known.id === message.id && known.change > message.change ? known : message)
  }

  #withLatestQuote(message: ChatMessage) {
    const quote = message.quote && this.#quotes.get(message.quote.seq)
    return quote && message.quote && quote.change > message.quote.change ? { ...message, quote } : message
  }

  #replace(states: readonly ChatMessage[]) {
    const later = new Map<number, ChatMessage>()
    for (const state of states) {
      const own = later.get(state.seq) ?? this.#at(state.seq)
      if (own?.id === state.id && own.change < state.change) later.set(state.seq, state)
    }
    const messages = this.#messages.map((message) => this.#withLatestQuote(later.get(message.seq) ?? message))
    if (messages.some((message, index) => message !== this.#messages[index])) this.#messages = messages
  }

  /** True if the log has another message with this `seq`: the server's database isn't the one it was read from. */
  contradicts(message: ChatMessage) {
    const own = this.#at(message.seq) ?? this.#buffered.get(message.seq)
    return own !== undefined && own.id !== message.id
  }

  reset(page: readonly ChatMessage[], hasOlder: boolean) {
    // they may be shown again after a jump to the past
    for (const message of this.#messages)
      if (message.change > 0) this.#changedAhead.set(message.seq, this.#latest(message))
    this.#messages = []
    this.#hasStarted = true
    this.#hasOlder = hasOlder
    this.#extend(page)
  }

  /** Adds a page listed after a message of the window, without a gap. */
  append(page: readonly ChatMessage[]) {
    this.#replace(page)
    this.#extend(page.filter(({ seq }) => seq > this.last))
  }

  prepend(page: readonly ChatMessage[], hasOlder: boolean) {
    const first = this.first?.seq ?? 0
    const older = page.filter(({ seq }) => seq < first).map((message) => this.#withLatestQuote(message))
    this.#hasOlder = hasOlder && older.length > 0
    if (older.length > 0) this.#messages = [...older, ...this.#messages]
  }

  keepLast(count: number) {
    if (this.#messages.length <= count) return
    this.#messages = this.#messages.slice(-count)
    this.#hasOlder = true
  }

  /** Forgets everything: the server has another database. */
  clear() {
    this.#messages = []
    this.#buffered.clear()
    this.#changedAhead.clear()
    this.#quotes.clear()
  }

  #extend(page: readonly ChatMessage[]) {
    const added = page.map((message) => this.#latest(message))
    let last = added.at(-1)?.seq ?? this.last
    for (let next = this.#buffered.get(last + 1); next; next = this.#buffered.get(last + 1)) {
      added.push(next)
      last = next.seq
    }
    for (const ahead of [this.#buffered, this.#changedAhead])
      for (const seq of ahead.keys()) if (seq <= last) ahead.delete(seq)
    if (added.length > 0) this.#messages = [...this.#messages, ...added]
  }
}
