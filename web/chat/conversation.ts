import type { ChatMessage } from '../../contract/chat.ts'
import { limits } from '../../contract/limits.ts'
import { CatchUp } from './catch-up.ts'
import { MessageLog } from './message-log.ts'
import { type Pending, Sender, type SenderOptions } from './sender.ts'
import { listWithin, type Wire, within } from './wire.ts'

export type { Outbox } from './outbox.ts'
export type { Pending } from './sender.ts'
export type { Sending, Wire } from './wire.ts'

export interface Snapshot {
  /** Of the first page. */
  status: 'loading' | 'ready' | 'failed'
  error?: unknown
  /** Ascending by `seq` and without holes; the same array while nothing changes. */
  messages: readonly ChatMessage[]
  /** One's own that aren't known to be stored, in the order of sending; never one that is in `messages`. */
  pending: readonly Pending[]
  hasOlder: boolean
  /** How many are missing below, for who was reading above when very many came; they come with `loadNewer`. */
  missing: number
  isLoadingOlder: boolean
  olderError?: unknown
}

interface Options extends SenderOptions {
  me: string
  /** One that goes on without this conversation; otherwise it makes its own. */
  sender?: Sender | undefined
  /** The server has another database than before. */
  onAnew?: (() => void) | undefined
}

/** Messages of an open page at most, while its end is shown, and how many stay: not one for one, which moves all of it. */
const mostShown = 5000
const leftShown = 4000

/** What one person sees of the chat: the same whichever of the answers, events and lists comes first, or twice. */
export class Conversation {
  #wire: Wire
  #me: string
  #log = new MessageLog()
  #catchUp: CatchUp
  #sender: Sender
  #ownsSender: boolean
  #stopHearing: (() => void) | undefined
  /** Stored, but some before them aren't here yet: shown as pending until they are. */
  #stored: { pending: Pending; seq: number }[] = []
  #isLoadingOlder = false
  #olderError: unknown
  #listeners = new Set<() => void>()
  #snapshot: Snapshot

  constructor(wire: Wire, { me, sender, onAnew, ...options }: Options) {
    this.#wire = wire
    this.#me = me
    this.#ownsSender = sender === undefined
    this.#sender = sender ?? new Sender(wire, options)
    const events = {
      onMessages: (messages: readonly ChatMessage[]) => this.#noteOwn(messages),
      onAnew: () => {
        this.#stored = []
        this.#olderError = undefined
        onAnew?.()
      },
      onChange: () => this.#changed(),
    }
    this.#catchUp = new CatchUp(this.#log, wire, events, options.random ?? Math.random)
    this.#snapshot = this.#look()
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  readonly snapshot = () => this.#snapshot

  start() {
    this.#stopHearing ??= this.#sender.listen({
      onStored: (pending, { seq }) => void this.#stored.push({ pending, seq }),
      onAnswer: (message) => this.receive(message),
      onNews: () => this.#catchUp.look(),
      onChange: () => this.#changed(),
    })
    if (this.#ownsSender) this.#sender.start()
    this.#catchUp.error = undefined
    this.#catchUp.start()
    this.#changed()
  }

  stop() {
    this.#catchUp.stop()
    if (this.#ownsSender) this.#sender.stop()
    this.#stopHearing?.()
    this.#stopHearing = undefined
  }

  /** A message that was heard of. */
  receive(message: ChatMessage) {
    this.#noteOwn([message])
    const reception = this.#log.receive(message)
    if (reception === 'ahead') this.#catchUp.heard(message.seq)
    if (reception === 'contradicted') this.#catchUp.look()
    if (reception !== 'known') this.#changed()
  }

  /** Something may have been missed: after a connection, sleep, or a while. */
  reconnected() {
    this.#catchUp.lookNow()
    if (this.#ownsSender) this.#sender.hurry()
  }

  async loadOlder() {
    const first = this.#log.first
    if (!first || !this.#log.hasOlder || this.#isLoadingOlder) return
    this.#isLoadingOlder = true
    this.#olderError = undefined
    this.#changed()
    try {
      const page = await within(listWithin, this.#wire.list({ before: first.id, limit: limits.chatPage }))
      this.#noteOwn(page.messages)
      // begun anew meanwhile: these are older than something that isn't here
      if (this.#log.first === first) this.#log.precede(page.messages, page.hasMore)
    } catch (error) {
      if (this.#log.first === first) this.#olderError = error
      this.#catchUp.look()
    }
    this.#isLoadingOlder = false
    this.#changed()
  }

  /** What comes next of very many that were missed. */
  loadNewer() {
    this.#catchUp.go('on')
  }

  /** The newest page, instead of all that is missing before it. */
  toNewest() {
    this.#catchUp.go('to the end')
  }

  /** Whether the end is shown: who reads above stays where they are, and who doesn't needs no messages far above. */
  stand(isAtEnd: boolean) {
    this.#catchUp.staysPut = !isAtEnd
    if (isAtEnd) this.trim()
  }

  /** Lets go of the oldest when there are very many; for when the end is shown, far below what goes. */
  trim() {
    if (this.#isLoadingOlder || this.#log.messages.length <= mostShown) return
    this.#log.leave(leftShown)
    this.#changed()
  }

  send(message: string) {
    if (message.trim() === '') return
    this.#sender.add(message)
    this.toNewest()
  }

  retry(client_id: string) {
    this.#sender.retry(client_id)
  }

  /** Gives up one that failed; answers its text. */
  discard(client_id: string) {
    return this.#sender.discard(client_id)
  }

  #noteOwn(messages: readonly ChatMessage[]) {
    for (const message of messages)
      if (message.client_id && message.author_id === this.#me) this.#sender.found(message.client_id, message)
  }

  #changed() {
    this.#stored = this.#stored.filter(({ seq }) => !this.#log.hasStarted || seq > this.#log.last)
    this.#snapshot = this.#look()
    for (const listener of this.#listeners) listener()
  }

  #look(): Snapshot {
    const { error } = this.#catchUp
    const stored = this.#stored.map(({ pending }) => pending)
    return {
      status: this.#log.hasStarted ? 'ready' : error === undefined ? 'loading' : 'failed',
      error: this.#log.hasStarted ? undefined : error,
      messages: this.#log.messages,
      pending: [...stored, ...this.#sender.pending].toSorted((a, b) => a.at - b.at),
      hasOlder: this.#log.hasOlder,
      missing: this.#catchUp.missing,
      isLoadingOlder: this.#isLoadingOlder,
      olderError: this.#olderError,
    }
  }
}
