import { type Archive, openArchive } from './archive.ts'
import { EncryptedFile } from './faults.ts'
import { paragraphReader } from './markup.ts'
import type { PageTexts } from './page-texts.ts'

const grammar = {
  text: new Set(['p', 'h']),
  skipped: new Set(['tracked-changes', 'annotation', 'ruby-text', 'note-citation', 'page-number', 'forms']),
  atOpen: { s: ' ', tab: '\t', 'line-break': '\n', note: '\n' },
  atClose: { p: '\n', h: '\n' },
}

async function refuseEncrypted(archive: Archive) {
  let isEncrypted = archive.has('encrypted-package')
  await archive.read('META-INF/manifest.xml', {
    open: (name) => {
      isEncrypted ||= name === 'encryption-data'
    },
    isDone: () => isEncrypted,
  })
  if (isEncrypted) throw new EncryptedFile()
}

/** Texts as one page, presentations by slides, spreadsheets by sheets. */
export async function readOpenDocument(path: string, pages: PageTexts) {
  using archive = await openArchive(path)
  await refuseEncrypted(archive)
  const paragraphs = paragraphReader(grammar, pages)
  /** Name of the element that is a page. */
  let page: string | undefined
  let depth = 0
  await archive.read('content.xml', {
    ...paragraphs,
    open(name, attributes) {
      if (name === 'presentation') page = 'page'
      if (name === 'spreadsheet') page = 'table'
      if (name === page && depth++ === 0 && name === 'table') pages.add(`${attributes['table:name'] ?? ''}\n`)
      paragraphs.open(name, attributes)
    },
    close(name) {
      paragraphs.close(name)
      if (name === page && --depth === 0) pages.endPage()
    },
  })
  if (page !== undefined) return
  // headers and footers
  let isInMaster = false
  const master = paragraphReader(grammar, pages)
  await archive.read('styles.xml', {
    ...master,
    open(name, attributes) {
      if (name === 'master-styles') isInMaster = true
      if (isInMaster) master.open(name, attributes)
    },
    close(name) {
      if (isInMaster) master.close(name)
    },
  })
}
