/** Between the pages of a stored text. */
export const pageBreak = '\f'

/** UTF-16 units of a file's text; the rest is left out. A small file may say that it holds much more than it could. */
const lengthFor = (fileBytes: number) => Math.min(1_000_000, Math.max(20_000, 20 * fileBytes))
const maxPages = 2000

// biome-ignore lint/suspicious/noControlCharactersInRegex: a database refuses some of them
const invisible = /[\0-\x08\x0e-\x1f\x7f-\x9f\u00ad\u200b\u2060\ufeff]/g

/** Joins words that were divided at the end of a line. */
const joinHyphenated = (text: string) => text.replace(/(?<=\p{L})[-\u00ad\u2010] ?\n ?(?=\p{Ll})/gu, '')

const tidy = (text: string) =>
  joinHyphenated(text)
    .toWellFormed()
    .replace(invisible, '')
    .normalize('NFC')
    // between a title and its page
    .replace(/(?: ?\.){4,}/g, ' … ')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim()

/** The text of a file of so many bytes, page by page, within the limits. */
export function collectPages(fileBytes: number) {
  const maxLength = lengthFor(fileBytes)
  const pages: string[] = []
  let parts: string[] = []
  let length = 0
  return {
    isFull: () => length >= maxLength || pages.length >= maxPages,
    add(text: string) {
      const part = text.slice(0, maxLength - length)
      if (part === '') return
      parts.push(part)
      length += part.length
    },
    /** `mend` gets the text of the page before it is tidied. */
    endPage(mend = (text: string) => text) {
      pages.push(tidy(mend(parts.join(''))))
      parts = []
    },
    /** Ends a page that has been begun. */
    end() {
      if (parts.length > 0) this.endPage()
      return pages
    },
  }
}

export type PageTexts = ReturnType<typeof collectPages>
