import { chat } from '../../contract/chat.ts'
import { CallError, call } from '../api/call.ts'
import { emitMessage, liveState } from '../api/live.ts'
import { listWithin, type Wire } from './wire.ts'

/** Lets go of a request that takes too long; every failure is a `CallError`. */
async function ask<T>(request: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(listWithin)
  try {
    return await request(signal)
  } catch (error) {
    throw error instanceof CallError ? error : new CallError(0)
  }
}

/** The chat's way to the server in the browser. */
export const liveWire: Wire = {
  list: ({ limit, before, after }) =>
    ask(async (signal) => {
      const query = {
        ...(limit !== undefined && { limit: `${limit}` }),
        ...(before !== undefined && { before }),
        ...(after !== undefined && { after: `${after}` }),
      }
      const { items, total, next } = await call(chat.list, { query, signal })
      return { messages: items, total, hasMore: next !== null }
    }),
  post: (body) => ask((signal) => call(chat.create, { body, signal })),
  emit: emitMessage,
  isConnected: () => liveState() === 'connected',
}
