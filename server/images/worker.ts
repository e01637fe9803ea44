// A separate process without rights: a malicious image can only crash this one, and its memory is freed with it.
import { readFile, stat } from 'node:fs/promises'
import decode from 'heic-decode'
import sharp, { type ResizeOptions, type Sharp } from 'sharp'
import { limits } from '../../contract/limits.ts'
import type { WorkerReply, WorkerRequest } from '../lib/worker-process.ts'
import type { Resized, ResizeJob } from './images.ts'
import { decodeBmp, isBmp, type Pixels, upright, uprightSize } from './pixels.ts'

const maxPixels = 100_000_000
/** Maximum pixels of a JPEG that is made smaller while it is read, as it isn't in memory as a whole. */
const maxShrinkingPixels = 250_000_000
/** Maximum pixels of all frames for an animated screen version. */
const maxAnimatedPixels = 40_000_000
const timeoutSeconds = 30
/** Read into memory as a whole. */
const maxBytes = 100 * 2 ** 20
/** HEIC is decoded in memory as a whole. */
const maxHeicBytes = 50 * 2 ** 20
/** Pixels of the shorter side of a long picture's screen version. */
const longShortSide = 1080
/** Limit of WebP. */
const maxSide = 16_383
/** Bytes in which a PNG says that it is animated. */
const headBytes = 64 * 1024

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
    'VipsForeignLoadTiffBuffer',
  ],
})

interface Source {
  /** As it is shown. */
  width: number
  height: number
  still: () => Sharp
  /** Absent for an animation that can't be decoded here, or has too many pixels. */
  animated?: (() => Sharp) | undefined
  /** True if browsers move it. */
  isAnimation: boolean
}

const fromPixels = (pixels: Pixels): Source => ({
  ...uprightSize(pixels),
  still: () => upright(pixels),
  isAnimation: false,
})

/** Turned by its container. Some cameras write the orientation into the EXIF only, and viewers turn that too. */
async function decodeHeic(bytes: Buffer, exif: Buffer | undefined): Promise<Pixels> {
  const { width, height, data } = await decode({ buffer: bytes })
  return { width, height, channels: 4, data, orientation: exif && !isTurned(bytes) ? orientationIn(exif) : 1 }
}

/** Properties of its items say how a HEIC's container turns or mirrors them (ISO 23008-12, 6.5.10 and 6.5.12). */
function isTurned(bytes: Buffer) {
  const name = bytes.indexOf('ipco')
  if (name < 4) return false
  const properties = bytes.subarray(name, name - 4 + bytes.readUInt32BE(name - 4))
  return properties.includes('irot') || properties.includes('imir')
}

/** Tag, type and count before the orientation, of both orders of bytes. */
const orientationTags = [Buffer.from('011200030000000100', 'hex'), Buffer.from('1201030001000000', 'hex')]

function orientationIn(exif: Buffer) {
  const tag = orientationTags.find((bytes) => exif.includes(bytes))
  return tag && exif[exif.indexOf(tag) + tag.length]
}

/** Decodes HEIC and BMP by other means: sharp's build has no licence for the one, and no decoder for the other. */
async function open(path: string): Promise<Source> {
  const { size } = await stat(path)
  if (size > maxBytes) throw new Error('the image is too large')
  const bytes = await readFile(path)
  if (isBmp(bytes)) return fromPixels(decodeBmp(bytes, maxPixels))
  // of a damaged or cut picture as much as there is
  const options = { failOn: 'none', sequentialRead: true } as const
  const found = await sharp(bytes, { ...options, limitInputPixels: false, pages: 1 }).metadata()
  const { width, height, pages = 1, format } = found
  const limitInputPixels = format === 'jpeg' && !found.isProgressive ? maxShrinkingPixels : maxPixels
  if (width * height > limitInputPixels) throw new Error('the image exceeds pixel limit')
  if (format === 'heif' && found.compression === 'hevc') {
    if (size > maxHeicBytes) throw new Error('the HEIC is too large')
    return fromPixels(await decodeHeic(bytes, found.exif))
  }
  const reading = { ...options, limitInputPixels }
  const isMovingPng = format === 'png' && bytes.subarray(0, headBytes).includes('acTL')
  const hasFrames = pages > 1 && (format === 'gif' || format === 'webp')
  return {
    ...found.autoOrient,
    still: () => sharp(bytes, { ...reading, pages: 1 }).autoOrient(),
    ...(hasFrames &&
      width * height * pages <= maxAnimatedPixels && {
        animated: () => sharp(bytes, { ...reading, pages: -1 }).autoOrient(),
      }),
    isAnimation: hasFrames || isMovingPng || bytes.toString('latin1', 8, 12) === 'avis',
  }
}

/** Makes both versions, without metadata: sharp drops it by default. An animation that can't be kept has none for the screen. */
async function resize({ path, thumbSide, screenSide }: ResizeJob): Promise<Resized> {
  const { width, height, still, animated, isAnimation } = await open(path)
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  const isLong = long > limits.longImageRatio * short
  const within = (side: number) => ({ width: side, height: side, fit: 'inside', withoutEnlargement: true }) as const
  async function finish(image: Sharp, size: ResizeOptions, quality: number) {
    const small = image.resize(size).toColourspace('srgb').timeout({ seconds: timeoutSeconds })
    return (await small.webp({ quality, effort: 3 }).toBuffer()).toString('base64')
  }
  const thumb = within(thumbSide)
  const screen = within(isLong ? Math.min(maxSide, Math.round((long * longShortSide) / short)) : screenSide)
  return {
    width,
    height,
    // of a long one a square, from its top
    thumb: await finish(still(), isLong ? { ...thumb, fit: 'cover', position: 'top' } : thumb, 74),
    ...((animated || !isAnimation) && { screen: await finish((animated ?? still)(), screen, 80) }),
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
