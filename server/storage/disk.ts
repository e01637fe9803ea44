import { statfs } from 'node:fs/promises'
import { StorageFull } from './storage.ts'

/** Space that uploads leave free: a share of the disk, limited to a maximum. */
const uploadMargin = { share: 0.05, maxBytes: 256 * 2 ** 20 }
/** Space that texts leave free, for sign-ins, deletions and the log of the database. */
const textMargin = { share: 0.02, maxBytes: 64 * 2 ** 20 }

/** Above the margin: more than anybody writes in this time. */
const plenty = { bytes: 2 ** 30, ms: 1000 }

const marginOf = ({ share, maxBytes }: typeof uploadMargin, total: number) => Math.min(maxBytes, total * share)

export type Disk = ReturnType<typeof openDisk>
/** Space of a disk that is promised to an upload in progress. */
export type Reservation = Awaited<ReturnType<Disk['reserve']>>

/**
 * The disk of the data folder. A part of it stays free, however many uploads this process receives at once. `hasDatabase`:
 * texts are stored on it too.
 */
export function openDisk(folder: string, { hasDatabase }: { hasDatabase: boolean }) {
  let reserved = 0
  let plentyUntil = 0

  async function readSpace() {
    const { bavail, blocks, bsize } = await statfs(folder)
    return { free: bavail * bsize, total: blocks * bsize }
  }

  return {
    /** Throws ENOSPC if `bytes`, and all bytes that are reserved already, don't fit. */
    async reserve(bytes: number) {
      let left = 0
      let isReleased = false
      const change = (by: number) => {
        left += by
        reserved += by
      }
      async function ensure(needed: number) {
        const { free, total } = await readSpace()
        // an upload that was cut off meanwhile
        if (isReleased) return
        // nothing is awaited between the check and the change: uploads that ask at the same time see each other's
        const more = Math.max(0, needed - left)
        if (free - reserved - more < marginOf(uploadMargin, total))
          throw new StorageFull('the disk has too little space')
        change(more)
      }
      await ensure(bytes)
      return {
        /** Makes it at least so many bytes. Throws ENOSPC if they don't fit, or if others have filled up the disk. */
        ensure,
        /** These bytes were written, and are no longer promised. */
        use: (written: number) => change(-Math.min(left, written)),
        release() {
          isReleased = true
          change(-left)
        },
      }
    },
    /** Throws ENOSPC if the database is on this disk and may take no more texts. */
    async requireSpaceForText() {
      if (!hasDatabase || performance.now() < plentyUntil) return
      // a disk that doesn't answer fails the write itself
      const space = await readSpace().catch(() => undefined)
      if (!space) return
      const left = space.free - marginOf(textMargin, space.total)
      if (left < 0) throw new StorageFull('the disk has too little space for texts')
      if (left > plenty.bytes) plentyUntil = performance.now() + plenty.ms
    },
    async read() {
      const { free, total } = await readSpace()
      return { free_bytes: free, total_bytes: total }
    },
  }
}
