// A separate process without rights: a malicious image can only crash this one, and its memory is freed with it.
import { readFile, stat } from 'node:fs/promises'
import decodeHeic from 'heic-decode'
import sharp, { type Sharp } from 'sharp'
import type { WorkerReply, WorkerRequest } from '../lib/worker-process.ts'
import type { Resized, ResizeJob } from './images.ts'

/** Pixels of all frames together. */
const maxPixels = 100_000_000
/** Maximum pixels of all frames for an animated screen version; above, it is the first frame. */
const maxAnimatedPixels = 40_000_000
const timeoutSeconds = 30
/** Read into memory as a whole. */
const maxBytes = 100 * 2 ** 20
/** HEIC is decoded in memory as a whole. */
const maxHeicBytes = 50 * 2 ** 20

sharp.cache(false)
sharp.concurrency(1)
// only decoders that are safe for untrusted images
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadHeifBuffer',
  ],
})

/** Decodes HEIC with a separate library: sharp's build has no licence for it. */
async function open(path: string) {
  const { size } = await stat(path)
  if (size > maxBytes) throw new Error('the image is too large')
  const bytes = await readFile(path)
  const options = { limitInputPixels: maxPixels, failOn: 'truncated', sequentialRead: true } as const
  const { width, height, pages = 1, format, compression } = await sharp(bytes, { ...options, pages: 1 }).metadata()
  if (format === 'heif' && compression === 'hevc') {
    if (size > maxHeicBytes) throw new Error('the HEIC is too large')
    const { width, height, data } = await decodeHeic({ buffer: bytes })
    const raw = { raw: { width, height, channels: 4 as const } }
    return { still: () => sharp(data, raw), isAnimated: false, animated: () => sharp(data, raw) }
  }
  return {
    still: () => sharp(bytes, { ...options, pages: 1 }).autoOrient(),
    animated: () => sharp(bytes, { ...options, pages: -1 }).autoOrient(),
    isAnimated: pages > 1 && width * height * pages <= maxAnimatedPixels,
  }
}

/** Makes both versions, without metadata: sharp drops it by default. */
async function resize({ path, thumbSide, screenSide }: ResizeJob): Promise<Resized> {
  const { still, animated, isAnimated } = await open(path)
  const within = (side: number) => ({ width: side, height: side, fit: 'inside', withoutEnlargement: true }) as const
  async function finish(image: Sharp, side: number, quality: number) {
    const small = image.resize(within(side)).toColourspace('srgb').timeout({ seconds: timeoutSeconds })
    return (await small.webp({ quality, effort: 3 }).toBuffer()).toString('base64')
  }
  return {
    thumb: await finish(still(), thumbSide, 74),
    screen: await finish(isAnimated ? animated() : still(), screenSide, 80),
  }
}

/**
 * Starts all threads that an image needs, then gives up the right to start any. WebP of 512 pixels and more is read by a
 * thread of its own, and transparency is written by one; the others are to spare, as threads return late on a busy machine.
 */
async function startThreads() {
  const wide = await sharp({ create: { width: 1024, height: 1024, channels: 4, background: 'transparent' } })
    .webp()
    .toBuffer()
  sharp.concurrency(2)
  await sharp(wide).resize(512).webp().toBuffer()
  sharp.concurrency(1)
  process.permission.drop('worker')
  Object.assign(globalThis, { Worker: endProcess })
}

/** In place of a thread too many, for which sharp would wait without end: another process tries the image again. */
function endProcess() {
  // an exit would wait for the other threads
  process.kill(process.pid, 'SIGKILL')
}

const started = startThreads()

const machineFault = /too many open|out of memory|cannot allocate/i

process.on('message', async (request: WorkerRequest<ResizeJob>) => {
  const { id } = request
  await started
  const reply = await resize(request).then(
    (result): WorkerReply<Resized> => ({ id, result }),
    (error: Error & { code?: string }): WorkerReply<Resized> =>
      error.code?.startsWith('E') || machineFault.test(error.message)
        ? { id, machineFault: error.message }
        : { id, result: { fault: error.message } },
  )
  process.send?.(reply)
})
