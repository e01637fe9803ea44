// With yauzl and htmlparser2, which read in small parts, so that what an archive inflates to has a bound.
import { openArchive } from './archive.ts'
import { readSheets, readSlides, readWord } from './open-xml.ts'
import { readOpenDocument } from './opendocument.ts'
import type { PageTexts } from './page-texts.ts'

const readers = { word: readWord, slides: readSlides, sheets: readSheets, opendocument: readOpenDocument }

export async function readOffice(path: string, kind: keyof typeof readers, pages: PageTexts) {
  const archive = await openArchive(path)
  try {
    await readers[kind](archive, pages)
  } finally {
    archive.close()
  }
}
