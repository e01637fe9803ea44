import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

/** Who may mount a disk: root, else somebody in a namespace of their own, else root again. */
const ways = [
  ['unshare', '-m'],
  ['unshare', '-rm'],
  ['sudo', '-n', 'unshare', '-m'],
]
const program = join(import.meta.dirname, 'small-disk-program.ts')

/**
 * Runs small-disk-program.ts with a real disk of 1 MB, which is gone when it ends, and returns what it says. Where
 * nobody may mount one, or when `simulated`, its calls to the disk fail instead, in the middle of what they do.
 */
export function onSmallDisk(desk: string, { simulated }: { simulated: boolean }): unknown {
  const disk = join(desk, 'disk')
  mkdirSync(disk)
  const mounted = ['sh', '-c', 'mount -t tmpfs -o size=1m none "$0" && echo mounted && exec "$@"', disk]
  const run = [process.execPath, program, disk, desk]
  for (const [command = '', ...args] of simulated ? [] : ways) {
    const { stdout, stderr } = spawnSync(command, [...args, ...mounted, ...run], { encoding: 'utf8' })
    const [first, answer] = stdout?.split('\n') ?? []
    if (first === 'mounted') return parse(answer, stderr)
  }
  const { stdout, stderr } = spawnSync(process.execPath, [program, disk, desk, 'simulated'], { encoding: 'utf8' })
  return parse(stdout, stderr)
}

function parse(answer: string | undefined, stderr: string): unknown {
  if (!answer) throw new Error(stderr)
  return JSON.parse(answer)
}
