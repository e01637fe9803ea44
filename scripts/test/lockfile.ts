import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'

type Versions = Record<string, string>

interface Package {
  link?: boolean
  resolved?: string
  integrity?: string
  dependencies?: Versions
  devDependencies?: Versions
  optionalDependencies?: Versions
}

const read = <T>(path: string) => JSON.parse(readFileSync(path, 'utf8')) as T

/**
 * Causes of a failing `npm ci` elsewhere: packages for other platforms that were missing in the registry, which npm
 * then omits from the lockfile silently; names of hosts; a package without a checksum; another package.json.
 */
export function lockfileProblems(): string[] {
  const manifest = read<Package>('package.json')
  const { packages } = read<{ packages: Record<string, Package> }>('package-lock.json')
  const names = new Set(Object.keys(packages).map((path) => path.split('node_modules/').at(-1)))
  const problems: string[] = []
  for (const [path, entry] of Object.entries(packages)) {
    for (const name of Object.keys(entry.optionalDependencies ?? {}))
      if (!names.has(name)) problems.push(`${path || 'package.json'}: its optional dependency ${name} is missing`)
    if (entry.resolved && !entry.link) problems.push(`${path}: names a host, ${new URL(entry.resolved).host}`)
    if (path && !entry.integrity && !entry.link) problems.push(`${path}: has no checksum`)
  }
  for (const key of ['dependencies', 'devDependencies', 'optionalDependencies'] as const)
    if (!isDeepStrictEqual(packages['']?.[key] ?? {}, manifest[key] ?? {}))
      problems.push(`${key}: package.json has others; update the lockfile with npm run npm -- install`)
  return problems.map((problem) => `package-lock.json: ${problem}`)
}
