import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import * as z from 'zod/mini'
import { newId } from '../../ids.ts'

/** The process that holds a lock. */
export const Holder = z.object({
  id: z.string(),
  host: z.string(),
  /** Id of the machine's start; empty where it isn't known. */
  boot: z.string(),
  pid: z.number(),
})
export type Holder = z.output<typeof Holder>

export const newHolder = (): Holder => ({ id: newId(), host: hostname(), boot: readBoot(), pid: process.pid })

function readBoot() {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return ''
  }
}

/** True if it is known to be gone: a process of this machine that isn't there any more, as after Ctrl-C. */
export function hasEnded({ host, boot, pid }: Holder) {
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
