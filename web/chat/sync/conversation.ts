import { v4 as newClientId } from 'uuid'
import type { ChatChanges, ChatMessage } from '../../../contract/chat.ts'
import { limits } from '../../../contract/limits.ts'
import { createStore, type Store } from '../../api/store.ts'
import { withTimeout } from '../../api/unsent/retry.ts'
import { type ChatTransport, HistorySync } from './history-sync.ts'
import { MessageLog } from './message-log.ts'
import type { Answered, MessageQueue, Pending } from './queues.ts'

export interface Snapshot {
  /** State of the first page. */
  status: 'loading' | 'ready' | 'failed'
  error?: unknown
  /** Ascending by `seq`, without gaps; the same array until something changes. */
  messages: readonly ChatMessage[]
  /** Own messages not confirmed as stored, in sending order; disjoint from `messages`. */
  pending: readonly Pending[]
  hasOlder: boolean
  /** Count of messages missing below, after many arrived while the person read above; `loadNewer` fetches them. */
  missing: number
  isLoadingOlder: boolean
  olderError?: unknown
}

interface Options {
  me: string
  /** Outlives this conversation. */
  queue: MessageQueue
  random?: (() => number) | undefined
  /** Called when the server has another database than before. */
  onReset?: (() => void) | undefined
}

/** Trimmed in large steps: trimming at each message would move the whole list each time. */
const maxShown = 5000
const shownAfterTrim = 4000

/** Messages loaded on each side of one that is looked for. */
const aroundSide = 30

/** One person's view of the chat, independent of the order and repetition of answers, events and lists. */
export class Conversation {
  #transport: ChatTransport
  #me: string
  #log = new MessageLog()
  #sync: HistorySync
  #queue: MessageQueue
  #unsubscribe: (() => void)[] = []
  /** Stored messages whose predecessors aren't loaded: shown as pending until they are. */
  #stored: { pending: Pending; seq: number }[] = []
  /** Count of jumps; only the answer to the last one is shown. */
  #jumps = 0
  #isLoadingOlder = false
  #olderError: unknown
  #store: Store<Snapshot>
  readonly subscribe: Store<Snapshot>['subscribe']
  readonly snapshot: Store<Snapshot>['get']

  constructor(transport: ChatTransport, { me, queue, random = Math.random, onReset }: Options) {
    this.#transport = transport
    this.#me = me
    this.#queue = queue
    const events = {
      onMessages: (messages: readonly ChatMessage[]) => this.#noteOwn(messages),
      onReset: () => {
        this.#stored = []
        this.#olderError = undefined
        onReset?.()
      },
      onChange: () => this.#changed(),
    }
    this.#sync = new HistorySync(this.#log, transport, events, random)
    this.#store = createStore(this.#takeSnapshot())
    this.subscribe = this.#store.subscribe
    this.snapshot = this.#store.get
  }

  start() {
    if (this.#unsubscribe.length === 0) this.#unsubscribe = this.#followQueue()
    this.#sync.error = undefined
    this.#sync.start()
    this.#changed()
  }

  stop() {
    this.#sync.stop()
    for (const unsubscribe of this.#unsubscribe.splice(0)) unsubscribe()
  }

  #followQueue() {
    const sync = () => this.#sync.sync()
    return [
      this.#queue.subscribe(() => this.#changed()),
      this.#queue.on({
        onStored: ({ seq }, pending) => void this.#stored.push({ pending, seq }),
        onAnswer: (message, _change, request) => {
          this.receive(message)
          // the list is read again after the create call (SPEC §4), the first of the requests
          if (request === 0) sync()
        },
        onRemoved: sync,
      }),
    ]
  }

  receive(message: ChatMessage) {
    this.#noteOwn([message])
    const before = this.#log.messages
    const reception = this.#log.receive(message)
    if (reception === 'ahead') this.#sync.noteGap(message.seq)
    if (reception === 'contradicted') this.#sync.sync()
    if (reception !== 'known' || this.#log.messages !== before) this.#changed()
  }

  receiveChanges(changes: ChatChanges) {
    this.#sync.receiveChanges(changes)
    this.#changed()
  }

  /** Shows a state of a stored message, as the answer to an edit has it. */
  showState(message: ChatMessage) {
    this.#log.change([message])
    this.#changed()
  }

  /** Fetches possibly missed messages: after a reconnection, after sleep, or at intervals. */
  resync() {
    this.#sync.syncNow()
  }

  async loadOlder() {
    const first = this.#log.first
    if (!first || !this.#log.hasOlder || this.#isLoadingOlder) return
    this.#isLoadingOlder = true
    this.#olderError = undefined
    this.#changed()
    try {
      const page = await withTimeout(this.#transport.list({ before: first.id, limit: limits.chatPage }))
      this.#noteOwn(page.messages)
      // after a reset during the request these messages don't belong before the first one
      if (this.#log.first === first) {
        this.#log.prepend(page.messages, page.hasMore)
        this.#sync.notePage(page)
      }
    } catch (error) {
      if (this.#log.first === first) this.#olderError = error
      this.#sync.sync()
    }
    this.#isLoadingOlder = false
    this.#changed()
  }

  /** Shows a message between earlier and later ones, in place of the loaded ones if it isn't among them; returns its `seq`. */
  async showAround(id: string): Promise<number | undefined> {
    const find = (messages: readonly ChatMessage[]) => messages.find((message) => message.id === id)?.seq
    const loaded = find(this.#log.messages)
    if (loaded !== undefined) return loaded
    this.#jumps += 1
    const jump = this.#jumps
    const page = await withTimeout(this.#transport.list({ around: id, limit: 2 * aroundSide + 1 }))
    // the person may have gone elsewhere meanwhile, and it may have been loaded
    if (jump === this.#jumps && find(this.#log.messages) === undefined) {
      this.#noteOwn(page.messages)
      this.#olderError = undefined
      this.#sync.showPast(page)
      this.#changed()
    }
    return find(page.messages)
  }

  /** Fetches the next page of many missed messages. */
  loadNewer() {
    this.#sync.jump('next page')
  }

  jumpToLatest() {
    this.#jumps += 1
    this.#sync.jump('newest page')
  }

  /** Keeps the position while the person reads above the bottom; trims old messages on return. */
  setAtBottom(isAtBottom: boolean) {
    this.#sync.keepsPosition = !isAtBottom
    if (isAtBottom) this.trim()
  }

  /** Drops the oldest messages; only at the bottom, far below the dropped ones. */
  trim() {
    if (this.#isLoadingOlder || this.#log.messages.length <= maxShown) return
    this.#log.keepLast(shownAfterTrim)
    this.#changed()
  }

  send(message: string, answered?: Answered) {
    if (message.trim() === '') return
    this.#queue.put({ id: newClientId(), message, answered })
    this.jumpToLatest()
  }

  #noteOwn(messages: readonly ChatMessage[]) {
    for (const message of messages)
      if (message.client_id && message.author_id === this.#me) this.#queue.markStored(message.client_id, message)
  }

  #changed() {
    this.#stored = this.#stored.filter(({ seq }) => !this.#log.hasStarted || seq > this.#log.last)
    this.#store.set(this.#takeSnapshot())
  }

  #takeSnapshot(): Snapshot {
    const { error } = this.#sync
    const stored = this.#stored.map(({ pending }) => pending)
    return {
      status: this.#log.hasStarted ? 'ready' : error === undefined ? 'loading' : 'failed',
      error: this.#log.hasStarted ? undefined : error,
      messages: this.#log.messages,
      pending: [...stored, ...this.#queue.waiting()].toSorted((a, b) => a.at - b.at),
      hasOlder: this.#log.hasOlder,
      missing: this.#sync.missing,
      isLoadingOlder: this.#isLoadingOlder,
      olderError: this.#olderError,
    }
  }
}
