/** A chat page without a screen: the browser's own conversation over a real socket and real HTTP, with injected faults. */
import { io, type Socket } from 'socket.io-client'
import type { ChatChanges, ChatMessage } from '../../../../contract/chat.ts'
import type { Reaction } from '../../../../contract/content/reactions.ts'
import { type ErrorCode, errors } from '../../../../contract/errors.ts'
import type { ClientEvents, ServerEvents } from '../../../../contract/realtime.ts'
import { memoryStorage } from '../../../../tools/memory-storage.ts'
import type { Random } from '../../../../tools/random.ts'
import type { OutgoingMessage } from '../../../../web/api/live-socket.ts'
import { isRefusal } from '../../../../web/api/unsent/retry.ts'
import type { ChatTransport } from '../../../../web/chat/sync/history-sync.ts'
import { createMessageChangeQueue, type MessageChange } from '../../../../web/chat/sync/queues.ts'
import { OwnConversation } from '../../own-conversation.ts'

export const noFaults = {
  /** Probabilities: of lost and delayed answers, of doubled requests and events, and of lost events. */
  ...{ lostAnswers: 0, delayed: 0, doubled: 0, lostEvents: 0 },
  /** A transport that refuses to send. */
  blocked: undefined as 'socket' | 'rest' | undefined,
}
/** Faults between a client and the servers. */
export type Faults = typeof noFaults

/** A message whose storage was acknowledged. */
export interface Acknowledged {
  client_id: string
  message: string
  seq: number
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
const answerTimeoutMs = 3000
/** Of a change: one that was given up could still be stored after the next one. */
const changeTimeoutMs = 60_000

class Refused extends Error {
  readonly status: number
  constructor(status: number) {
    super(`refused: ${status}`)
    this.status = status
  }
}

export interface Member {
  id: string
  name: string
  token: string
}

/** One open chat page of a member, on the server at `origin` until it moves to another one. */
export function openChat(member: Member, origin: string, random: Random, faults: () => Faults) {
  const acknowledged: Acknowledged[] = []
  const sent: string[] = []
  /** Ids under which the texts were sent. */
  const clientIds = new Map<string, string>()
  let server = origin
  let socket: Socket<ServerEvents, ClientEvents> | undefined

  async function ask<T>(
    method: string,
    path: string,
    body?: unknown,
    { timeoutMs = answerTimeoutMs, headers = {} } = {},
  ) {
    const response = await fetch(`${server}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${member.token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!response.ok) throw new Refused(response.status)
    return { body: (response.status === 204 ? undefined : await response.json()) as T, headers: response.headers }
  }

  /** Records an acknowledgement; the client may get it late or never. */
  async function answer(told: ChatMessage, { client_id, message }: OutgoingMessage) {
    acknowledged.push({ client_id, message, seq: told.seq })
    if (random.happens(faults().delayed)) await pause(random.upTo(60))
    if (random.happens(faults().lostAnswers)) throw new Error('the answer was lost')
    return told
  }

  const transports = {
    rest: async (sending: OutgoingMessage) => (await ask<ChatMessage>('POST', '/chat/messages', sending)).body,
    socket: async (sending: OutgoingMessage) => {
      if (!socket?.connected) throw new Error('not connected')
      const told = await socket.timeout(answerTimeoutMs).emitWithAck('send_message', sending)
      if ('code' in told) throw new Refused(errors[told.code as ErrorCode][0])
      return told
    },
  }
  async function send(way: 'socket' | 'rest', sending: OutgoingMessage) {
    clientIds.set(sending.message, sending.client_id)
    if (faults().blocked === way) throw new Error('no way')
    if (random.happens(faults().delayed)) await pause(random.upTo(60))
    if (random.happens(faults().doubled)) transports[way](sending).catch(() => {})
    return answer(await transports[way](sending), sending)
  }

  const transport: ChatTransport = {
    async list(query) {
      if (random.happens(faults().delayed)) await pause(random.upTo(60))
      const words = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
      const { body, headers } = await ask<ChatMessage[]>('GET', `/chat/messages?${words}`)
      if (random.happens(faults().lostAnswers)) throw new Error('the answer was lost')
      return {
        messages: body,
        total: Number(headers.get('x-total-count')),
        hasMore: headers.has('link'),
        changes: Number(headers.get('x-changes')),
      }
    },
    async changes(after) {
      if (random.happens(faults().delayed)) await pause(random.upTo(60))
      const { body } = await ask<ChatChanges>('GET', `/chat/changes?after=${after}`)
      if (random.happens(faults().lostAnswers)) throw new Error('the answer was lost')
      return body
    },
    post: (sending) => send('rest', sending),
    emit: (sending) => send('socket', sending),
    isConnected: () => socket?.connected === true && faults().blocked !== 'socket',
  }
  const soon = () => random.next() / 20
  const conversation = new OwnConversation(transport, { me: member.id, random: soon })

  /** A request that may be repeated: its answer can be late or get lost. */
  async function change<T>(method: string, path: string, body?: unknown, headers = {}) {
    if (faults().blocked === 'rest') throw new Error('no way')
    if (random.happens(faults().delayed)) await pause(random.upTo(60))
    const answered = await ask<T>(method, path, body, { timeoutMs: changeTimeoutMs, headers })
    if (random.happens(faults().lostAnswers)) throw new Error('the answer was lost')
    return answered.body
  }

  const changes = createMessageChangeQueue({
    send({ id, message, version }: MessageChange) {
      if (message === null) return change<undefined>('DELETE', `/chat/messages/${id}`)
      const ifMatch = version === undefined ? {} : { 'if-match': `"${Date.parse(version)}"` }
      return change<ChatMessage>('PUT', `/chat/messages/${id}`, { message }, ifMatch)
    },
    read: async (id) => (await ask<ChatMessage[]>('GET', `/chat/messages?around=${id}&limit=1`)).body[0],
    storage: memoryStorage(),
    toError: ({ status }) => new Refused(status),
    random: soon,
  })
  changes.on({ onAnswer: (message) => conversation.showState(message) })

  let reacting = Promise.resolve()
  let reactionsLeft = 0
  async function store(id: string, emoji: string, isMine: boolean) {
    for (;;)
      try {
        await change<Reaction[]>(isMine ? 'PUT' : 'DELETE', `/reactions/message/${id}`, { emoji })
        if (random.happens(faults().doubled)) continue
        return
      } catch (error) {
        if (isRefusal(error)) return
        await pause(50 + random.upTo(100))
      }
  }

  function connect() {
    socket?.close()
    const opened: Socket<ServerEvents, ClientEvents> = io(server, {
      auth: { token: member.token },
      forceNew: true,
      transports: random.happens(0.2) ? ['polling', 'websocket'] : ['websocket'],
      reconnectionDelay: 50,
      reconnectionDelayMax: 300,
    })
    socket = opened
    opened.on('connect', () => conversation.resync())
    // the database may be unreachable: the session isn't over
    opened.on('connect_error', () => {
      if (socket === opened && !opened.active) setTimeout(() => socket === opened && opened.connect(), 100)
    })
    const deliver = (receive: () => void) => {
      if (random.happens(faults().lostEvents)) return
      const times = random.happens(faults().doubled) ? 2 : 1
      for (let time = 0; time < times; time++)
        if (random.happens(faults().delayed)) setTimeout(receive, random.upTo(60))
        else receive()
    }
    opened.on('receive_message', (message) => deliver(() => conversation.receive(message)))
    opened.on('messages_changed', (changes) => deliver(() => conversation.receiveChanges(changes)))
  }
  connect()
  conversation.start()
  changes.start()

  return {
    member,
    conversation,
    acknowledged,
    /** The sent texts in order. */
    sent,
    clientIds,
    say(words: string, answered?: ChatMessage) {
      sent.push(words)
      const quote = answered && { seq: answered.seq, username: answered.username, excerpt: answered.message }
      conversation.send(words, answered && quote && { id: answered.id, quote })
    },
    changes,
    /** One after the other, each until it is answered, some of them again. */
    react(id: string, emoji: string, isMine: boolean) {
      reactionsLeft += 1
      reacting = reacting
        .then(() => store(id, emoji, isMine))
        .then(() => {
          reactionsLeft -= 1
        })
    },
    /** Count of what isn't answered yet. */
    unsent: () =>
      conversation.snapshot().pending.length +
      changes.waiting().filter(({ state }) => state === 'sending').length +
      reactionsLeft,
    /** All messages, as the server has them. */
    async listAll() {
      const all: ChatMessage[] = []
      for (;;) {
        const { body } = await ask<ChatMessage[]>('GET', `/chat/messages?after=${all.length}&limit=200`)
        if (body.length === 0) return all
        all.push(...body)
      }
    },
    connect,
    /** Connects to another server, as a proxy does when a server is gone. */
    moveTo(origin: string) {
      server = origin
      connect()
    },
    close() {
      socket?.close()
      socket = undefined
      conversation.stop()
      changes.stop()
    },
  }
}

export type ChatPage = ReturnType<typeof openChat>
