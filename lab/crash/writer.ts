/** One person of a crash run, with what they own. Their operations come one after the other. */
import { createHash } from 'node:crypto'
import { io, type Socket } from 'socket.io-client'
import { type ErrorCode, errors } from '../../contract/errors.ts'
import type { ClientEvents, ServerEvents } from '../../contract/realtime.ts'
import type { Random } from '../../tools/random.ts'
import type { Effects, Model } from './model.ts'

export const hash = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex').slice(0, 16)

const hex = (number: number, digits: number) => number.toString(16).padStart(digits, '0')

export const passwordOf = (name: string, number: number) => `la clave ${number} de ${name}`

/** The server didn't answer: it is gone, and the operation's outcome is unknown. */
export class Gone extends Error {}

const timeoutMs = 30_000

export interface Answer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: bodies of all rows
  body: any
}

export interface Sent {
  body?: unknown
  raw?: BodyInit
  headers?: Record<string, string>
}

/** Fails with `Gone` unless the whole answer arrives. */
export async function ask(origin: string, token: string | undefined, method: string, path: string, sent: Sent = {}) {
  const { body, raw, headers } = sent
  try {
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(raw === undefined ? {} : { body: raw }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    return {
      status: response.status,
      headers: response.headers,
      body: isJson && text ? JSON.parse(text) : text,
    } as Answer
  } catch (cause) {
    throw new Gone('no answer', { cause })
  }
}

export interface OwnPost {
  marker: string
  id: string
  title: string
  content: string
  isPublished: boolean
  /** Markers of the comments below it, which go with it. */
  comments: string[]
}
/** Another thing of the writer, with what the next operation needs to know. */
export interface OwnThing {
  marker: string
  id: string
  fields: Record<string, string>
}

interface WriterOptions {
  name: string
  at: number
  token: string
  isAdmin: boolean
  random: Random
  model: Model
  /** Published posts of nobody here, for comments. */
  publicPosts: string[]
}

export function createWriter({ name, at, token, isAdmin, random, model, publicPosts }: WriterOptions) {
  let origin = ''
  let socket: Socket<ServerEvents, ClientEvents> | undefined
  let disconnected: Promise<never> = new Promise(() => {})
  let count = 0
  /** Answers other than 2xx, by kind and status. */
  const refusals = new Map<string, number>()

  const writer = {
    name,
    isAdmin,
    random,
    publicPosts,
    refusals,
    account: { token, passwordNumber: 0 },
    posts: [] as OwnPost[],
    comments: [] as OwnThing[],
    news: [] as OwnThing[],
    files: [] as OwnThing[],
    categories: [] as OwnThing[],
    users: [] as OwnThing[],
    /** Tokens of further sessions. */
    sessions: [] as string[],
    /** Hashes of all tokens that were answered, ended sessions included. */
    sessionKeys: new Set<string>(),
    /** Of sessions that weren't ended, or perhaps. */
    openKeys: new Set<string>(),
    /** Tokens of ended sessions. */
    revoked: [] as string[],
    /** Operations that continue or repeat the ones that a kill interrupted. */
    unfinished: [] as (() => Promise<unknown>)[],

    ask: (method: string, path: string, sent: Sent = {}) =>
      ask(origin, writer.account.token, method, `/api${path}`, sent),
    /** Without the token. */
    askAsVisitor: (method: string, path: string, sent: Sent = {}) =>
      ask(origin, undefined, method, `/api${path}`, sent),
    /** Name of a new thing, never used again. */
    newMarker: () => `w${at}-${++count}`,
    /** A UUID that is never used again; in the order of the writer's messages. */
    newClientId: () => `00000000-0000-4000-8${hex(at, 3)}-${hex(++count, 12)}`,
    words: (max: number) => Array.from({ length: 1 + random.upTo(max) }, () => hash(`${random.next()}`)).join(' '),
    /** Takes one of these away until the operation on it is acknowledged or refused. */
    take: <T>(things: T[]): T | undefined => things.splice(random.upTo(things.length - 1), 1)[0],

    /**
     * Sends a write. Returns its answer, or undefined if it was refused. If there is none, or an error of the server,
     * the outcome is unknown, and the writer ends until the next start.
     */
    async perform(
      kind: string,
      effects: Effects,
      send: () => Promise<Answer>,
      exact?: (body: Answer['body']) => Effects,
    ): Promise<Answer | undefined> {
      const operation = model.begin(kind, effects)
      const answer = await send()
      if (answer.status < 300) {
        model.acknowledge(operation, exact?.(answer.body))
        return answer
      }
      const label = `${kind} ${answer.status}`
      refusals.set(label, (refusals.get(label) ?? 0) + 1)
      if (answer.status >= 500) throw new Gone(label)
      if (answer.status === 401) throw new Error(`${name} is signed out: ${kind}`)
      model.refuse(operation, answer.status)
      return undefined
    },

    /** The answer to `send_message` as that of a request. */
    async emit(message: { message: string; client_id: string }): Promise<Answer> {
      if (!socket?.connected) return writer.ask('POST', '/chat/messages', { body: message })
      try {
        const body = await Promise.race([socket.timeout(timeoutMs).emitWithAck('send_message', message), disconnected])
        return { status: 'code' in body ? errors[body.code as ErrorCode][0] : 200, headers: new Headers(), body }
      } catch (cause) {
        throw new Gone('no acknowledgement', { cause })
      }
    },

    connect(to: string) {
      origin = to
      const options = { forceNew: true, reconnection: false, transports: ['websocket'] }
      const opened: Socket<ServerEvents, ClientEvents> = io(to, { ...options, auth: { token: writer.account.token } })
      disconnected = new Promise((_, reject) => opened.once('disconnect', () => reject(new Error('disconnected'))))
      disconnected.catch(() => {})
      socket = opened
    },
    disconnect() {
      socket?.close()
    },
  }
  return writer
}

export type Writer = ReturnType<typeof createWriter>
