import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { namespace, withSmallFolder } from './namespace.ts'

/**
 * Runs small-disk-program.ts with a real disk of 1 MB, which is gone when it ends, and returns its output. Where
 * mounting isn't allowed, or when `simulated`, its calls to the disk fail instead, in the middle of their work.
 */
export function onSmallDisk(sourceDir: string, { simulated }: { simulated: boolean }): unknown {
  const disk = join(sourceDir, 'disk')
  mkdirSync(disk)
  const program = [process.execPath, join(import.meta.dirname, 'small-disk-program.ts'), disk, sourceDir]
  const line = simulated || !namespace ? [...program, 'simulated'] : [...withSmallFolder(disk, 1024), ...program]
  const [command = '', ...args] = line
  const { stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  if (!stdout) throw new Error(stderr)
  return JSON.parse(stdout)
}
