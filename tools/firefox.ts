/** Finds a Firefox for the tests, and installs one if there is none. */
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

/** Installs one if there is none; exits with a message if that fails. */
export function ensureFirefox(): string {
  const { FIREFOX } = process.env
  if (FIREFOX && !existsSync(FIREFOX)) throw new Error(`FIREFOX is ${FIREFOX}, and there is no such file`)
  if (!findFirefox() && isRoot && isDebian()) installPackages('firefox-esr')
  const found = findFirefox()
  if (found) return found
  throw new Error(
    'The journeys need Firefox, and it could not be installed: install it by hand, or name one with FIREFOX=/path/to/firefox.',
  )
}
