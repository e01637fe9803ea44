import type { FastifyInstance } from 'fastify'
import { limits } from '../../contract/limits.ts'
import type { OnlineUser } from '../../contract/users.ts'
import { buckets } from '../buckets.ts'
import type { Io } from '../realtime/sockets.ts'
import type { Services } from '../services.ts'
import { openLedger } from './ledger.ts'
import { listOnlineUsers } from './queries.ts'

/** Milliseconds between two looks at who is online; what came and went in this process is written after `settle`. */
const lookEvery = 1000
const settle = 200
/** Bytes a second that telling may take: where very many are online, it is told less often. */
const bytesPerSecond = 10 * 2 ** 20
/** How often a person may come and go without a new socket. */
const toggles = { burst: 10, perSecond: 0.2 }

/** Who is online now, in all processes (DECISIONS §2, "Presence"). */
export const findOnlineUsers = ({ db, now }: Pick<Services, 'db' | 'now'>): Promise<OnlineUser[]> =>
  listOnlineUsers(db, now() - limits.onlineFor, now())

/** An open socket is presence, until it says otherwise for itself. Everybody with a socket hears of every change. */
export function presenceSockets(app: FastifyInstance, io: Io, services: Services) {
  const { log } = services
  const ledger = openLedger(services)
  const takeToggle = buckets(toggles, () => performance.now())
  let told: { users: OnlineUser[]; text: string } | undefined
  let tellAgainAt = 0
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined
  let isOver = false

  async function writeAndTell() {
    try {
      await ledger.write()
      await tell()
    } catch (err) {
      log.warn({ err }, 'who is online could not be told')
    }
  }

  /** One at a time. */
  function look() {
    if (isOver) return
    looking ??= writeAndTell().finally(() => {
      looking = undefined
    })
  }

  async function tell() {
    const listeners = io.of('/').sockets.size
    if (listeners === 0) told = undefined // old by the time somebody comes
    if (listeners === 0 || performance.now() < tellAgainAt) return
    const users = await findOnlineUsers(services)
    const text = JSON.stringify(users)
    if (text === told?.text) return
    told = { users, text }
    tellAgainAt = performance.now() + (1000 * text.length * listeners) / bytesPerSecond
    io.emit('users_online_update', users)
  }

  const soon = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      look()
    }, settle)
  }

  io.on('connection', (socket) => {
    const { id, session_id } = socket.data.user
    let isThere = false
    function be(there: boolean) {
      if (there === isThere) return
      isThere = there
      if (there) ledger.came(session_id)
      else ledger.went(session_id)
      soon()
    }
    be(true)
    if (told) socket.emit('users_online_update', told.users)
    // whoever they name: a socket speaks for itself
    socket.on('user_online', () => be(true))
    socket.on('user_offline', () => {
      if (takeToggle(id)) be(false)
    })
    socket.on('disconnect', () => be(false))
  })

  const rounds = setInterval(look, lookEvery)
  app.addHook('preClose', async () => {
    isOver = true
    clearInterval(rounds)
    clearTimeout(timer)
    await looking
    await ledger.close().catch((err) => log.warn({ err }, 'presence could not be given up'))
  })
}
