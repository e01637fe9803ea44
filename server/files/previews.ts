import type { Rendition } from '../../contract/files.ts'
import { limits } from '../../contract/limits.ts'
import { lockRow } from '../db/transaction.ts'
import { fail, Refusal } from '../http/fail.ts'
import { createFairQueue, createSharedTasks } from '../lib/queue.ts'
import { withTimeout } from '../lib/with-timeout.ts'
import type { Services } from '../services.ts'
import { storeBlob } from '../storage/blobs.ts'
import { setImage } from './queries.ts'

const waitTimeoutMs = 3000

interface Image {
  id: string
  bytes_key: string
  /** Null for a deleted account. */
  uploader_id: string | null
}

export const keyOf = (bytesKey: string, rendition: Rendition) =>
  rendition === 'original' ? bytesKey : `${bytesKey}.${rendition}`

export const keysOf = (bytesKey: string) => [bytesKey, keyOf(bytesKey, 'thumb'), keyOf(bytesKey, 'screen')]

async function makePreviews(services: Services, { id, bytes_key }: Image) {
  const { db, storage, incoming, images, newId, log } = services
  const [source, thumb, screen] = [newId(), newId(), newId()]
  try {
    const bytes = await storage.read(bytes_key)
    if (!bytes) return fail('not_found')
    await incoming.receive(source, bytes)
    const made = await images.resize(
      incoming.pathOf(source),
      { path: incoming.pathOf(thumb), side: limits.imageSides.thumb },
      { path: incoming.pathOf(screen), side: limits.imageSides.screen },
    )
    if (made.fault !== undefined) {
      log.info({ file: id, fault: made.fault }, 'an image has no smaller versions')
      await setImage(db, id, { has_preview: 0 })
      return
    }
    const { width, height, hasScreen } = made
    await setImage(db, id, { width, height, screen_is_original: hasScreen ? 0 : 1 })
    const versions = [['thumb', thumb] as const, ...(hasScreen ? [['screen', screen] as const] : [])]
    for (const [rendition, name] of versions) {
      const blob = { key: keyOf(bytes_key, rendition), path: incoming.pathOf(name) }
      await storeBlob(services, blob, async (tx) => {
        if (!(await lockRow(tx, 'files', id))) fail('not_found')
      })
    }
  } finally {
    for (const name of [source, thumb, screen]) await incoming.remove(name)
  }
}

const createJobs = () => ({
  /** One at a time, as temporary files take disk space; the uploaders take turns. */
  enqueue: createFairQueue({ maxConcurrent: 1 }),
  running: createSharedTasks<void>(),
  /** Counts of failures by file, except faults of the image. */
  failures: new Map<string, number>(),
})
const jobsOf = new WeakMap<Services['images'], ReturnType<typeof createJobs>>()
const maxFailures = 3

/** Makes the smaller versions of an image in the background; a second call joins the first one. */
export function ensurePreviews(services: Services, image: Image): Promise<void> {
  const jobs = jobsOf.get(services.images) ?? createJobs()
  jobsOf.set(services.images, jobs)
  const { enqueue, running, failures } = jobs
  const found = running.find(image.id)
  if (found) return found
  const before = failures.get(image.id) ?? 0
  // an image that crashes the resizer is not retried before the next start
  if (before >= maxFailures) return Promise.reject(new Refusal('unavailable', { retryAfterSeconds: 60 }))
  return running.run(image.id, () =>
    enqueue(image.uploader_id ?? '', () => makePreviews(services, image)).catch((error) => {
      failures.set(image.id, before + 1)
      throw error
    }),
  )
}

/** Doesn't wait: failures are logged, and the next request retries. */
export function startPreviews(services: Services, image: Image) {
  ensurePreviews(services, image).catch((err) => {
    // the file or its original is gone, or it has failed too often
    if (err instanceof Refusal) return
    services.log.warn({ err, file: image.id }, 'smaller versions of an image are left for later')
  })
}

/** 503 after `waitTimeoutMs`. */
export const awaitPreviews = (services: Services, image: Image) =>
  withTimeout(ensurePreviews(services, image), waitTimeoutMs, () => fail('unavailable', { retryAfterSeconds: 5 }))
