import { chat } from '../../../../contract/chat.ts'
import { CallError, call } from '../../../api/call.ts'
import { emitMessage, liveState } from '../../../api/live.ts'
import { type ChatTransport, listTimeoutMs } from '../transport.ts'

/** Aborts a slow request; every failure is a `CallError`. */
async function withAbort<T>(request: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(listTimeoutMs)
  try {
    return await request(signal)
  } catch (error) {
    throw error instanceof CallError ? error : new CallError(0)
  }
}

export const liveTransport: ChatTransport = {
  list: ({ limit, before, after, around }) =>
    withAbort(async (signal) => {
      const query = {
        ...(limit !== undefined && { limit: `${limit}` }),
        ...(before !== undefined && { before }),
        ...(after !== undefined && { after: `${after}` }),
        ...(around !== undefined && { around }),
      }
      const { items, total, next, changes = 0, isStored = false } = await call(chat.list, { query, signal })
      return { messages: items, total, hasMore: next !== null, changes, isStored }
    }),
  changes: (after) => withAbort((signal) => call(chat.changes, { query: { after: `${after}` }, signal })),
  post: (outgoing) => withAbort((signal) => call(chat.create, { body: { ...outgoing, message_type: 'text' }, signal })),
  emit: emitMessage,
  isConnected: () => liveState() === 'connected',
}
