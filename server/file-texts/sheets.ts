import type { Archive } from './archive.ts'
import { skipElements } from './markup.ts'
import type { PageTexts } from './page-texts.ts'

/** UTF-16 units of all shared strings: more than are needed for the longest text in most files. */
const maxSharedLength = 8_000_000
/** Readings of the texts in another script. */
const phonetic = new Set(['rPh'])

export async function readSharedStrings(archive: Archive, part: string): Promise<string[]> {
  const strings: string[] = []
  const skip = skipElements(phonetic)
  let string = ''
  let length = 0
  let isInText = false
  await archive.read(part, {
    open(name) {
      if (skip.open(name)) return
      if (name === 'si') string = ''
      isInText = name === 't'
    },
    close(name) {
      isInText = false
      if (!skip.close() && name === 'si') {
        strings.push(string)
        // an empty one takes memory too
        length += string.length + 10
      }
    },
    text(text) {
      if (isInText && string.length < maxSharedLength) string += text
    },
    isDone: () => length >= maxSharedLength,
  })
  return strings
}

/** The cells row by row. Of numbers only whole ones: others are results that nobody looks for, or times. */
export async function readSheet(archive: Archive, part: string, shared: string[], pages: PageTexts) {
  const skip = skipElements(phonetic)
  let type = ''
  let value = ''
  let isInValue = false
  const textOf = () => {
    if (type === 's') return shared[Number(value)] ?? ''
    if (type === 'inlineStr' || type === 'str' || type === 'd') return value
    return type === '' || type === 'n' ? (/^-?\d{1,15}$/.exec(value)?.[0] ?? '') : ''
  }
  await archive.read(part, {
    open(name, { t = '' }) {
      if (skip.open(name)) return
      if (name === 'c') {
        type = t
        value = ''
      }
      isInValue = name === 'v' || name === 't'
    },
    close(name) {
      isInValue = false
      if (skip.close()) return
      if (name === 'c' && value !== '') pages.add(`${textOf().replace(/\s+/g, ' ')}\t`)
      if (name === 'row') pages.add('\n')
    },
    text(text) {
      if (isInValue && value.length < maxSharedLength) value += text
    },
    isDone: pages.isFull,
  })
}
