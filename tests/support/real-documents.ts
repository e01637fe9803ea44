import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

const packages = join(import.meta.dirname, '../../node_modules')

/** Of a post, in characters (DECISIONS §2, "Longest texts"). */
const maxLength = 100_000

export interface RealDocument {
  /** Unique, and short enough for a title. */
  title: string
  content: string
}

declare module 'vitest/browser' {
  interface BrowserCommands {
    realDocuments: () => Promise<RealDocument[]>
  }
}

/** The Markdown files of the installed packages that can be a post, each text once: realistic examples. */
export function realDocuments(): RealDocument[] {
  const seen = new Set<string>()
  return readdirSync(packages, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && /\.(md|markdown)$/i.test(file.name))
    .map((file) => join(file.parentPath, file.name))
    .filter((path) => !relative(packages, path).startsWith('.')) // caches of tools
    .toSorted()
    .flatMap((path) => {
      const content = readFileSync(path, 'utf8')
      if (content.trim() === '' || [...content].length > maxLength || seen.has(content)) return []
      seen.add(content)
      return [{ title: relative(packages, path), content }]
    })
}
