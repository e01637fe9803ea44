import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { dark, light } from '../../lib/colours.ts'
import { addText, type Site } from '../site.ts'

const rule = (values: typeof light) =>
  `:root{${Object.entries(values)
    .map(([name, value]) => `--${name}:${value};`)
    .join('')}}`

/** The colours as custom properties; printed pages are light. */
const themes = `${rule(light)}\n@media screen and (prefers-color-scheme:dark){${rule(dark)}}`

// by the whole names of their packages, which the image keeps by them: Dockerfile
const families = [
  { family: '@fontsource-variable/alegreya', sheets: ['wght.css', 'wght-italic.css'] },
  { family: '@fontsource-variable/source-sans-3', sheets: ['wght.css'] },
]

const textOf = (url: string | URL) => readFileSync(fileURLToPath(url), 'utf8')
const ownFile = (name: string) => textOf(new URL(name, import.meta.url))
const shared = ['page.css', 'prose.css'].map((name) => `../../../contract/markdown/${name}`)

/** The style sheet without the fonts: instead of them a reader's machine has others. */
export const readStyleSheet = () =>
  [themes, ...['site.css', 'lists.css', ...shared, 'prose.css'].map(ownFile)].join('\n')

/** The style sheet, the fonts for Latin letters with their licences, and the icon. */
export async function writeStyle(site: Site) {
  const faces: string[] = []
  for (const { family, sheets } of families) {
    const resolve = (path: string) => import.meta.resolve(`${family}/${path}`)
    await addText(site, `estilo/${basename(family)}-OFL.txt`, textOf(resolve('LICENSE')))
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
