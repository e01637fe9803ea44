import type { ZipEntry } from '../lib/zip.ts'
import type { Services } from '../services.ts'
import type { Export } from './export.ts'
import { fileEntries } from './file-entries.ts'
import type { Layout } from './layout.ts'
import { linkEntries, messageEntries, newsEntries } from './list-entries.ts'
import { type Markdown, openMarkdown } from './markdown.ts'
import { createMoments } from './pages.ts'
import { summaryEntries } from './summary-entries.ts'
import { commentEntries, postEntries } from './text-entries.ts'

/** All entries of a ZIP. The list of contents comes last, when it is known what could be read. */
export async function* exportEntries(services: Services, layout: Layout): AsyncGenerator<ZipEntry> {
  const made: Export = {
    ...{ services, layout, moments: createMoments(services) },
    ...{ written: new Set<string>(), missing: new Set<string>(), faults: [] },
    pages: { comments: [], messages: [] },
  }
  // first, as texts don't link to missing files
  if (layout.withFiles) yield* fileEntries(made)
  yield* withMarkdown(made, async function* (markdown) {
    yield* postEntries(made, markdown)
    yield* commentEntries(made, markdown)
  })
  yield* messageEntries(made)
  yield* newsEntries(made)
  yield* linkEntries(made)
  yield* summaryEntries(made)
}

async function* withMarkdown(
  { services, layout }: Export,
  entries: (markdown: Markdown) => AsyncGenerator<ZipEntry>,
): AsyncGenerator<ZipEntry> {
  const { paths, pictures, posts, commentIds } = layout
  if (posts.length + commentIds.length === 0) return
  const markdown = openMarkdown({ publicUrl: services.settings.publicUrl, paths, pictures })
  try {
    yield* entries(markdown)
  } finally {
    await markdown.close()
  }
}
