// pdf.js as a library of this thread: no page is drawn, and of the file only the parts are read that are needed.
import { fileURLToPath, pathToFileURL } from 'node:url'
import { getDocument, PasswordException, type PDFPageProxy, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
// found by pdf.js as a global, instead of a worker
import 'pdfjs-dist/legacy/build/pdf.worker.mjs'
import { EncryptedFile } from './faults.ts'
import type { PageTexts } from './page-texts.ts'

/** Pages that come later are left out. */
const maxReadMs = 60_000
const parts = new URL('.', import.meta.resolve('pdfjs-dist/package.json'))
const folder = (name: string) => fileURLToPath(new URL(`${name}/`, parts))

const accents: Record<string, string> = {
  '´': '\u0301',
  '`': '\u0300',
  '¨': '\u0308',
  ˆ: '\u0302',
  '˜': '\u0303',
  ˇ: '\u030c',
  '¸': '\u0327',
}

/** TeX draws an accent as a sign of its own, before its letter. */
const joinAccents = (text: string) =>
  text.replace(
    /([´¨ˆ˜ˇ¸]|(?<=\p{L})`)([a-zı])/giu,
    (_, accent: string, letter: string) => (letter === 'ı' ? 'i' : letter) + accents[accent],
  )

/** Adds the text in the order of the file, which is the reading order in most. */
async function readPage(page: PDFPageProxy, pages: PageTexts) {
  const reader = page.streamTextContent().getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    for (const item of value.items) if ('str' in item) pages.add(item.hasEOL ? `${item.str}\n` : item.str)
    if (pages.isFull()) return reader.cancel()
  }
  // what is written into a form, or onto the page
  const annotations: { textContent?: string[] }[] = await page.getAnnotations()
  for (const { textContent = [] } of annotations) pages.add(`\n${textContent.join('\n')}`)
}

/** Fails for a document without a readable page. */
export async function readPdf(path: string, pages: PageTexts) {
  const started = performance.now()
  const task = getDocument({
    url: pathToFileURL(path),
    disableAutoFetch: true,
    disableStream: true,
    rangeChunkSize: 2 ** 19,
    cMapUrl: folder('cmaps'),
    standardFontDataUrl: folder('standard_fonts'),
    useSystemFonts: false,
    useWasm: false,
    verbosity: VerbosityLevel.ERRORS,
  })
  // else pdf.js waits for a password
  task.onPassword = () => void task.destroy()
  try {
    const document = await task.promise
    let fault: unknown
    let readable = 0
    for (let number = 1; number <= document.numPages; number++) {
      if (pages.isFull() || performance.now() - started > maxReadMs) break
      try {
        const page = await document.getPage(number)
        await readPage(page, pages)
        page.cleanup()
        readable++
      } catch (error) {
        fault = error
      }
      pages.endPage(joinAccents)
    }
    if (readable === 0) throw fault ?? new Error('without pages')
  } catch (error) {
    throw error instanceof PasswordException ? new EncryptedFile() : error
  } finally {
    await task.destroy()
  }
}
