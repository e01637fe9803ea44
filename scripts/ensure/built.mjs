import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const stamp = 'dist/.built'
const sources = ['web', 'contract', 'scripts/build', 'vite.config.ts', 'tsconfig.json', 'package-lock.json']

export const isBuilt = () =>
  existsSync(stamp) && existsSync('dist/index.html') && readFileSync(stamp, 'utf8') === fingerprint()

/** Runs the build and records the state of its sources before it: a change during the build causes another one. */
export async function buildOnce(build) {
  const before = fingerprint()
  rmSync(stamp, { force: true })
  await build()
  writeFileSync(stamp, before)
}

function fingerprint() {
  const hash = createHash('sha256')
  const add = (path) => {
    if (statSync(path).isDirectory()) for (const name of readdirSync(path).sort()) add(join(path, name))
    else hash.update(`${path}\0`).update(readFileSync(path)).update('\0')
  }
  sources.forEach(add)
  return hash.digest('hex')
}
