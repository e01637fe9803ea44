import { dirname } from 'node:path/posix'
import { borders } from './borders.ts'
import { findCycles } from './cycles.ts'
import { featureOf } from './features.ts'
import type { Module } from './module-graph.ts'

const maxLines = 350
const maxMedian = 70
const maxPercentile95 = 180
const maxFilesInFolder = 24
/** Minimum for a file with a single importer; a shorter one belongs in that importer. */
const minLinesOfOwnFile = 15
/** Names for the same thing in all features: short files with them are allowed, for the sake of uniform features. */
const fixedNames =
  /\/migrations\/|^server\/[\w-]+\/(routes|rules|queries|serialize)\.ts$|^web\/.*\/(api|texts)\.ts$|-page\.tsx$/

/** The same for files of the product without one of these reasons to stay apart. */
const minLinesOfOwnPart = 25
const reasonsToStayApart: Record<string, (module: Module, importer: string, names: readonly string[]) => boolean> = {
  'loaded when it is needed': (_module, _importer, names) => names.includes('*'),
  'with a style sheet of its own': ({ path, imports }) =>
    imports.some(({ target }) => target === path.replace(/\.tsx$/, '.module.css')),
  'of another feature': ({ path }, importer) => ![undefined, featureOf(importer)].includes(featureOf(path)),
  'imported by a file that only puts parts together': (_module, importer) => /^(server|web)\/[^/]+$/.test(importer),
}

/** Modules that need no importer: started by name, by a tool or by another process. */
const entryPoints =
  /(\.(test|spec)\.tsx?$|^server\/(main|admin|images\/(worker|threads)|file-texts\/(worker|memory-watch)|backups\/nightly\/process|site\/markdown-thread)\.ts$|^web\/(main\.tsx|service-worker\/(main|off)\.ts|postcss\.config\.mjs)$|^(demo\/main|tests\/fixtures\/.*make)\.ts$|\.config\.ts$|^scripts\/|^lab\/|^tests\/support\/|-program\.ts$)/
/** Folders of one kind of data, where the number of files is no problem. */
const collections = /^(server\/db\/migrations|tests\/fixtures|demo\/(posts|comments|chat))$/
const isTest = (path: string) => path.startsWith('tests/')

export function measureSizes(modules: Module[]) {
  const sizes = modules.filter(({ path }) => !isTest(path)).map(({ lines }) => lines)
  sizes.sort((a, b) => a - b)
  const at = (share: number) => sizes[Math.floor(sizes.length * share)] ?? 0
  return { files: sizes.length, median: at(0.5), percentile95: at(0.95), max: sizes.at(-1) ?? 0 }
}

export function checkSizes(modules: Module[]): string[] {
  const { median, percentile95 } = measureSizes(modules)
  const long = modules.filter(({ lines }) => lines > maxLines)
  return [
    ...long.map(({ path, lines }) => `${path}: ${lines} lines, at most ${maxLines}: split it by theme`),
    ...(median > maxMedian ? [`median of ${median} lines a file, at most ${maxMedian}`] : []),
    ...(percentile95 > maxPercentile95 ? [`95th percentile of ${percentile95} lines, at most ${maxPercentile95}`] : []),
  ]
}

export function checkFolders(paths: string[]): string[] {
  const counts = new Map<string, number>()
  for (const path of paths) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
  return [...counts]
    .filter(([folder, count]) => count > maxFilesInFolder && !collections.test(folder))
    .map(([folder, count]) => `${folder}/: ${count} files, at most ${maxFilesInFolder}: make sub-folders by theme`)
}

export const checkCycles = (modules: Module[]) =>
  findCycles(modules).map((group) => `import each other in a circle: ${group.join(', ')}`)

export function checkBorders(modules: Module[]): string[] {
  return modules.flatMap(({ path, imports }) =>
    borders
      .filter(({ from, except }) => from.test(path) && !except?.test(path))
      .flatMap(({ forbids, instead }) =>
        imports
          .filter(({ target }) => forbids.test(target))
          .map(({ target }) => `${path} imports ${target}: ${instead}`),
      ),
  )
}

/** Exports that no module imports, modules without an importer, and small ones with a single importer. */
export function checkUses(modules: Module[]): string[] {
  const isTooShort = (module: Module, importer: string, names: readonly string[]) =>
    module.lines < minLinesOfOwnFile ||
    (module.lines < minLinesOfOwnPart &&
      /^(contract|server|web)\//.test(module.path) &&
      !Object.values(reasonsToStayApart).some((holds) => holds(module, importer, names)))
  const importers = new Map<string, Set<string>>()
  const usedNames = new Map<string, Set<string>>()
  for (const { path, imports } of modules)
    for (const { target, names } of imports) {
      importers.set(target, (importers.get(target) ?? new Set()).add(path))
      const used = usedNames.get(target) ?? new Set()
      for (const name of names) used.add(name)
      usedNames.set(target, used)
    }
  return modules.flatMap((module) => {
    const { path, lines, exports } = module
    if (entryPoints.test(path)) return []
    const by = [...(importers.get(path) ?? [])]
    const used = usedNames.get(path) ?? new Set()
    const unused = used.has('*') ? [] : exports.filter((name) => !used.has(name))
    const [importer] = by
    if (importer === undefined) return [`${path}: nothing imports it`]
    return [
      ...unused.map((name) => `${path}: nothing imports ${name}`),
      ...(by.length === 1 && !fixedNames.test(path) && isTooShort(module, importer, [...used])
        ? [`${path}: ${lines} lines with one importer: move them to ${importer}`]
        : []),
    ]
  })
}
