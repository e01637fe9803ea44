import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

/** Commands that allow mounting a disk: as root, else in a namespace of its own, else as root again. */
const prefixes = [
  ['unshare', '-m'],
  ['unshare', '-rm'],
  ['sudo', '-n', 'unshare', '-m'],
]
const program = join(import.meta.dirname, 'small-disk-program.ts')

/**
 * Runs small-disk-program.ts with a real disk of 1 MB, which is gone when it ends, and returns its output. Where
 * mounting isn't allowed, or when `simulated`, its calls to the disk fail instead, in the middle of their work.
 */
export function onSmallDisk(sourceDir: string, { simulated }: { simulated: boolean }): unknown {
  const disk = join(sourceDir, 'disk')
  mkdirSync(disk)
  const mounted = ['sh', '-c', 'mount -t tmpfs -o size=1m none "$0" && echo mounted && exec "$@"', disk]
  const run = [process.execPath, program, disk, sourceDir]
  for (const [command = '', ...args] of simulated ? [] : prefixes) {
    const { stdout, stderr } = spawnSync(command, [...args, ...mounted, ...run], { encoding: 'utf8' })
    const [first, answer] = stdout?.split('\n') ?? []
    if (first === 'mounted') return parse(answer, stderr)
  }
  const { stdout, stderr } = spawnSync(process.execPath, [program, disk, sourceDir, 'simulated'], { encoding: 'utf8' })
  return parse(stdout, stderr)
}

function parse(answer: string | undefined, stderr: string): unknown {
  if (!answer) throw new Error(stderr)
  return JSON.parse(answer)
}
