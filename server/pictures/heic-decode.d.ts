declare module 'heic-decode' {
  /** The main picture of a HEIC file, turned upright, as RGBA. */
  export default function decode(source: {
    buffer: Uint8Array
  }): Promise<{ width: number; height: number; data: Uint8ClampedArray }>
}
