import type { FastifyInstance } from 'fastify'
import { limits } from '../../contract/limits.ts'
import type { OnlineUser } from '../../contract/users.ts'
import type { Io } from '../realtime/sockets.ts'
import type { Services } from '../services.ts'
import { openLedger } from './ledger.ts'
import { listOnlineUsers } from './queries.ts'

/** Milliseconds between two looks at who is online; what came and went in this process is told after `settle`. */
const lookEvery = 1000
const settle = 200

/** Who is online now, in all processes (DECISIONS §2, "Presence"). */
export const findOnlineUsers = ({ db, now }: Pick<Services, 'db' | 'now'>): Promise<OnlineUser[]> =>
  listOnlineUsers(db, now() - limits.onlineFor, now())

/** An open socket is presence, until it says otherwise for itself. Everybody with a socket hears of every change. */
export function presenceSockets(app: FastifyInstance, io: Io, services: Services) {
  const { log } = services
  const ledger = openLedger(services)
  let told: { users: OnlineUser[]; text: string } | undefined
  let timer: NodeJS.Timeout | undefined
  let isLooking = false
  let isOver = false

  async function look() {
    if (isLooking || isOver) return
    isLooking = true
    try {
      await ledger.write()
      if (io.of('/').sockets.size > 0) await tell()
    } catch (err) {
      log.warn({ err }, 'who is online could not be told')
    } finally {
      isLooking = false
    }
  }

  async function tell() {
    const users = await findOnlineUsers(services)
    const text = JSON.stringify(users)
    if (text === told?.text) return
    told = { users, text }
    io.emit('users_online_update', users)
  }

  const soon = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      void look()
    }, settle)
  }

  io.on('connection', (socket) => {
    const { session_id } = socket.data.user
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
    socket.on('user_offline', () => be(false))
    socket.on('disconnect', () => be(false))
  })

  const looking = setInterval(() => void look(), lookEvery)
  app.addHook('preClose', async () => {
    isOver = true
    clearInterval(looking)
    clearTimeout(timer)
    await ledger.close().catch((err) => log.warn({ err }, 'presence could not be given up'))
  })
}
