import { posix } from 'node:path'
import { type Archive, openArchive } from './archive.ts'
import { paragraphReader, skipElements } from './markup.ts'
import type { PageTexts } from './page-texts.ts'

interface Relationship {
  id: string
  /** Last word of its URI, which has two forms. */
  type: string
  target: string
}

const maxRelationships = 20_000

/** The parts that a part names; '' is the whole file. */
async function relationshipsOf(archive: Archive, part: string): Promise<Relationship[]> {
  const found: Relationship[] = []
  const { dir, base } = posix.parse(part)
  await archive.read(posix.join(dir, '_rels', `${base}.rels`), {
    open(name, { Id = '', Type = '', Target = '', TargetMode }) {
      if (name === 'Relationship' && TargetMode !== 'External')
        found.push({
          id: Id,
          type: Type.slice(Type.lastIndexOf('/') + 1),
          target: posix.join('/', Target.startsWith('/') ? '' : dir, Target),
        })
    },
    isDone: () => found.length >= maxRelationships,
  })
  return found
}

/** The document itself, and the parts that it names. */
async function findMainPart(archive: Archive, usual: string) {
  const named = (await relationshipsOf(archive, '')).find(({ type }) => type === 'officeDocument')?.target
  const part = named !== undefined && archive.has(named) ? named : usual
  if (!archive.has(part)) throw new Error(`without ${usual}`)
  return { part, related: await relationshipsOf(archive, part) }
}

/** Text of Word and PowerPoint; an older form of the same content, moved text and fields such as numbers are left out. */
const officeGrammar = {
  text: new Set(['t']),
  skipped: new Set(['Fallback', 'moveFrom', 'fld', 'rt']),
  atOpen: { tab: '\t', br: '\n', cr: '\n', noBreakHyphen: '-' },
  atClose: { p: '\n' },
}

/** The document, its notes, headers and footers, as one page. */
async function readWord(archive: Archive, pages: PageTexts) {
  const { part, related } = await findMainPart(archive, 'word/document.xml')
  const others = related.filter(({ type }) => /^(footnotes|endnotes|header|footer)$/.test(type))
  for (const name of [part, ...others.map(({ target }) => target)])
    await archive.read(name, paragraphReader(officeGrammar, pages))
}

/** Slides or sheets in their order, with their names: relationships named by the elements `element` of the main part. */
async function listInOrder(
  archive: Archive,
  { part, related }: Awaited<ReturnType<typeof findMainPart>>,
  element: string,
) {
  const targets = new Map(related.map(({ id, target }) => [id, target]))
  const found: { name: string; target: string }[] = []
  await archive.read(part, {
    open(name, attributes) {
      if (name !== element) return
      const id = Object.entries(attributes).find(([key]) => /:id$/.test(key))?.[1] ?? ''
      const target = targets.get(id)
      if (target !== undefined) found.push({ name: attributes.name ?? '', target })
    },
    isDone: () => found.length >= maxRelationships,
  })
  return found
}

/** Slides with their notes and diagrams. */
async function readSlides(archive: Archive, pages: PageTexts) {
  const main = await findMainPart(archive, 'ppt/presentation.xml')
  for (const { target } of await listInOrder(archive, main, 'sldId')) {
    if (pages.isFull()) return
    const more = (await relationshipsOf(archive, target)).filter(({ type }) => /^(diagramData|notesSlide)$/.test(type))
    for (const name of [target, ...more.map((relationship) => relationship.target)])
      await archive.read(name, paragraphReader(officeGrammar, pages))
    pages.endPage()
  }
}

async function readSheets(archive: Archive, pages: PageTexts) {
  const main = await findMainPart(archive, 'xl/workbook.xml')
  const strings = main.related.find(({ type }) => type === 'sharedStrings')
  const shared = strings ? await readSharedStrings(archive, strings.target) : []
  for (const { name, target } of await listInOrder(archive, main, 'sheet')) {
    if (pages.isFull()) return
    pages.add(`${name}\n`)
    await readSheet(archive, target, shared, pages)
    pages.endPage()
  }
}

/** UTF-16 units of all shared strings: more than are needed for the longest text in most files. */
const maxSharedLength = 8_000_000
/** Readings of the texts in another script. */
const phonetic = new Set(['rPh'])

async function readSharedStrings(archive: Archive, part: string): Promise<string[]> {
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
async function readSheet(archive: Archive, part: string, shared: string[], pages: PageTexts) {
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

const readers = { word: readWord, slides: readSlides, sheets: readSheets }

export async function readOpenXml(path: string, kind: keyof typeof readers, pages: PageTexts) {
  using archive = await openArchive(path)
  await readers[kind](archive, pages)
}
