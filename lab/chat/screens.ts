/** Chat pages without a window, which lose some of the events, get others twice, and sometimes connect again. */
import { io, type Socket } from 'socket.io-client'
import type { ChatChanges, ChatMessage } from '../../contract/chat.ts'
import type { ClientEvents, ServerEvents } from '../../contract/realtime.ts'
import { memoryStorage } from '../../tools/memory-storage.ts'
import type { Random } from '../../tools/random.ts'
import { Conversation } from '../../web/chat/sync/conversation.ts'
import type { ChatTransport } from '../../web/chat/sync/history-sync.ts'
import { createMessageQueue } from '../../web/chat/sync/queues.ts'
import { type Client, call } from './requests.ts'

const lostShare = 0.02
const doubledShare = 0.02
const reconnectIntervalMs = 5000

const unused = () => Promise.reject(new Error('screens only read'))

export function openScreen(client: Client, random: Random) {
  const tally = { lost: 0, doubled: 0, connections: 0 }
  const transport: ChatTransport = {
    async list(query) {
      const words = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
      const { body, headers } = await call<ChatMessage[]>(client, 'GET', `/chat/messages?${words}`)
      return {
        messages: body,
        total: Number(headers['x-total-count']),
        hasMore: headers.link !== undefined,
        changes: Number(headers['x-changes']),
      }
    },
    changes: async (after) => (await call<ChatChanges>(client, 'GET', `/chat/changes?after=${after}`)).body,
    post: unused,
    emit: unused,
    isConnected: () => false,
  }
  const queue = createMessageQueue(transport, { storage: memoryStorage(), toError: (refusal) => refusal })
  const conversation = new Conversation(transport, { me: '', queue, random: random.next })
  const socket: Socket<ServerEvents, ClientEvents> = io(`http://127.0.0.1:${client.port}`, {
    auth: { token: client.token },
    extraHeaders: { 'x-forwarded-for': client.address },
    forceNew: true,
    transports: ['websocket'],
  })
  const deliver = (receive: () => void) => {
    const chance = random.next()
    if (chance < lostShare) {
      tally.lost += 1
      return
    }
    receive()
    if (chance < 1 - doubledShare) return
    tally.doubled += 1
    setTimeout(receive, random.upTo(500))
  }
  socket.on('connect', () => {
    tally.connections += 1
    conversation.resync()
  })
  socket.on('receive_message', (message) => deliver(() => conversation.receive(message)))
  socket.on('messages_changed', (changes) => deliver(() => conversation.receiveChanges(changes)))
  conversation.start()
  const timer = setInterval(() => {
    conversation.setAtBottom(true)
    if (random.happens(0.5)) socket.disconnect().connect()
  }, reconnectIntervalMs)
  return {
    tally,
    resync: () => conversation.resync(),
    messages: () => conversation.snapshot().messages,
    /** The first connection. */
    connected: () =>
      new Promise<void>((resolve) => void (socket.connected ? resolve() : socket.once('connect', resolve))),
    close() {
      clearInterval(timer)
      socket.disconnect()
      conversation.stop()
    },
  }
}
