import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder that an operator named, and those above it. Returns the uppermost one that it made, undefined if there
 * was nothing to make. Node's own recursion never ends where a file system refuses a folder, as /proc does.
 */
export function makeFolder(path: string): string | undefined {
  try {
    mkdirSync(path, { mode: 0o700 })
    return path
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' && statSync(path).isDirectory()) return undefined
    const parent = dirname(path)
    if (code !== 'ENOENT' || existsSync(parent)) throw error
    const made = makeFolder(parent)
    const last = makeFolder(path)
    return made ?? last
  }
}
