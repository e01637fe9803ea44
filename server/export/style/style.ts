import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Site } from '../site.ts'

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

const families = [
  { name: 'alegreya', sheets: ['wght.css', 'wght-italic.css'] },
  { name: 'source-sans-3', sheets: ['wght.css'] },
]

const textOf = (url: string | URL) => readFileSync(fileURLToPath(url), 'utf8')
const ownFile = (name: string) => textOf(new URL(name, import.meta.url))

/** The style sheet, the fonts for Latin letters with their licences, and the icon. */
export function writeStyle(site: Site) {
  const faces = families.flatMap(({ name, sheets }) => {
    const resolve = (path: string) => import.meta.resolve(`@fontsource-variable/${name}/${path}`)
    site.write(`estilo/${name}-OFL.txt`, textOf(resolve('LICENSE')))
    return sheets.flatMap((sheet) =>
      [...textOf(resolve(sheet)).matchAll(/@font-face \{[^}]*\}/g)].flatMap(([face]) => {
        const [, path = ''] = /url\(\.\/(files\/[\w-]+-latin-[\w-]+\.woff2)\)/.exec(face) ?? []
        if (!path) return []
        site.write(`estilo/${basename(path)}`, readFileSync(fileURLToPath(resolve(path))))
        return face.replace(`./${path}`, basename(path))
      }),
    )
  })
  const tokens = (theme: 0 | 1) =>
    Object.entries(colours)
      .map(([name, values]) => `--${name}:${values[theme]};`)
      .join('')
  const themes = `:root{${tokens(0)}}\n@media screen and (prefers-color-scheme:dark){:root{${tokens(1)}}}`
  site.write(
    'estilo/estilo.css',
    [...faces, themes, ownFile('site.css'), ownFile('lists.css'), ownFile('prose.css'), ownFile('print.css')].join(
      '\n',
    ),
  )
  site.write('estilo/faro.svg', ownFile('lighthouse.svg'))
}
