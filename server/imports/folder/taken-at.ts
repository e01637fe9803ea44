import { open } from 'node:fs/promises'
import ExifReader from 'exifreader'

/** Enough for what a camera writes before the picture. */
const headBytes = 512 * 2 ** 10
const pictures = /\.(?:jpe?g|heic|heif|avif|png|webp|tiff?|dng)$/i
const written = /^(\d{4})[:-](\d\d)[:-](\d\d)[ T](\d\d):(\d\d):(\d\d)/

/**
 * When a picture was taken, as its EXIF says, in the time zone that it names or else in that of the community; undefined if it
 * doesn't say so, or the moment can't be.
 */
export async function readTakenAt(path: string, timeZone: string, now: number): Promise<number | undefined> {
  if (!pictures.test(path)) return undefined
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(headBytes), 0, headBytes, 0)
  try {
    const { exif } = ExifReader.load(buffer.subarray(0, bytesRead), { expanded: true })
    const [text, offset] = [exif?.DateTimeOriginal ?? exif?.DateTime, exif?.OffsetTimeOriginal].map(
      (tag) => tag?.description,
    )
    const [, ...numbers] = written.exec(text ?? '') ?? []
    const [year, month, day, hour, minute, second] = numbers.map(Number)
    const moment = Temporal.PlainDateTime.from(
      { year, month, day, hour, minute, second } as Temporal.PlainDateTimeLike,
      {
        overflow: 'reject',
      },
    )
    const zone = /^[+-]\d\d:\d\d$/.test(offset ?? '') ? (offset as string) : timeZone
    const at = moment.toZonedDateTime(zone).epochMilliseconds
    return at > 0 && at <= now ? at : undefined
  } catch {
    return undefined
  }
}
