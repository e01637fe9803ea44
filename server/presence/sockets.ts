import type { FastifyInstance } from 'fastify'
import { limits } from '../../contract/limits.ts'
import type { OnlineUser } from '../../contract/presence.ts'
import { poll } from '../lib/poll.ts'
import { createTokenBuckets } from '../lib/token-buckets.ts'
import type { Io } from '../realtime/types.ts'
import type { Services } from '../services.ts'
import type { PresenceTracker } from './tracker.ts'

const pollIntervalMs = 1000
/** Delay for writing several connections of this process together. */
const batchWindowMs = 200
/** Limits the rate of updates when very many people are online. */
const maxBytesPerSecond = 10 * 2 ** 20

/** Counts open sockets as presence, except after `user_offline`, and sends each change of the list to every socket. */
export function presenceSockets(app: FastifyInstance, io: Io, { log }: Services, tracker: PresenceTracker) {
  const takeOffline = createTokenBuckets(limits.sockets.offline, () => performance.now())
  let lastSent: { users: OnlineUser[]; json: string } | undefined
  let nextSendAt = 0
  let batchTimer: NodeJS.Timeout | undefined

  async function sendIfChanged() {
    const listeners = io.of('/').sockets.size
    if (listeners === 0) lastSent = undefined // outdated at the next connection
    if (listeners === 0 || performance.now() < nextSendAt) return
    const users = await tracker.listOnline()
    const json = JSON.stringify(users)
    if (json === lastSent?.json) return
    lastSent = { users, json }
    nextSendAt = performance.now() + (1000 * json.length * listeners) / maxBytesPerSecond
    io.emit('users_online_update', users)
  }

  const polling = poll({
    everyMs: pollIntervalMs,
    async work() {
      try {
        await tracker.write()
      } finally {
        await sendIfChanged()
      }
    },
    onError: (err) => log.warn({ err }, 'online users could not be sent'),
  })

  function scheduleWrite() {
    batchTimer ??= setTimeout(() => {
      batchTimer = undefined
      polling.wake()
    }, batchWindowMs)
  }

  io.on('connection', (socket) => {
    const { id, session_id } = socket.data.user
    let isOnline = false
    function setOnline(next: boolean) {
      if (next === isOnline) return
      isOnline = next
      if (next) tracker.connected(session_id)
      else tracker.disconnected(session_id)
      scheduleWrite()
    }
    setOnline(true)
    if (lastSent) socket.emit('users_online_update', lastSent.users)
    // the names in these events are ignored: a socket represents its own person only
    socket.on('user_online', () => setOnline(true))
    socket.on('user_offline', () => {
      if (takeOffline(id)) setOnline(false)
    })
    socket.on('disconnect', () => setOnline(false))
  })

  app.addHook('preClose', async () => {
    await polling.stop()
    clearTimeout(batchTimer)
    await tracker.close().catch((err) => log.warn({ err }, 'presence could not be deleted'))
  })
}
