import { Readable } from 'node:stream'
import type { ZipEntry } from '../lib/zip.ts'
import type { Services } from '../services.ts'
import type { Layout } from './layout.ts'
import type { Markdown } from './markdown.ts'
import type { createMoments } from './pages.ts'

/** One ZIP while it is made. */
export interface AccountExport {
  services: Services
  markdown: Markdown
  layout: Layout
  moments: ReturnType<typeof createMoments>
  /** Posts that are still there when their turn comes. */
  written: Set<string>
  /** Files without bytes. */
  missing: Set<string>
  /** Lines of errores.txt. */
  faults: string[]
  /** Pages of comments by year, and of messages by month. */
  pages: { comments: Period[]; messages: Period[] }
}

interface Period {
  path: string
  title: string
  count: number
}

/** A compressed entry of a text, or of its pieces. */
export const textEntry = (
  path: string,
  text: string | AsyncIterable<string> | Iterable<string>,
  modified: number,
): ZipEntry => ({
  ...{ path, modified, isCompressed: true },
  bytes: Readable.from(typeof text === 'string' ? [text] : text),
})
