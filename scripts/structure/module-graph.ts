import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path/posix'
import { parseSync } from 'vite'

export interface Import {
  /** File of the project, or name of a package. */
  target: string
  /** Imported names; '*' for all of them. */
  names: string[]
}

export interface Module {
  path: string
  lines: number
  imports: Import[]
  exports: string[]
}

const folders = ['contract', 'server', 'web', 'tests', 'demo', 'lab', 'scripts', 'tools']
const isCode = (path: string) => /\.(ts|tsx|mjs)$/.test(path) && !path.endsWith('.d.ts')

/** Sorted paths of all files below the source folders, and of the tools' settings in TypeScript. */
export function listFiles(): string[] {
  const settings = readdirSync('.').filter((name) => name.endsWith('.config.ts'))
  const sources = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  )
  return [...settings, ...sources].sort()
}

export const readModules = (paths: string[]): Module[] => paths.filter(isCode).map(readModule)

function readModule(path: string): Module {
  const source = readFileSync(path, 'utf8')
  const { module } = parseSync(path, source)
  const resolve = (specifier: string) => (specifier.startsWith('.') ? join(path, '..', specifier) : specifier)
  const imports: Import[] = module.staticImports.map(({ moduleRequest, entries }) => ({
    target: resolve(moduleRequest.value),
    names: entries.map(({ importName }) => importName.name ?? (importName.kind === 'Default' ? 'default' : '*')),
  }))
  const exports: string[] = []
  for (const { entries } of module.staticExports)
    for (const { moduleRequest, importName, exportName } of entries) {
      if (moduleRequest) imports.push({ target: resolve(moduleRequest.value), names: [importName.name ?? '*'] })
      else exports.push(exportName.name ?? 'default')
    }
  // import('./module.ts'), as a value or as a type: any of its exports may be used
  for (const [, specifier = ''] of source.matchAll(/\bimport\(\s*['"]([^'"]+)['"]/g))
    imports.push({ target: resolve(specifier), names: ['*'] })
  return { path, lines: source.split('\n').length - 1, imports, exports: [...new Set(exports)] }
}
