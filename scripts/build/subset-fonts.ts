import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

const folder = 'node_modules/.cache/fonts'

const fonts = {
  'alegreya-normal': '@fontsource-variable/alegreya/files/alegreya-latin-wght-normal.woff2',
  'alegreya-italic': '@fontsource-variable/alegreya/files/alegreya-latin-wght-italic.woff2',
  'source-sans-3-normal': '@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2',
}

/**
 * Characters of Spanish, Catalan, Galician and Basque; web/theme/fonts.css has the same characters in its
 * `unicode-range`, and the whole fonts for all others.
 */
export const characters = [
  ...Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCodePoint(0x20 + index)),
  ...'\u00a0¡ª«°·º»¿ÀÁÇÈÉÍÏÑÒÓÚÜàáçèéíïñòóúü×\u2009\u202f–—‘’“”•…€−',
].join('')

/** The features that the browser applies by itself, and the figures of web/theme: no small capitals, no swashes. */
const keepFeatures = ['ccmp', 'locl', 'kern', 'liga', 'mark', 'mkmk', 'rvrn', 'onum', 'lnum', 'pnum', 'tnum']

/** The weights of web/theme. */
const variationAxes = { wght: { min: 400, max: 700 } }

async function writeSubset(name: string, source: string) {
  const font = await subsetFont(readFileSync(`node_modules/${source}`), characters, {
    targetFormat: 'woff2',
    keepFeatures,
    variationAxes,
    noHinting: true,
  })
  // another build may be reading it
  const file = `${folder}/${name}.woff2`
  writeFileSync(`${file}.${process.pid}`, font)
  renameSync(`${file}.${process.pid}`, file)
}

/** Makes the small fonts that web/theme/fonts.css and web/index.html refer to. */
export function subsetFonts(): Plugin {
  return {
    name: 'subset-fonts',
    async config() {
      mkdirSync(folder, { recursive: true })
      for (const [name, source] of Object.entries(fonts)) await writeSubset(name, source)
    },
  }
}
