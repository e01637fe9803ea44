// What the chat's logic needs of the way to the server, so that it runs without a browser as well.
import type { ChatMessage } from '../../contract/chat.ts'
import { type ErrorCode, errors } from '../../contract/errors.ts'
import type { Problem } from '../../contract/index.ts'

export interface Sending {
  message: string
  client_id: string
}

export interface MessagePage {
  messages: ChatMessage[]
  /** The `seq` of the newest of all, as `seq` has no gaps. */
  total: number
  hasMore: boolean
}

export interface Wire {
  list(query: { limit?: number; before?: string; after?: number }): Promise<MessagePage>
  post(sending: Sending): Promise<ChatMessage>
  emit(sending: Sending): Promise<ChatMessage>
  isConnected(): boolean
}

/** Refusals that are none of the message: not signed in just now, too slow, too often. */
const passing = [401, 408, 429]

function statusOf(error: unknown) {
  const { status, code } = (error ?? {}) as { status?: unknown; code?: ErrorCode }
  if (typeof status === 'number') return status
  return code !== undefined && code in errors ? errors[code][0] : 0
}

/** Whether asking again would be refused again; everything else is worth another try. */
export function isRefusal(error: unknown) {
  const status = statusOf(error)
  return status >= 400 && status < 500 && !passing.includes(status)
}

/** What a refusal says, in a form that can be kept. */
export interface Refusal {
  status: number
  problem?: Problem | undefined
}

export const refusalIn = (error: unknown): Refusal => ({
  status: statusOf(error),
  problem: (error as { problem?: Problem } | undefined)?.problem,
})

/** Whether nothing will be answered before somebody has signed in again. */
export const isSessionLost = (error: unknown) => statusOf(error) === 401

/** Milliseconds until the next try after so many failed ones: 1 to 30 s, and not everybody at once. */
export const pauseAfter = (failures: number, random: () => number) =>
  Math.min(1000 * 2 ** (failures - 1), 30_000) * (0.5 + random() / 2)

/** The answer, or a rejection when it takes longer than so many milliseconds. */
export async function within<T>(milliseconds: number, answer: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), milliseconds)
  })
  return await Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

/** Milliseconds after which a list counts as lost: the network may be gone without a word. */
export const listWithin = 20_000
