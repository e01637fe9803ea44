import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { users } from '../../contract/users.ts'
import { lockUser, updateUserRow } from '../accounts/queries.ts'
import { verifySignature } from '../auth/session-tokens.ts'
import { fail } from '../http/fail.ts'
import { sendContent } from '../http/send-content.ts'
import { withTimeout } from '../lib/with-timeout.ts'
import type { Services } from '../services.ts'
import { storeBlob } from '../storage/blobs.ts'
import { findUserByAvatarKey } from './queries.ts'

/** Pixels of the longer side: the largest avatar, on a screen of high density. */
const maxSide = 256
/** Wait for the image when an account is saved. A slow site's image is stored after the answer. */
const waitTimeoutMs = 2000

/** Stores a small copy of the image for the account, unless its avatar has changed. */
async function storeAvatar(services: Services, userId: string, url: string, image: Buffer) {
  const { incoming, images, newId } = services
  const [source, small, unused] = [newId(), newId(), newId()]
  try {
    await incoming.receive(source, Readable.from([image]))
    const path = incoming.pathOf(small)
    const { fault } = await images.resize(
      incoming.pathOf(source),
      { path, side: maxSide },
      { path: incoming.pathOf(unused), side: maxSide },
    )
    if (fault !== undefined) return
    const key = newId()
    await storeBlob(services, { key, path }, async (tx) => {
      const user = await lockUser(tx, userId)
      if (user?.avatar !== url || user.avatar_key !== null) fail('not_found')
      await updateUserRow(tx, userId, { avatar_key: key })
    })
  } finally {
    for (const name of [source, small, unused]) await incoming.remove(name)
  }
}

/**
 * Reads the image at an avatar's address once, from this server (DECISIONS §2, "Avatars"); browsers never contact other
 * sites. Without an image the drawn avatar stays. Call it after the account is saved, outside of the transaction.
 */
export async function fetchAvatar(services: Services, userId: string, url: string) {
  const work = services.outbound
    .readImage(url)
    .then((image) => (image ? storeAvatar(services, userId, url, image) : undefined))
    .catch((err) => services.log.warn({ err, user: userId }, 'the image of an avatar could not be stored'))
  await withTimeout(work, waitTimeoutMs, () => undefined)
}

/** Route of the small copies: the signed URL is the permission, as for files. */
export function avatarRoute(app: FastifyInstance, services: Services) {
  app.route({
    method: ['GET', 'HEAD'],
    url: `/api${users.avatar.path}`,
    handler: async (request, reply) => {
      const params = request.params as { id: string; signature: string }
      await verifySignature(services, params, ['avatar'])
      const { id: key } = params
      const user = (await findUserByAvatarKey(services.db, key)) ?? fail('not_found')
      const size = (await services.storage.sizeOf(key)) ?? fail('not_found')
      const content = { key, size, type: 'image/webp', isInline: true, name: 'avatar.webp', etag: `"${key}"` }
      return sendContent(services, request, reply, { ...content, modified: user.created_at }, false)
    },
  })
}
