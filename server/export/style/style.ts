import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { themes } from '../../pages/themes.ts'
import type { Site } from '../site.ts'

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
  site.write(
    'estilo/estilo.css',
    [...faces, themes, ownFile('site.css'), ownFile('lists.css'), ownFile('prose.css'), ownFile('print.css')].join(
      '\n',
    ),
  )
  site.write('estilo/faro.svg', ownFile('lighthouse.svg'))
}
