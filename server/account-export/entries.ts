import type { ZipEntry } from '../lib/zip.ts'
import type { Services } from '../services.ts'
import type { AccountExport } from './export.ts'
import { fileEntries } from './file-entries.ts'
import type { Layout } from './layout.ts'
import { linkEntries, messageEntries, newsEntries } from './list-entries.ts'
import type { Markdown } from './markdown.ts'
import { createMoments } from './pages.ts'
import { summaryEntries } from './summary-entries.ts'
import { commentEntries, postEntries } from './text-entries.ts'

/** All entries of a ZIP. The list of contents comes last, when it is known what could be read. */
export async function* exportEntries(services: Services, markdown: Markdown, layout: Layout): AsyncGenerator<ZipEntry> {
  const made: AccountExport = {
    ...{ services, markdown, layout, moments: createMoments(layout.dates) },
    ...{ written: new Set<string>(), missing: new Set<string>(), faults: [] },
    pages: { comments: [], messages: [] },
  }
  // first, as texts don't link to missing files
  if (layout.withFiles) yield* fileEntries(made)
  yield* postEntries(made)
  yield* commentEntries(made)
  yield* messageEntries(made)
  yield* newsEntries(made)
  yield* linkEntries(made)
  yield* summaryEntries(made)
}
