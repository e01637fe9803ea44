import decode from 'heic-decode'
import type { Pixels } from './pixels.ts'

/** Turned by its container. Some cameras write the orientation into the EXIF only, and viewers turn that too. */
export async function decodeHeic(bytes: Buffer, exif: Buffer | undefined): Promise<Pixels> {
  const { width, height, data } = await decode({ buffer: bytes })
  return { width, height, channels: 4, data, orientation: exif && !isTurned(bytes) ? orientationIn(exif) : 1 }
}

/** Properties of its items say how a container turns or mirrors them (ISO 23008-12, 6.5.10 and 6.5.12). */
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
