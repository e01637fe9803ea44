// Locks of work on snapshots: of a store, and of the archive.
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { acquireLease, deleteLease, findLeaseHolder } from '../../db/leases.ts'
import type { Db } from '../../db/schema.ts'
import { newId } from '../../ids.ts'
import { parseJson } from '../../lib/parse-json.ts'
import { keepRenewed } from '../../lib/poll.ts'
import { InUse, OperatorError } from '../../operator-error.ts'
import type { Storage } from '../../storage/storage.ts'
import { lockKey } from './keys.ts'
import type { BackupStore } from './store.ts'

/** The process that holds a lock. */
const Holder = z.object({
  id: z.string(),
  host: z.string(),
  /** Id of the machine's start; empty where it isn't known. */
  boot: z.string(),
  pid: z.number(),
})
type Holder = z.output<typeof Holder>

const newHolder = (): Holder => ({ id: newId(), host: hostname(), boot: readBoot(), pid: process.pid })

function readBoot() {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return ''
  }
}

/** True if it is known to be gone: a process of this machine that isn't there any more, as after Ctrl-C. */
function hasEnded({ host, boot, pid }: Holder) {
  if (boot === '' || boot !== readBoot() || host !== hostname()) return false
  // in a container that was started again processes get the same numbers
  return pid === process.pid || !isAlive(pid)
}

/** True if this machine has such a process. */
export function isAlive(pid: number) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

/** A holder on another machine that died is waited for this long. */
const lifetimeMs = 180_000
/** After taking the lock of a dead holder: somebody else may be doing the same. */
const takeoverDelayMs = 2000

const LockFile = z.object({ holder: Holder, until: z.number() })

export interface Lock {
  /** Throws if the lock was lost, as when the machine slept: before each step that others could be harmed by. */
  requireHeld(): void
  release(): Promise<void>
}

/** Undefined for one that is damaged: it is written whole. */
async function readLock(storage: Storage) {
  const file = await storage.read(lockKey)
  return file && z.safeParse(LockFile, parseJson(await text(file))).data
}

/** Lets one process at a time write to a store. Throws `OperatorError` while another one does. */
export async function lockStore({ storage, place, writePlain }: BackupStore): Promise<Lock> {
  const holder = newHolder()

  async function write({ isNew }: { isNew: boolean }) {
    await writePlain(lockKey, JSON.stringify({ holder, until: Date.now() + lifetimeMs }), { isNew })
    return true
  }

  const isHeld = async () => (await readLock(storage))?.holder.id === holder.id

  const found = await storage.sizeOf(lockKey)
  if (found !== undefined) {
    const { holder: other, until } = (await readLock(storage)) ?? {}
    if (other && until && until > Date.now() && !hasEnded(other))
      throw new InUse(
        `another command is writing to ${place} (on ${other.host}, until ${new Date(until).toISOString()} if it was killed): try again when it has ended`,
      )
    await storage.delete(lockKey)
    await write({ isNew: true })
    await sleep(takeoverDelayMs)
  } else await write({ isNew: true })
  // a store may not know conditional writes, or have answered late
  if (!(await isHeld())) throw new InUse(`another command is writing to ${place}: try again when it has ended`)

  const renewal = await keepRenewed(lifetimeMs, () => write({ isNew: false }))
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

/**
 * Until the release no process deletes bytes of the archive (`deleteOrphans`). Throws `OperatorError` while another snapshot
 * of the community is made.
 */
export async function lockArchive(db: Db): Promise<Lock> {
  const found = await findLeaseHolder(db, 'backup')
  const other = z.safeParse(Holder, parseJson(found ?? '')).data
  // a command that was killed holds nobody up
  if (other && hasEnded(other)) await deleteLease(db, 'backup', found)
  const lease = await acquireLease({ db, now: Date.now }, 'backup', JSON.stringify(newHolder()))
  if (!lease) throw new InUse('another snapshot of this community is being made: try again when it has ended')
  return {
    requireHeld() {
      if (!lease.isHeld())
        throw new OperatorError('files may have been deleted while the snapshot was made: start again')
    },
    release: lease.release,
  }
}
