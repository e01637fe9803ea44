/** Somebody's chat screen without the screen: the browser's own conversation over a real socket and real HTTP, with faults. */
import { io, type Socket } from 'socket.io-client'
import type { ChatMessage } from '../../contract/chat.ts'
import { type ErrorCode, errors } from '../../contract/errors.ts'
import type { ClientEvents, ServerEvents } from '../../contract/realtime.ts'
import { Conversation } from '../../web/chat/conversation.ts'
import type { Sending, Wire } from '../../web/chat/wire.ts'
import type { Chance } from './chance.ts'

/** What goes wrong between a client and the servers, as the test sets it. */
export interface Weather {
  /** Parts of 1: answers of either way that are lost, come late, requests and events that go or come twice or not at all. */
  lostAnswers: number
  late: number
  doubled: number
  lostEvents: number
  /** Ways that are closed to sending. */
  closed: 'socket' | 'rest' | undefined
}

export const fair: Weather = { lostAnswers: 0, late: 0, doubled: 0, lostEvents: 0, closed: undefined }

/** Everything that somebody was told is stored. */
export interface Acknowledged {
  client_id: string
  message: string
  seq: number
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
const answerWithin = 3000

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

/** One open chat page of a member, on the server at `origin`, which may become another one. */
export function openChat(member: Member, origin: string, chance: Chance, weather: () => Weather) {
  const acknowledged: Acknowledged[] = []
  const sent: string[] = []
  let server = origin
  let socket: Socket<ServerEvents, ClientEvents> | undefined

  async function ask<T>(method: string, path: string, body?: unknown) {
    const response = await fetch(`${server}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${member.token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(answerWithin),
    })
    if (!response.ok) throw new Refused(response.status)
    return { body: (await response.json()) as T, headers: response.headers }
  }

  /** What somebody was told counts; but they may not hear it, or late. */
  async function answer(told: ChatMessage, { client_id, message }: Sending) {
    acknowledged.push({ client_id, message, seq: told.seq })
    if (chance.happens(weather().late)) await pause(chance.upTo(60))
    if (chance.happens(weather().lostAnswers)) throw new Error('the answer was lost')
    return told
  }

  const ways = {
    rest: async (sending: Sending) => (await ask<ChatMessage>('POST', '/chat/messages', sending)).body,
    socket: async (sending: Sending) => {
      if (!socket?.connected) throw new Error('not connected')
      const told = await socket.timeout(answerWithin).emitWithAck('send_message', sending)
      if ('code' in told) throw new Refused(errors[told.code as ErrorCode][0])
      return told
    },
  }
  async function send(way: 'socket' | 'rest', sending: Sending) {
    if (weather().closed === way) throw new Error('no way')
    if (chance.happens(weather().late)) await pause(chance.upTo(60))
    if (chance.happens(weather().doubled)) ways[way](sending).catch(() => {})
    return answer(await ways[way](sending), sending)
  }

  const wire: Wire = {
    async list(query) {
      if (chance.happens(weather().late)) await pause(chance.upTo(60))
      const words = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
      const { body, headers } = await ask<ChatMessage[]>('GET', `/chat/messages?${words}`)
      if (chance.happens(weather().lostAnswers)) throw new Error('the answer was lost')
      return { messages: body, total: Number(headers.get('x-total-count')), hasMore: headers.has('link') }
    },
    post: (sending) => send('rest', sending),
    emit: (sending) => send('socket', sending),
    isConnected: () => socket?.connected === true && weather().closed !== 'socket',
  }
  const conversation = new Conversation(wire, { me: member.id, random: () => chance.part() / 20 })

  function connect() {
    socket?.close()
    const opened: Socket<ServerEvents, ClientEvents> = io(server, {
      auth: { token: member.token },
      forceNew: true,
      transports: chance.happens(0.2) ? ['polling', 'websocket'] : ['websocket'],
      reconnectionDelay: 50,
      reconnectionDelayMax: 300,
    })
    socket = opened
    opened.on('connect', () => conversation.reconnected())
    // a session that can't be looked up while the database is away is no end
    opened.on('connect_error', () => {
      if (socket === opened && !opened.active) setTimeout(() => socket === opened && opened.connect(), 100)
    })
    opened.on('receive_message', (message) => {
      if (chance.happens(weather().lostEvents)) return
      const times = chance.happens(weather().doubled) ? 2 : 1
      for (let time = 0; time < times; time++)
        if (chance.happens(weather().late)) setTimeout(() => conversation.receive(message), chance.upTo(60))
        else conversation.receive(message)
    })
  }
  connect()
  conversation.start()

  return {
    member,
    conversation,
    acknowledged,
    /** The words it sent, in their order. */
    sent,
    say(words: string) {
      sent.push(words)
      conversation.send(words)
    },
    connect,
    /** As a proxy does with whose server is gone. */
    moveTo(origin: string) {
      server = origin
      connect()
    },
    isConnected: () => socket?.connected === true,
    close() {
      socket?.close()
      socket = undefined
      conversation.stop()
    },
  }
}

export type ChatPage = ReturnType<typeof openChat>
