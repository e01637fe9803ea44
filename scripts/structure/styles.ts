import { readFileSync } from 'node:fs'

/** Files that define colours: the tokens, print, and the drawing of the home page. */
const palettes = /^web\/(theme\/(colours|print)\.css|home\/home-page\.module\.css)$/
const sizes = 'web/theme/sizes.css'
const breakpoints = 'web/theme/breakpoints.css'
const primitives = 'web/theme/primitives.css'

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

/** Classes taken from a sheet of the theme that has none of that name, and classes of primitives.css that nobody takes. */
export function checkClasses(paths: string[]): string[] {
  const textOf = (path: string) => readFileSync(path, 'utf8')
  const classesOf = (path: string) =>
    [...textOf(path).matchAll(/\.([a-z][a-z0-9-]*)(?=[^{};]*\{)/g)].map(([, name]) => name)
  const theirs = paths
    .filter((path) => /^web\/.*\.module\.css$/.test(path))
    .flatMap((path) => [...textOf(path).matchAll(/:global\([^)]*?\.([a-z-]+)/g)].map(([, name]) => name))
  const shared = classesOf(primitives)
  const known = new Set([
    ...theirs,
    ...shared,
    ...['prose', 'global'].flatMap((name) => classesOf(`web/theme/${name}.css`)),
  ])
  const taken = paths
    .filter((path) => /^web\/.*\.(css|tsx)$/.test(path))
    .flatMap((path) =>
      [...textOf(path).matchAll(path.endsWith('.css') ? composed : inMarkup)].flatMap(([, names = '']) =>
        names.split(' ').map((name) => ({ path, name })),
      ),
    )
  return [
    ...taken
      .filter(({ name }) => !known.has(name))
      .map(({ path, name }) => `${path}: ${name}: no class of web/theme, nor a global one of a module`),
    ...shared
      .filter((name) => !taken.some((one) => one.name === name))
      .map((name) => `${primitives}: ${name}: nothing uses it`),
  ]
}

const composed = /composes: ([a-z0-9 -]+) from global/g
const inMarkup = /className=(?:"|\{`|\{cx\('|\{\w+ \? ')([a-z][a-z0-9 -]*[a-z0-9])/g
