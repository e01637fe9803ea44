// Runs before start, dev, demo and test, on any Node of the host (18 or later): plain JavaScript, no dependency.
// `ensure.mjs` makes node_modules match package-lock.json, without the packages of development; `ensure.mjs development`
// with them; `ensure.mjs web` builds dist/ too when its sources changed. It prints nothing if there is nothing to do.
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { delimiter, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildOnce, isBuilt } from './ensure/built.mjs'
import { hiddenLockfile, isInstalled, linkNode } from './ensure/installed.mjs'
import { withLock } from './ensure/lock.mjs'
import { npm } from './ensure/npm.mjs'

const NODE_MAJOR = 26

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
process.env.PATH = [resolve('node_modules/.bin'), process.env.PATH].join(delimiter) // as npm does for its scripts
const needsWeb = process.argv[2] === 'web'
const needsDevelopment = process.argv[2] === 'development'

if (!isInstalled(needsDevelopment) || (needsWeb && !isBuilt()))
  // checked again: another process may have done the work during the wait for the lock
  await withLock('.ensure.lock', async () => {
    if (!isInstalled(needsDevelopment)) await install()
    checkNode()
    if (needsWeb && !isBuilt()) await build()
  })
checkNode()

async function install() {
  console.error('Installing dependencies (npm ci)…')
  rmSync(hiddenLockfile, { force: true }) // written last by npm: its absence marks an interrupted install
  const development = needsDevelopment ? ['--include=dev'] : ['--omit=dev', '--ignore-scripts']
  await npm(['ci', ...development, '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'])
}

async function build() {
  console.error('Building the web…')
  await buildOnce(() => npm(['run', '--silent', 'build'], { NODE_ENV: 'production' }))
}

/** Links the pinned Node, and exits if the Node on PATH is older. */
function checkNode() {
  linkNode()
  const { stdout } = spawnSync('node', ['-p', 'process.versions.node'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (Number.parseInt(stdout ?? '', 10) >= NODE_MAJOR) return
  console.error(
    `Node ${NODE_MAJOR} is needed, and npm has none for ${process.platform}-${process.arch}: install it and try again.`,
  )
  process.exit(1)
}
