// A process of its own, so that a picture made to hurt a decoder hurts nothing else and takes its memory along.
import { readFile, stat } from 'node:fs/promises'
import decodeHeic from 'heic-decode'
import sharp, { type Sharp } from 'sharp'
import type { Made, Wanted } from './pictures.ts'

/** Pixels, of all frames together, that are decoded at most. */
const mostPixels = 100_000_000
/** Pixels of a moving picture that goes on moving on the screen; beyond, its first frame stands for it. */
const mostMoving = 40_000_000
const secondsToTake = 30
/** Bytes of a HEIC, which is decoded in memory as a whole. */
const mostHeic = 50 * 2 ** 20

sharp.cache(false)
sharp.concurrency(1)
// only decoders that are made for pictures from anywhere
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

/** How to open it: HEIC is decoded by its own library, as sharp's has no licence for it. */
async function open(path: string) {
  const options = { limitInputPixels: mostPixels, failOn: 'truncated', sequentialRead: true } as const
  const { width, height, pages = 1, format, compression } = await sharp(path, { ...options, pages: 1 }).metadata()
  if (format === 'heif' && compression === 'hevc') {
    if ((await stat(path)).size > mostHeic) throw new Error('too large a HEIC')
    const { width, height, data } = await decodeHeic({ buffer: await readFile(path) })
    const raw = { raw: { width, height, channels: 4 as const } }
    return { still: () => sharp(data, raw), isMoving: false, moving: () => sharp(data, raw) }
  }
  return {
    still: () => sharp(path, { ...options, pages: 1 }).autoOrient(),
    moving: () => sharp(path, { ...options, pages: -1 }).autoOrient(),
    isMoving: pages > 1 && width * height * pages <= mostMoving,
  }
}

/** Makes both versions; without metadata, which sharp leaves behind unless it is asked to keep it. */
async function make({ path, thumb, screen }: Wanted) {
  const { still, moving, isMoving } = await open(path)
  const within = (side: number) => ({ width: side, height: side, fit: 'inside', withoutEnlargement: true }) as const
  const finish = (picture: Sharp, side: number, quality: number) =>
    picture.resize(within(side)).toColourspace('srgb').timeout({ seconds: secondsToTake }).webp({ quality, effort: 3 })
  await finish(still(), thumb.side, 74).toFile(thumb.path)
  await finish(isMoving ? moving() : still(), screen.side, 80).toFile(screen.path)
}

/** What libvips says when not the picture is at fault. */
const ofTheMachine =
  /no space|too many open|out of memory|cannot allocate|file is missing|unable to (write|open)|write error/i

process.on('message', async (wanted: Wanted) => {
  const made: Made = await make(wanted).then(
    () => ({ id: wanted.id }),
    (error: Error & { code?: string }) => ({
      id: wanted.id,
      fault: error.message,
      isPassing: error.code?.startsWith('E') === true || ofTheMachine.test(error.message),
    }),
  )
  process.send?.(made)
})
