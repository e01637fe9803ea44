import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

const packages = join(import.meta.dirname, '../../../node_modules')

/** The most characters a post may have (DECISIONS §2, "Longest texts"). */
const longest = 100_000

export interface RealDocument {
  /** Where it stands: unique, and short enough for a title. */
  title: string
  content: string
}

/** Every Markdown file of the installed packages that can be a post, each text once: what people really write. */
export function realDocuments(): RealDocument[] {
  const seen = new Set<string>()
  return readdirSync(packages, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && /\.(md|markdown)$/i.test(file.name))
    .map((file) => join(file.parentPath, file.name))
    .filter((path) => !relative(packages, path).startsWith('.')) // what tools keep there
    .toSorted()
    .flatMap((path) => {
      const content = readFileSync(path, 'utf8')
      if (content.trim() === '' || [...content].length > longest || seen.has(content)) return []
      seen.add(content)
      return [{ title: relative(packages, path), content }]
    })
}
