import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { permissions } from '../../contract/permissions.ts'
import { Watched } from '../../contract/realtime.ts'
import { onSignal } from '../bus/bus.ts'
import { findPostAccess } from '../posts/queries.ts'
import type { Io, MemberSocket } from '../realtime/types.ts'
import type { Services } from '../services.ts'

const roomPrefix = 'post '
const room = (postId: string) => `${roomPrefix}${postId}`

/** Emits changes of comments to the sockets that watch the post, while their person may read it. */
export function commentSockets(app: FastifyInstance, io: Io, services: Services) {
  const { sockets, adapter } = io.of('/')
  const watchedPosts = () =>
    [...adapter.rooms.keys()].flatMap((name) => (name.startsWith(roomPrefix) ? name.slice(roomPrefix.length) : []))

  async function emitChange(postId: string) {
    if (!adapter.rooms.has(room(postId))) return
    const post = await findPostAccess(services.db, postId)
    const watchers = [...sockets.values()].filter(({ rooms }) => rooms.has(room(postId)))
    for (const socket of watchers)
      if (post && permissions['post.read'](socket.data.user, post)) socket.emit('comments_changed', { post: postId })
      else void socket.leave(room(postId))
  }

  // synchronous: two subscription changes that arrive together are applied in their order
  function watch(socket: MemberSocket, payload: unknown) {
    for (const other of [...socket.rooms]) if (other.startsWith(roomPrefix)) void socket.leave(other)
    const watched = z.safeParse(Watched, payload)
    if (watched.success) void socket.join(room(watched.data.post))
  }

  io.on('connection', (socket) => {
    socket.on('watch', (payload, done: unknown) => {
      watch(socket, payload)
      if (typeof done === 'function') done()
    })
  })
  onSignal(app, services, {
    comments: ({ id }) => emitChange(id),
    resync: () => Promise.all(watchedPosts().map(emitChange)),
  })
}
