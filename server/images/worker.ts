// A separate process: a malicious image can only crash this one, and its memory is freed with it.
import { readFile, stat } from 'node:fs/promises'
import decodeHeic from 'heic-decode'
import sharp, { type Sharp } from 'sharp'
import type { WorkerReply, WorkerRequest } from '../lib/worker-process.ts'
import type { ResizeJob, ResizeResult } from './images.ts'

/** Pixels of all frames together. */
const maxPixels = 100_000_000
/** Maximum pixels of all frames for an animated screen version; above, it is the first frame. */
const maxAnimatedPixels = 40_000_000
const timeoutSeconds = 30
/** HEIC is decoded in memory as a whole. */
const maxHeicBytes = 50 * 2 ** 20

sharp.cache(false)
sharp.concurrency(1)
// only decoders that are safe for untrusted images
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegFile',
    'VipsForeignLoadPngFile',
    'VipsForeignLoadWebpFile',
    'VipsForeignLoadNsgifFile',
    'VipsForeignLoadHeifFile',
  ],
})

/** Decodes HEIC with a separate library: sharp's build has no licence for it. */
async function open(path: string) {
  const options = { limitInputPixels: maxPixels, failOn: 'truncated', sequentialRead: true } as const
  const { width, height, pages = 1, format, compression } = await sharp(path, { ...options, pages: 1 }).metadata()
  if (format === 'heif' && compression === 'hevc') {
    if ((await stat(path)).size > maxHeicBytes) throw new Error('the HEIC is too large')
    const { width, height, data } = await decodeHeic({ buffer: await readFile(path) })
    const raw = { raw: { width, height, channels: 4 as const } }
    return { still: () => sharp(data, raw), isAnimated: false, animated: () => sharp(data, raw) }
  }
  return {
    still: () => sharp(path, { ...options, pages: 1 }).autoOrient(),
    animated: () => sharp(path, { ...options, pages: -1 }).autoOrient(),
    isAnimated: pages > 1 && width * height * pages <= maxAnimatedPixels,
  }
}

/** Makes both versions, without metadata: sharp drops it by default. */
async function resize({ path, thumb, screen }: ResizeJob) {
  const { still, animated, isAnimated } = await open(path)
  const within = (side: number) => ({ width: side, height: side, fit: 'inside', withoutEnlargement: true }) as const
  const finish = (image: Sharp, side: number, quality: number) =>
    image.resize(within(side)).toColourspace('srgb').timeout({ seconds: timeoutSeconds }).webp({ quality, effort: 3 })
  await finish(still(), thumb.side, 74).toFile(thumb.path)
  await finish(isAnimated ? animated() : still(), screen.side, 80).toFile(screen.path)
}

const machineFault =
  /no space|too many open|out of memory|cannot allocate|file is missing|unable to (write|open)|write error/i

process.on('message', async (request: WorkerRequest<ResizeJob>) => {
  const { id } = request
  const reply = await resize(request).then(
    (): WorkerReply<ResizeResult> => ({ id, result: {} }),
    (error: Error & { code?: string }): WorkerReply<ResizeResult> =>
      error.code?.startsWith('E') || machineFault.test(error.message)
        ? { id, machineFault: error.message }
        : { id, result: { fault: error.message } },
  )
  process.send?.(reply)
})
