import { writeFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { parseJson } from '../../lib/parse-json.ts'
import { keepRenewed } from '../../lib/poll.ts'
import { InUse, OperatorError } from '../../operator-error.ts'
import { hashOf } from '../../storage/incoming.ts'
import type { Storage } from '../../storage/storage.ts'
import { Holder, hasEnded, newHolder } from './holder.ts'
import { lockKey } from './keys.ts'
import type { BackupStore } from './store.ts'

/** A holder on another machine that died is waited for this long. */
const lifetimeMs = 180_000
/** After taking the lock of a dead holder: somebody else may be doing the same. */
const takeoverDelayMs = 2000

const Lock = z.object({ holder: Holder, until: z.number() })

export interface StoreLock {
  /** Throws if the lock was lost, as when the machine slept: before each step that others could be harmed by. */
  requireHeld(): void
  release(): Promise<void>
}

/** Undefined for one that is damaged: it is written whole. */
async function readLock(storage: Storage) {
  const file = await storage.read(lockKey)
  return file && z.safeParse(Lock, parseJson(await text(file))).data
}

/** Lets one process at a time write to a store. Throws `OperatorError` while another one does. */
export async function lockStore({ storage, place, inWorkFolder }: BackupStore): Promise<StoreLock> {
  const holder = newHolder()

  const write = (how: 'put' | 'create') =>
    inWorkFolder(async (path) => {
      const content = JSON.stringify({ holder, until: Date.now() + lifetimeMs })
      await writeFile(path, content, { mode: 0o600 })
      await storage[how](lockKey, path, { size: Buffer.byteLength(content), sha256: await hashOf(path) })
      return true
    })

  const isHeld = async () => (await readLock(storage))?.holder.id === holder.id

  const found = await storage.sizeOf(lockKey)
  if (found !== undefined) {
    const { holder: other, until } = (await readLock(storage)) ?? {}
    if (other && until && until > Date.now() && !hasEnded(other))
      throw new InUse(
        `another command is writing to ${place} (on ${other.host}, until ${new Date(until).toISOString()} if it was killed): try again when it has ended`,
      )
    await storage.delete(lockKey)
    await write('create')
    await sleep(takeoverDelayMs)
  } else await write('create')
  // a store may not know conditional writes, or have answered late
  if (!(await isHeld())) throw new InUse(`another command is writing to ${place}: try again when it has ended`)

  const renewal = await keepRenewed(lifetimeMs, () => write('put'))
  return {
    requireHeld() {
      if (!renewal?.isHeld()) throw new OperatorError(`the lock of ${place} was lost: start again`)
    },
    async release() {
      await renewal?.stop()
      if (await isHeld()) await storage.delete(lockKey)
    },
  }
}
