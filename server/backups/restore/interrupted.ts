import { existsSync, readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fsync } from '../../lib/fsync.ts'
import { OperatorError } from '../../operator-error.ts'

/** In a data folder whose restore has not ended. */
const markOf = (dataDir: string) => join(dataDir, 'restore-interrupted')

export async function markInterrupted(dataDir: string, snapshot: string) {
  await writeFile(markOf(dataDir), `${snapshot}\n`, { mode: 0o600, flush: true })
  await fsync(dataDir)
}

export async function unmarkInterrupted(dataDir: string) {
  await rm(markOf(dataDir), { force: true })
  await fsync(dataDir)
}

/** Throws `OperatorError` for a place that a restore has left half-way. */
export function refuseInterrupted(dataDir: string) {
  if (!existsSync(markOf(dataDir))) return
  const snapshot = readFileSync(markOf(dataDir), 'utf8').trim()
  throw new OperatorError(`restore was interrupted: run it again (npm run admin -- restore ${snapshot} --replace)`)
}
