import type { FastifyInstance } from 'fastify'
import { permissions } from '../../contract/permissions.ts'
import type { ReactionsChanged } from '../../contract/realtime.ts'
import { onSignal } from '../bus/bus.ts'
import { createSerialQueue } from '../lib/queue.ts'
import { findPostAccess } from '../posts/queries.ts'
import type { Io } from '../realtime/types.ts'
import type { Services } from '../services.ts'
import { listReactions } from './queries.ts'

/** Emits the reactions to posts, news items and files to everybody who may see the thing. */
export function reactionSockets(app: FastifyInstance, io: Io, services: Services) {
  const { db } = services
  // a later event must not have an earlier state
  const enqueue = createSerialQueue()

  async function emitReactions({ kind, id }: Omit<ReactionsChanged, 'reactions'>) {
    const changed = { kind, id, reactions: await listReactions(db, { kind, id }) }
    if (kind !== 'post') return void io.emit('reactions_changed', changed)
    const post = await findPostAccess(db, id)
    if (post?.is_published) return void io.emit('reactions_changed', changed)
    for (const socket of io.of('/').sockets.values())
      if (post && permissions['post.read'](socket.data.user, post)) socket.emit('reactions_changed', changed)
  }

  onSignal(app, services, { reactions: ({ to, id }) => enqueue(() => emitReactions({ kind: to, id })) })
}
