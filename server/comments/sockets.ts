import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { permissions } from '../../contract/permissions.ts'
import { Watched } from '../../contract/realtime.ts'
import { findPostRow } from '../posts/queries.ts'
import { toPost } from '../posts/wire.ts'
import type { Io, MemberSocket } from '../realtime/sockets.ts'
import type { Services } from '../services.ts'

const room = (postId: string) => `post ${postId}`

/** Tells who looks at a post that its comments changed, and only who may see it then. */
export function commentSockets(app: FastifyInstance, io: Io, { db, bus, log }: Services) {
  const { sockets, adapter } = io.of('/')
  const watchers = (postId: string) =>
    [...(adapter.rooms.get(room(postId)) ?? [])].flatMap((id) => sockets.get(id) ?? [])

  const watched = () =>
    [...adapter.rooms.keys()].flatMap((name) => (name.startsWith(room('')) ? name.slice(room('').length) : []))

  async function tell(postId: string) {
    if (!adapter.rooms.has(room(postId))) return
    const row = await findPostRow(db, postId)
    const post = row && toPost(row)
    for (const socket of watchers(postId))
      if (post && permissions['post.read'](socket.data.user, post)) socket.emit('comments_changed', { post: postId })
      else void socket.leave(room(postId))
  }

  // nothing of this waits: two wishes that come together are followed in their order
  function watch(socket: MemberSocket, given: unknown) {
    for (const other of [...socket.rooms]) if (other.startsWith(room(''))) void socket.leave(other)
    const watched = z.safeParse(Watched, given)
    if (watched.success) void socket.join(room(watched.data.post))
  }

  io.on('connection', (socket) => {
    socket.on('watch', (given) => watch(socket, given))
  })
  const stopHearing = bus.hear((signal) => {
    const changed = signal.kind === 'comments' ? [signal.id] : signal.kind === 'missed' ? watched() : []
    for (const postId of changed) tell(postId).catch((err) => log.warn({ err }, 'comments could not be told of'))
  })
  app.addHook('preClose', async () => stopHearing())
}
