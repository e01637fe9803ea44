import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { type ChatMessage, NewChatMessage } from '../../contract/chat.ts'
import type { Problem } from '../../contract/index.ts'
import { limits } from '../../contract/limits.ts'
import { listActiveSessions } from '../auth/queries.ts'
import { onSignal } from '../bus/bus.ts'
import type { Budgets } from '../http/budgets.ts'
import { fail, toRefusal } from '../http/fail.ts'
import { parse, type SignedIn } from '../http/serve.ts'
import { poll } from '../lib/poll.ts'
import { createSerialQueueByKey } from '../lib/queue.ts'
import { createTokenBuckets } from '../lib/token-buckets.ts'
import { connectedUsers, roomOf } from '../realtime/sockets.ts'
import type { Io } from '../realtime/types.ts'
import type { Services } from '../services.ts'
import { findChangesHead, findHead, listAfter } from './queries.ts'
import { createMessage, readChanges, readReading, serializeChatMessages } from './rules.ts'

const batchSize = 200
const pollIntervalMs = 1000

/**
 * Emits each newly committed message of any process once, in the order of `seq`, and each change of one, by reading the
 * database from the last ones on.
 */
async function followMessages(io: Io, { db, bus, log }: Services) {
  let head = await findHead(db)
  let changesHead = await findChangesHead(db)

  async function readNew() {
    for (;;) {
      const messages = await serializeChatMessages(db, await listAfter(db, head, batchSize))
      for (const message of messages) {
        head = message.seq
        io.emit('receive_message', message)
      }
      if (messages.length < batchSize) break
    }
    for (;;) {
      const changes = await readChanges(db, changesHead)
      if (changes.to === changesHead) return
      changesHead = changes.to
      io.emit('messages_changed', changes)
    }
  }

  return poll({
    everyMs: pollIntervalMs,
    work: readNew,
    onError: (err) => log.warn({ err }, 'new messages could not be read'),
    wakeOn: (wake) =>
      bus.subscribe(({ kind }) => {
        if (kind === 'chat' || kind === 'chat_changes' || kind === 'resync') wake()
      }),
  })
}

/** Slightly more than browsers send. */
const typingLimit = { burst: 5, perSecond: 2000 / limits.typing.intervalMs }

/** Messages in both directions, and typing. */
export async function chatSockets(app: FastifyInstance, io: Io, services: Services, budgets: Budgets) {
  const { db, bus, log } = services
  const feed = await followMessages(io, services)
  const enqueueFor = createSerialQueueByKey()
  const takeTyping = createTokenBuckets(typingLimit, () => performance.now())

  async function send(user: SignedIn, sent: unknown): Promise<ChatMessage | Problem> {
    try {
      budgets.takeWrite(user.id)
      // messages of one person are stored in the order of arrival
      const stored = enqueueFor(user.id, async () => {
        // read again for each message, as for each request
        const [signedIn] = await listActiveSessions(db, [user.session_id], services.now())
        if (!signedIn) return fail('unauthenticated')
        const message = parse(NewChatMessage, sent)
        budgets.takeMessage(user.id, message.message, message.client_id)
        return createMessage(services, { ...signedIn, address: user.address }, message, 'socket')
      })
      // lets other sockets be read between two messages, for which SQLite's synchronous queries leave no time
      void enqueueFor(user.id, () => yieldToOthers())
      return await stored
    } catch (error) {
      const refusal = toRefusal(error)
      if (refusal.status >= 500) log.error({ err: error, kind: refusal.code }, 'send_message failed')
      return refusal.body()
    }
  }

  io.on('connection', (socket) => {
    socket.on('send_message', async (sent, done) => {
      const answer = await send(socket.data.user, sent)
      if (typeof done === 'function') done(answer)
    })
    socket.on('typing', () => {
      const { id, name } = socket.data.user
      if (takeTyping(id))
        bus.send(db, { kind: 'typing', id, name }).catch((err) => log.warn({ err }, 'a typing event could not be sent'))
    })
  })

  onSignal(app, services, { typing: ({ id, name }) => io.except(roomOf(id)).emit('typing', { id, name }) })
  app.addHook('preClose', async () => void feed.stop())
}

/** Emits a person's reading position to all of the person's sockets when it changes. */
export function readingSockets(app: FastifyInstance, io: Io, services: Services) {
  async function emitReadings(userIds: Iterable<string>) {
    for (const id of userIds) {
      const room = roomOf(id)
      if (io.of('/').adapter.rooms.has(room)) io.to(room).emit('chat_reading', await readReading(services.db, id))
    }
  }

  onSignal(app, services, {
    reading: ({ id }) => emitReadings([id]),
    resync: () => emitReadings(connectedUsers(io)),
  })
}
