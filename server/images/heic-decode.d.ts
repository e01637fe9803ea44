declare module 'heic-decode' {
  /** Main picture of a HEIC file, upright, as RGBA. */
  export default function decode(source: {
    buffer: Uint8Array
  }): Promise<{ width: number; height: number; data: Uint8ClampedArray }>
}
