/** Finds a Chromium for tests and benches, and installs one if there is none. */
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright'
import { installPackages, isDebian, isRoot, run, runs } from './debian.ts'

// Without an interface of its own, the headless shell takes half the processor time of a whole browser.
const shellNames = ['chromium-headless-shell', 'chrome-headless-shell']
const browserNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const macosApps = ['Chromium.app/Contents/MacOS/Chromium', 'Google Chrome.app/Contents/MacOS/Google Chrome']

/** Chromium's sandbox refuses to run as root. */
export const chromiumArgs = isRoot ? ['--no-sandbox'] : []

/** Path of an installed Chromium; `CHROMIUM` overrides it. */
export function findChromium(): string | undefined {
  if (process.env.CHROMIUM) return process.env.CHROMIUM
  return findShell() ?? findBrowser()
}

/** Installs Chromium if there is none; throws if that fails. */
export function ensureChromium(): string {
  const { CHROMIUM } = process.env
  if (CHROMIUM) {
    if (existsSync(CHROMIUM)) return CHROMIUM
    throw new Error(`CHROMIUM is ${CHROMIUM}, and there is no such file`)
  }
  const canInstallPackages = isRoot && isDebian()
  if (!findShell() && canInstallPackages) installPackages('chromium-headless-shell', 'fonts-liberation')
  if (!findChromium() && canInstallPackages) installPackages('chromium', 'fonts-liberation')
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

/** Whole Chromium, with its own viewer of PDFs; `FULL_CHROMIUM` overrides the path. */
export const findFullChromium = (): string | undefined => process.env.FULL_CHROMIUM ?? findBrowser()

export function ensureFullChromium(): string {
  if (!findFullChromium() && isRoot && isDebian()) installPackages('chromium', 'fonts-liberation')
  if (!findFullChromium()) run('npx', ['playwright', 'install', ...(isRoot ? ['--with-deps'] : []), 'chromium'])
  const installed = findFullChromium()
  if (installed) return installed
  throw new Error('One browser test needs a whole Chromium: name one with FULL_CHROMIUM=/path/to/chromium.')
}

const findShell = () => inFolders(shellNames).find(runs)

const findBrowser = () =>
  [...inFolders(browserNames), ...macosApps.map((app) => join('/Applications', app)), chromium.executablePath()].find(
    runs,
  )

function inFolders(names: string[]) {
  const folders = new Set(['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)])
  return names.flatMap((name) => [...folders].map((folder) => join(folder, name)))
}
