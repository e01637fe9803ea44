import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'

/** npm's own list of the installed packages. */
export const hiddenLockfile = 'node_modules/.package-lock.json'

/** True if node_modules has the packages of package-lock.json, in their versions; those of development only if needed. */
export function isInstalled(needsDevelopment) {
  const wanted = packages('package-lock.json')
  const installed = packages(hiddenLockfile)
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '' || entry.link || (entry.dev && !needsDevelopment)) return true
    const found = installed[path]
    if (!found) return entry.optional === true && !isForThisPlatform(entry)
    return found.version === entry.version && found.integrity === entry.integrity
  })
}

/** Links the pinned Node as `npm ci` does from npm 11 on; npm 10 doesn't. */
export function linkNode() {
  const target = 'node_modules/.bin/node'
  if (existsSync(target)) return
  const machine = `${process.platform}-${process.arch}`
  const source = [`node-${machine}`, `node-bin-${machine}`].find((name) => existsSync(`node_modules/${name}/bin/node`))
  if (!source) return
  mkdirSync('node_modules/.bin', { recursive: true })
  symlinkSync(`../${source}/bin/node`, target)
}

/** True for an optional package made for this platform, rather than for any. */
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
