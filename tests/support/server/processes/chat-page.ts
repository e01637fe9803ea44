/** Chat pages as browsers open them, without a browser. */
import { randomUUID } from 'node:crypto'
import { io, type Socket } from 'socket.io-client'
import { expect } from 'vitest'
import type { ChatMessage } from '../../../../contract/chat.ts'
import type { ClientEvents, ServerEvents } from '../../../../contract/realtime.ts'
import { type Answer, expectDone, type RequestOptions } from '../community.ts'

/** For events, on a busy machine. */
export const waitOptions = { timeout: 30_000 }

export type Transport = 'websocket' | 'polling'

interface PageOwner {
  /** The client's address, which the tests' nginx trusts. */
  from: string
  token: string | undefined
  ask<T>(method: string, path: string, sent?: RequestOptions): Promise<Answer<T>>
}

export interface PageOptions {
  transports?: Transport[]
  headers?: Record<string, string>
}

/** A page with the chat: its received events, and sending as pages do. */
export function openPage(
  origin: string,
  { from, token, ask }: PageOwner,
  { transports = ['polling', 'websocket'], headers = {} }: PageOptions = {},
) {
  const socket: Socket<ServerEvents, ClientEvents> = io(origin, {
    transports,
    auth: { token },
    forceNew: true,
    extraHeaders: { origin, 'x-test-address': from, ...headers },
  })
  const received = {
    messages: [] as ChatMessage[],
    online: [] as string[],
    refusals: [] as string[],
  }
  socket.on('receive_message', (message) => received.messages.push(message))
  socket.on('users_online_update', (users) => {
    received.online = users.map(({ name }) => name)
  })
  socket.on('connect_error', ({ message }) => received.refusals.push(message))

  /** Sends over the socket, or else by a request; true if acknowledged. */
  async function trySend(message: string, client_id: string) {
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
    heard: received,
    texts: () => received.messages.map(({ message }) => message),
    expectConnected: () => expect.poll(() => socket.connected, waitOptions).toBe(true),
    async sends(message: string) {
      const clientId = randomUUID()
      await expect.poll(() => trySend(message, clientId), { timeout: 60_000, interval: 100 }).toBe(true)
    },
    close: () => void socket.disconnect(),
  }
}

export type Page = ReturnType<typeof openPage>

export const seqsOf = (page: Page) => page.heard.messages.map(({ seq }) => seq)

/** Both send their messages at the same time, one after the other, and wait until all have arrived. */
export async function exchangeMessages(one: Page, other: Page, turns: number) {
  // an earlier message may still be on its way
  const mark = randomUUID()
  const count = () => [one, other].map((page) => page.texts().filter((text) => text.endsWith(mark)).length)
  for (let turn = 0; turn < turns; turn++)
    await Promise.all([one.sends(`${turn}, una ${mark}`), other.sends(`${turn}, otro ${mark}`)])
  await expect.poll(count, waitOptions).toEqual([2 * turns, 2 * turns])
}

/** All messages of the chat in order. */
export async function readAllMessages(person: Pick<PageOwner, 'ask'>) {
  const all: ChatMessage[] = []
  for (let next: ChatMessage[] | undefined; next?.length !== 0; all.push(...next)) {
    const path = `/chat/messages?limit=200&after=${all.at(-1)?.seq ?? 0}`
    next = expectDone(await person.ask<ChatMessage[]>('GET', path))
  }
  return all.map(({ message }) => message)
}
