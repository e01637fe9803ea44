/** Pages with the chat open, as browsers have them, without a browser. */
import { randomUUID } from 'node:crypto'
import { io, type Socket } from 'socket.io-client'
import { expect } from 'vitest'
import type { ChatMessage, ChatReading } from '../../contract/chat.ts'
import type { ClientEvents, ServerEvents } from '../../contract/realtime.ts'
import { type Answer, done, type Sent } from './community.ts'

/** For what comes by itself, on a machine that is busy. */
export const soon = { timeout: 15_000 }

export type Transport = 'websocket' | 'polling'

interface Owner {
  /** Their address, which the tests' nginx believes. */
  from: string
  token: string | undefined
  ask<T>(method: string, path: string, sent?: Sent): Promise<Answer<T>>
}

export interface PageOptions {
  transports?: Transport[]
  headers?: Record<string, string>
}

/** A page with the chat: what came over its socket, and sending as pages do. */
export function openPage(
  origin: string,
  { from, token, ask }: Owner,
  { transports = ['polling', 'websocket'], headers = {} }: PageOptions = {},
) {
  const socket: Socket<ServerEvents, ClientEvents> = io(origin, {
    transports,
    auth: { token },
    forceNew: true,
    extraHeaders: { origin, 'x-test-address': from, ...headers },
  })
  const heard = {
    messages: [] as ChatMessage[],
    online: [] as string[],
    typing: [] as string[],
    readings: [] as ChatReading[],
    posts: [] as string[],
    refusals: [] as string[],
  }
  socket.on('receive_message', (message) => heard.messages.push(message))
  socket.on('users_online_update', (users) => {
    heard.online = users.map(({ name }) => name)
  })
  socket.on('typing', ({ name }) => heard.typing.push(name))
  socket.on('chat_reading', (reading) => heard.readings.push(reading))
  socket.on('comments_changed', ({ post }) => heard.posts.push(post))
  socket.on('connect_error', ({ message }) => heard.refusals.push(message))

  /** Over the socket, or else by a request; whether it is acknowledged. */
  async function tryToSay(message: string, client_id: string) {
    const sent = { message, client_id }
    const answer = await socket
      .timeout(1000)
      .emitWithAck('send_message', sent)
      .catch(() => undefined)
    if (answer && 'seq' in answer) return true
    const posted = await ask('POST', '/chat/messages', { body: sent }).catch(() => undefined)
    return posted?.status === 201
  }

  return {
    socket,
    heard,
    /** The words that came, in the order in which they came. */
    words: () => heard.messages.map(({ message }) => message),
    isThere: () => expect.poll(() => socket.connected, soon).toBe(true),
    /** Says something until it is acknowledged. */
    async says(message: string) {
      const clientId = randomUUID()
      await expect.poll(() => tryToSay(message, clientId), { timeout: 20_000, interval: 100 }).toBe(true)
    },
    leaves: () => void socket.disconnect(),
  }
}

export type Page = ReturnType<typeof openPage>

export const numbersOf = (page: Page) => page.heard.messages.map(({ seq }) => seq)

/** Both talk at once, each one message after the other; what comes is awaited. */
export async function talk(one: Page, other: Page, turns: number) {
  const count = () => [one, other].map(({ heard }) => heard.messages.length)
  const wanted = count().map((before) => before + 2 * turns)
  for (let turn = 0; turn < turns; turn++) await Promise.all([one.says(`${turn}, una`), other.says(`${turn}, otro`)])
  await expect.poll(count, soon).toEqual(wanted)
}

/** Everything that was ever said, in its order. */
export async function conversationOf(person: Pick<Owner, 'ask'>) {
  const all: ChatMessage[] = []
  for (let next: ChatMessage[] | undefined; next?.length !== 0; all.push(...next)) {
    const path = `/chat/messages?limit=200&after=${all.at(-1)?.seq ?? 0}`
    next = done(await person.ask<ChatMessage[]>('GET', path))
  }
  return all.map(({ message }) => message)
}
