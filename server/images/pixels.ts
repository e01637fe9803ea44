import sharp, { type Sharp } from 'sharp'

/** A decoded picture; `orientation` is that of EXIF. */
export interface Pixels {
  width: number
  height: number
  channels: 3 | 4
  data: Uint8Array | Uint8ClampedArray
  orientation?: number
}

/** Turns in degrees by the orientations 1 to 8; those of `mirrored` are mirrored after the turn. */
const angles = [0, 0, 180, 180, 270, 90, 90, 270]
const mirrored = [2, 4, 5, 7]

export function upright({ data, orientation = 1, ...raw }: Pixels): Sharp {
  const turned = sharp(data, { raw }).rotate(angles[orientation - 1] ?? 0)
  return mirrored.includes(orientation) ? turned.flop() : turned
}

/** Width and height as they are shown: the orientations above 4 are quarter turns. */
export const uprightSize = ({ width, height, orientation = 1 }: Pixels) =>
  orientation > 4 ? { width: height, height: width } : { width, height }

/** Header of Windows 3, with which later headers begin too. */
const minHeaderLength = 40
/** Without packing, or with masks; of these the usual ones only, in which a pixel is blue, green, red. */
const compressions = [0, 3, 6]
const redMask = 0xff0000

export const isBmp = (bytes: Buffer) => bytes.toString('latin1', 0, 2) === 'BM'

/** Decodes a BMP as programs usually write them; browsers know more kinds. What is cut off is black. */
export function decodeBmp(bytes: Buffer, maxPixels: number): Pixels {
  const [start, headerLength] = [bytes.readUInt32LE(10), bytes.readUInt32LE(14)]
  const [width, signedHeight] = [bytes.readInt32LE(18), bytes.readInt32LE(22)]
  const [bits, compression] = [bytes.readUInt16LE(28), bytes.readUInt32LE(30)]
  const height = Math.abs(signedHeight)
  const isUsual = compressions.includes(compression) && (compression === 0 || bytes.readUInt32LE(54) === redMask)
  if (headerLength < minHeaderLength || !isUsual || ![1, 4, 8, 24, 32].includes(bits))
    throw new Error('a BMP of an unusual kind')
  if (width < 1 || height < 1 || width * height > maxPixels) throw new Error('the BMP exceeds the pixel limit')
  const palette = 14 + headerLength
  const rowLength = Math.ceil((width * bits) / 32) * 4
  const data = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y++) {
    // rows are stored from below, unless the height is negative
    const row = start + rowLength * (signedHeight < 0 ? y : height - 1 - y)
    for (let x = 0; x < width; x++) {
      const at = row + ((x * bits) >> 3)
      const index = ((bytes[at] ?? 0) >> (8 - bits - ((x * bits) & 7))) & (2 ** bits - 1)
      const colour = bits < 24 ? palette + 4 * index : at
      for (let part = 0; part < 3; part++) data[(y * width + x) * 3 + part] = bytes[colour + 2 - part] ?? 0
    }
  }
  return { width, height, channels: 3, data }
}
