import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { addText, type Site } from '../site.ts'

/** Light and dark values, those of web/theme/colours.css. */
export const colours = {
  paper: ['#f5eddc', '#0f141f'],
  raised: ['#fdf8ec', '#182130'],
  sunken: ['#ebe1cb', '#0a0e17'],
  ink: ['#20222e', '#f0e5ce'],
  'ink-2': ['#57503f', '#b9ad94'],
  line: ['#d9ccb0', '#2c3647'],
  edge: ['#877a5f', '#7d7767'],
  ring: ['#175a80', '#e6be67'],
  accent: ['#175a80', '#8cc3e2'],
  'accent-strong': ['#0f4564', '#b4daef'],
  'on-accent': ['#fdf8ec', '#0a1622'],
  clay: ['#9c3f22', '#f09a78'],
  gold: ['#7a5510', '#e6be67'],
  'gold-wash': ['#f0e0b4', '#362b14'],
  danger: ['#a02418', '#ff9b8a'],
} as const

const rule = (theme: 0 | 1) =>
  `:root{${Object.entries(colours)
    .map(([name, values]) => `--${name}:${values[theme]};`)
    .join('')}}`

/** The colours as custom properties; printed pages are light. */
const themes = `${rule(0)}\n@media screen and (prefers-color-scheme:dark){${rule(1)}}`

const families = [
  { name: 'alegreya', sheets: ['wght.css', 'wght-italic.css'] },
  { name: 'source-sans-3', sheets: ['wght.css'] },
]

const textOf = (url: string | URL) => readFileSync(fileURLToPath(url), 'utf8')
const ownFile = (name: string) => textOf(new URL(name, import.meta.url))

/** The style sheet without the fonts: instead of them a reader's machine has others. */
export const readStyleSheet = () =>
  [
    themes,
    ...['site.css', 'lists.css', '../../../contract/markdown/prose.css', 'prose.css', 'print.css'].map(ownFile),
  ].join('\n')

/** The style sheet, the fonts for Latin letters with their licences, and the icon. */
export async function writeStyle(site: Site) {
  const faces: string[] = []
  for (const { name, sheets } of families) {
    const resolve = (path: string) => import.meta.resolve(`@fontsource-variable/${name}/${path}`)
    await addText(site, `estilo/${name}-OFL.txt`, textOf(resolve('LICENSE')))
    for (const [face] of sheets.flatMap((sheet) => [...textOf(resolve(sheet)).matchAll(/@font-face \{[^}]*\}/g)])) {
      const [, path = ''] = /url\(\.\/(files\/[\w-]+-latin-[\w-]+\.woff2)\)/.exec(face) ?? []
      if (!path) continue
      const bytes = Readable.from([readFileSync(fileURLToPath(resolve(path)))])
      await site.sink.add({ path: `estilo/${basename(path)}`, modified: site.madeAt, isCompressed: false, bytes })
      faces.push(face.replace(`./${path}`, basename(path)))
    }
  }
  await addText(site, site.frame.style, [...faces, readStyleSheet()].join('\n'))
  await addText(site, 'estilo/faro.svg', ownFile('lighthouse.svg'))
}
