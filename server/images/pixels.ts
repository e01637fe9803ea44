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
