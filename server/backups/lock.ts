import { writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { newId } from '../ids.ts'
import { OperatorError } from '../operator-error.ts'
import { hashOf } from '../storage/incoming.ts'
import { lockKey } from './keys.ts'
import type { BackupStore } from './store.ts'

/** A holder that died is waited for this long. */
const lifetimeMs = 180_000
const renewIntervalMs = 30_000
/** After taking the lock of a dead holder: somebody else may be doing the same. */
const takeoverDelayMs = 2000

const Lock = z.object({ holder: z.string(), host: z.string(), until: z.number() })

export interface StoreLock {
  /** Throws if the lock was lost, as when the machine slept: before each step that others could be harmed by. */
  requireHeld(): void
  release(): Promise<void>
}

/** Lets one process at a time write to a store. Throws `OperatorError` while another one does. */
export async function lockStore({ storage, place, inWorkFolder }: BackupStore): Promise<StoreLock> {
  const holder = newId()
  let validUntil = 0

  const write = (how: 'put' | 'create') =>
    inWorkFolder(async (path) => {
      const until = Date.now() + lifetimeMs
      const validFrom = performance.now()
      const content = JSON.stringify({ holder, host: hostname(), until })
      await writeFile(path, content, { mode: 0o600 })
      await storage[how](lockKey, path, { size: Buffer.byteLength(content), sha256: await hashOf(path) })
      validUntil = validFrom + lifetimeMs
    })

  async function read() {
    const file = await storage.read(lockKey)
    if (!file) return undefined
    const content = await text(file)
    // one that can't be read counts as old: it is being written, or was damaged
    return z.safeParse(Lock, parseJson(content)).data ?? { holder: '', host: 'another machine', until: 0 }
  }

  const found = await read()
  if (found && found.until > Date.now())
    throw new OperatorError(`another command is writing to ${place} (on ${found.host}): try again when it has ended`)
  if (found) {
    await storage.delete(lockKey)
    await write('create')
    await sleep(takeoverDelayMs)
  } else await write('create')
  // a store may not know conditional writes, or have answered late
  if ((await read())?.holder !== holder)
    throw new OperatorError(`another command is writing to ${place}: try again when it has ended`)

  const timer = setInterval(() => {
    // a lost lock may be another command's by now
    if (performance.now() > validUntil) return
    // a failed renewal is made up for by the next one, or the lock is lost
    write('put').catch(() => {})
  }, renewIntervalMs)

  return {
    requireHeld() {
      if (performance.now() > validUntil) throw new OperatorError(`the lock of ${place} was lost: start again`)
    },
    async release() {
      clearInterval(timer)
      if ((await read())?.holder === holder) await storage.delete(lockKey)
    },
  }
}

function parseJson(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    return undefined
  }
}
