import { readFileSync } from 'node:fs'

/** Files that define colours: the tokens, print, and the drawing of the home page. */
const palettes = /^web\/(theme\/(colours|print)\.css|home\/frontispiece\.module\.css)$/
const sizes = 'web/theme/sizes.css'
const breakpoints = 'web/theme/breakpoints.css'

/** Type sizes and space; what a component computes for its own geometry may have literal lengths. */
const scaled = /(?<=[{;\s])(?:font|font-size|margin|padding|(?:row-|column-)?gap)[a-z-]*:[^;}]*/g
const computed = /\b(?:calc|clamp|min|max|minmax)\([^;]*\)/g
const lineHeight = /\/\s*[\d.]+rem/g

/** Style sheets with a literal colour, media query, type size or space instead of its name. */
export function checkStyles(paths: string[]): string[] {
  return paths
    .filter((path) => path.endsWith('.css'))
    .flatMap((path) => {
      const source = readFileSync(path, 'utf8').replace(/\/\*.*?\*\//gs, '')
      const colours = palettes.test(path) ? [] : (source.match(/#[0-9a-f]{3,8}\b/gi) ?? [])
      const queries = path === breakpoints ? [] : (source.match(/@media[^{]*\((?!--)[^{]*/g) ?? [])
      const lengths = path === sizes ? [] : (source.match(scaled) ?? []).filter(isLiteral)
      return [
        ...colours.map((colour) => `${path}: ${colour}: colours are tokens of web/theme/colours.css`),
        ...queries.map((query) => `${path}: ${query.trim()}: breakpoints are named in ${breakpoints}`),
        ...lengths.map((length) => `${path}: ${length}: type sizes and space are tokens of ${sizes}`),
      ]
    })
}

const isLiteral = (declaration: string) => /\drem/.test(declaration.replace(computed, '').replace(lineHeight, ''))
