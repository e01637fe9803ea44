import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'

/** What npm has installed, in its own words. */
export const hiddenLockfile = 'node_modules/.package-lock.json'

/** Whether node_modules holds what package-lock.json names, whoever installed it. */
export function isInstalled() {
  const wanted = packages('package-lock.json')
  const installed = packages(hiddenLockfile)
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '' || entry.link) return true
    const found = installed[path]
    if (!found) return entry.optional === true && !isForThisPlatform(entry)
    return found.version === entry.version && found.integrity === entry.integrity
  })
}

/** Links the pinned Node as `npm ci` does from npm 11 on; npm 10 forgets to. */
export function linkNode() {
  const target = 'node_modules/.bin/node'
  if (existsSync(target)) return
  const machine = `${process.platform}-${process.arch}`
  const source = [`node-${machine}`, `node-bin-${machine}`].find((name) => existsSync(`node_modules/${name}/bin/node`))
  if (!source) return
  mkdirSync('node_modules/.bin', { recursive: true })
  symlinkSync(`../${source}/bin/node`, target)
}

/** Of an optional package: whether it was made for this kind of machine, and not just for any. */
function isForThisPlatform({ os, cpu, libc }) {
  return !libc && os?.includes(process.platform) && cpu?.includes(process.arch)
}

function packages(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages
  } catch (error) {
    if (error.code === 'ENOENT' && path === hiddenLockfile) return {}
    throw error
  }
}
