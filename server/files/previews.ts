import { stat } from 'node:fs/promises'
import type { Rendition } from '../../contract/files.ts'
import { fail, Refusal } from '../http/fail.ts'
import type { Services } from '../services.ts'
import { describeBytes, storeBytes } from './bytes.ts'
import { lockFile, setNoPreview } from './queries.ts'

/** Pixels on the longer side: a card on a sharp phone, a whole screen. */
const sides = { thumb: 480, screen: 1600 }
/** Milliseconds that somebody who asks for a smaller version waits for it. */
const patience = 3000

interface Picture {
  id: string
  bytes_key: string
}

/** Where a version of a file's bytes is in the storage. */
export const keyOf = (bytesKey: string, rendition: Rendition) =>
  rendition === 'original' ? bytesKey : `${bytesKey}.${rendition}`

export const keysOf = (bytesKey: string) => [bytesKey, keyOf(bytesKey, 'thumb'), keyOf(bytesKey, 'screen')]

async function makePreviews(services: Services, { id, bytes_key }: Picture) {
  const { db, storage, incoming, pictures, newId, log } = services
  const [source, thumb, screen] = [newId(), newId(), newId()]
  try {
    const bytes = await storage.read(bytes_key)
    if (!bytes) return
    await incoming.receive(source, bytes)
    const { fault } = await pictures.make(
      incoming.pathOf(source),
      { path: incoming.pathOf(thumb), side: sides.thumb },
      { path: incoming.pathOf(screen), side: sides.screen },
    )
    if (fault !== undefined) {
      log.info({ file: id, fault }, 'no smaller version of a picture')
      await setNoPreview(db, id)
      return
    }
    for (const [rendition, name] of [['thumb', thumb] as const, ['screen', screen] as const]) {
      const path = incoming.pathOf(name)
      const described = await describeBytes(path, (await stat(path)).size)
      await storeBytes(services, keyOf(bytes_key, rendition), path, described, async (tx) => {
        if (!(await lockFile(tx, id))) fail('not_found')
      })
    }
  } finally {
    for (const name of [source, thumb, screen]) await incoming.remove(name)
  }
}

/** What is being made, one after the other: the copies that are worked on lie there one at a time. */
interface Line {
  running: Map<string, Promise<void>>
  last: Promise<unknown>
  /** How often the machine, not the picture, was at fault. */
  troubles: Map<string, number>
}
const lines = new WeakMap<Services['pictures'], Line>()
const mostTroubles = 3

/** Makes the smaller versions of a picture, off any request's path; who asks for one that is under way joins it. */
export function ensurePreviews(services: Services, picture: Picture): Promise<void> {
  const line = lines.get(services.pictures) ?? { running: new Map(), last: Promise.resolve(), troubles: new Map() }
  lines.set(services.pictures, line)
  const { running, troubles } = line
  const found = running.get(picture.id)
  if (found) return found
  const before = troubles.get(picture.id) ?? 0
  // until the next start, what breaks everything down is left alone
  if (before >= mostTroubles) return Promise.reject(new Refusal('unavailable', { retryAfter: 60 }))
  const making = line.last
    .then(() => makePreviews(services, picture))
    .catch((error) => {
      troubles.set(picture.id, before + 1)
      throw error
    })
    .finally(() => running.delete(picture.id))
  line.last = making.catch(() => {})
  running.set(picture.id, making)
  return making
}

/** The same for whoever just goes on: what goes wrong is written down, and tried again when somebody looks. */
export function startPreviews(services: Services, picture: Picture) {
  ensurePreviews(services, picture).catch((err) => {
    // deleted meanwhile
    if (err instanceof Refusal && err.code === 'not_found') return
    services.log.warn({ err, file: picture.id }, 'smaller versions of a picture are left for later')
  })
}

/** Waits for the smaller versions, but not for long: 503 when there is a queue. */
export async function awaitPreviews(services: Services, picture: Picture) {
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Refusal('unavailable', { retryAfter: 5 })), patience)
  })
  const making = ensurePreviews(services, picture)
  making.catch(() => {}) // whoever gave up waiting doesn't hear of it any more
  await Promise.race([making, tooLong]).finally(() => clearTimeout(timer))
}
