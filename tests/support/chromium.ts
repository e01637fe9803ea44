/** Finds a Chromium for the tests and the benches, and installs one where there is none. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright'
import { installPackages, isDebian, isRoot, run } from './debian.ts'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const macos = ['Chromium.app/Contents/MacOS/Chromium', 'Google Chrome.app/Contents/MacOS/Google Chrome']

/** Chromium's sandbox refuses root, and only root. */
export const chromiumArgs = isRoot ? ['--no-sandbox'] : []

/** The path of an installed Chromium. `CHROMIUM` names another one, and is taken at its word. */
export function findChromium(): string | undefined {
  if (process.env.CHROMIUM) return process.env.CHROMIUM
  const folders = new Set(['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)])
  const candidates = [
    ...names.flatMap((name) => [...folders].map((folder) => join(folder, name))),
    ...macos.map((app) => join('/Applications', app)),
    chromium.executablePath(),
  ]
  return candidates.find((path) => existsSync(path) && runs(path))
}

/** As `findChromium`, after installing one if need be. Stops with a sentence when that fails too. */
export function ensureChromium(): string {
  const found = findChromium()
  if (found) {
    if (existsSync(found)) return found
    throw new Error(`CHROMIUM is ${found}, and there is no such file`)
  }
  if (isRoot && isDebian()) installPackages('chromium', 'fonts-liberation')
  if (!findChromium()) {
    console.log('Installing Chromium (playwright install chromium)…')
    run('npx', ['playwright', 'install', ...(isRoot ? ['--with-deps'] : []), 'chromium'])
  }
  const installed = findChromium()
  if (installed) return installed
  throw new Error(
    'The browser tests need Chromium, and it could not be installed: install it by hand, or name one with CHROMIUM=/path/to/chromium.',
  )
}

/** Ubuntu's chromium is a stub that asks for a snap: being there is not enough. */
const runs = (path: string) => /\d/.test(spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout ?? '')
