import { setImmediate as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { type ChatMessage, NewChatMessage } from '../../contract/chat.ts'
import type { Problem } from '../../contract/index.ts'
import { limits } from '../../contract/limits.ts'
import { listLivingSessions } from '../auth/queries.ts'
import type { SignedIn } from '../auth/sessions.ts'
import { buckets } from '../buckets.ts'
import { fail } from '../http/fail.ts'
import { parse } from '../http/parse.ts'
import { toRefusal } from '../http/problems.ts'
import type { TakeWrite } from '../http/write-limit.ts'
import { type Io, roomOf } from '../realtime/sockets.ts'
import type { Services } from '../services.ts'
import { openFeed } from './feed.ts'
import { createMessage, readReading } from './rules.ts'

/** A little more than browsers send. */
const typing = { burst: 5, perSecond: 2000 / limits.typing.every }

/** The chat's events: messages in both directions, who is writing, how far one has read. */
export async function chatSockets(app: FastifyInstance, io: Io, services: Services, takeWrite: TakeWrite) {
  const { db, bus, log } = services
  const stopFeed = await openFeed(services, (message) => io.emit('receive_message', message))

  const inTurn = turns()
  const takeTyping = buckets(typing, () => performance.now())

  async function send(user: SignedIn, sent: unknown): Promise<ChatMessage | Problem> {
    try {
      takeWrite(user.id)
      return await inTurn(user.id, async () => {
        // read anew, as at every request
        const [signedIn] = await listLivingSessions(db, [user.session_id], services.now())
        if (!signedIn) return fail('unauthenticated')
        return createMessage(services, { ...signedIn, address: user.address }, parse(NewChatMessage, sent), 'socket')
      })
    } catch (error) {
      const refusal = toRefusal(error)
      if (refusal.status >= 500) log.error({ err: error }, 'send_message failed')
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
      if (takeTyping(id)) bus.send(db, { kind: 'typing', id, name }).catch((err) => log.warn({ err }, 'typing'))
    })
  })

  /** To all sockets that each of them has here. */
  async function tellReadings(userIds: Iterable<string>) {
    try {
      for (const id of userIds) {
        const room = roomOf(id)
        if (io.of('/').adapter.rooms.has(room)) io.to(room).emit('chat_reading', await readReading(db, id))
      }
    } catch (err) {
      log.warn({ err }, 'how far somebody has read could not be told')
    }
  }
  const people = () => new Set([...io.of('/').sockets.values()].map(({ data }) => data.user.id))

  const stopHearing = bus.hear((signal) => {
    if (signal.kind === 'typing') io.except(roomOf(signal.id)).emit('typing', { id: signal.id, name: signal.name })
    if (signal.kind === 'reading') void tellReadings([signal.id])
    if (signal.kind === 'missed') void tellReadings(people())
  })
  app.addHook('preClose', async () => {
    stopFeed()
    stopHearing()
  })
}

/**
 * What one person says is stored in the order in which it came, and nobody waits behind more than one message of it:
 * between two, what others have sent is read, as SQLite's queries leave no time for that.
 */
function turns() {
  const last = new Map<string, Promise<unknown>>()
  return <T>(userId: string, work: () => Promise<T>): Promise<T> => {
    const result = (last.get(userId) ?? Promise.resolve()).then(work)
    const turn = result.catch(() => {}).then(() => pause())
    last.set(userId, turn)
    void turn.finally(() => {
      if (last.get(userId) === turn) last.delete(userId)
    })
    return result
  }
}
