import type { FastifyInstance } from 'fastify'
import { type ChatMessage, NewChatMessage } from '../../contract/chat.ts'
import type { Problem } from '../../contract/index.ts'
import { limits } from '../../contract/limits.ts'
import { listLivingSessions } from '../auth/queries.ts'
import type { SignedIn } from '../auth/sessions.ts'
import { fail } from '../http/fail.ts'
import { parse } from '../http/parse.ts'
import { toRefusal } from '../http/problems.ts'
import type { TakeWrite } from '../http/write-limit.ts'
import { bucket } from '../realtime/bucket.ts'
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

  async function send(user: SignedIn, sent: unknown): Promise<ChatMessage | Problem> {
    try {
      // read anew, as at every request
      const [signedIn] = await listLivingSessions(db, [user.session_id], services.now())
      if (!signedIn) fail('unauthenticated')
      takeWrite(signedIn.id)
      return await createMessage(services, signedIn, parse(NewChatMessage, sent), 'socket')
    } catch (error) {
      const refusal = toRefusal(error)
      if (refusal.status >= 500) log.error({ err: error }, 'send_message failed')
      return refusal.body()
    }
  }

  io.on('connection', (socket) => {
    const takeTyping = bucket(typing)
    socket.on('send_message', async (sent, done) => {
      const answer = await send(socket.data.user, sent)
      if (typeof done === 'function') done(answer)
    })
    socket.on('typing', () => {
      const { id, name } = socket.data.user
      if (takeTyping()) bus.send(db, { kind: 'typing', id, name }).catch((err) => log.warn({ err }, 'typing'))
    })
  })

  /** To all of a person's sockets here. */
  async function tellReading(userId: string) {
    const room = roomOf(userId)
    if (io.of('/').adapter.rooms.has(room)) io.to(room).emit('chat_reading', await readReading(db, userId))
  }
  const people = () => new Set([...io.of('/').sockets.values()].map(({ data }) => data.user.id))

  const stopHearing = bus.hear((signal) => {
    if (signal.kind === 'typing') io.except(roomOf(signal.id)).emit('typing', { id: signal.id, name: signal.name })
    const readers = signal.kind === 'reading' ? [signal.id] : signal.kind === 'missed' ? people() : []
    for (const reader of readers)
      tellReading(reader).catch((err) => log.warn({ err }, 'how far somebody has read could not be told'))
  })
  app.addHook('preClose', async () => {
    stopFeed()
    stopHearing()
  })
}
