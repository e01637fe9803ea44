/** Finds a Firefox for the tests, and installs one if there is none. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installPackages, isDebian, isRoot, runs } from './debian.ts'

const names = ['firefox-esr', 'firefox']
const macosApp = '/Applications/Firefox.app/Contents/MacOS/firefox'

/** Path of an installed Firefox, which Playwright drives over WebDriver BiDi; `FIREFOX` overrides it. */
function findFirefox(): string | undefined {
  if (process.env.FIREFOX) return process.env.FIREFOX
  const folders = new Set(['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)])
  return [...names.flatMap((name) => [...folders].map((folder) => join(folder, name))), macosApp].find(runs)
}

/** The first version with all of WebDriver BiDi that Playwright asks for. */
const minVersion = 143

function isOld(path: string) {
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' })
  return Number(/\d+/.exec(stdout)?.[0]) < minVersion
}

/** Installs one if there is none, or an old one; throws with a message if that fails. */
export function ensureFirefox(): string {
  const { FIREFOX } = process.env
  if (FIREFOX && !existsSync(FIREFOX)) throw new Error(`FIREFOX is ${FIREFOX}, and there is no such file`)
  const present = findFirefox()
  if ((!present || isOld(present)) && isRoot && isDebian()) installPackages('firefox-esr')
  const found = findFirefox()
  if (found && !isOld(found)) return found
  throw new Error(
    `The journeys need Firefox ${minVersion} or later, and it could not be installed: install it by hand, or name one with FIREFOX=/path/to/firefox.`,
  )
}
