// An export of WordPress (WXR: RSS with elements of its own) as records, read as a stream: one entry of the site is in memory at
// a time. Entities that a document defines itself are refused, and so is what is deeper or longer than any export.
import { Parser } from 'htmlparser2'
import { OperatorError } from '../../operator-error.ts'

export interface WxrRecord {
  name: string
  /** Line of the file on which it begins, from 1. */
  line: number
  attributes: Record<string, string>
  /** Words of a `<category>`, which has no fields. */
  text: string
  fields: Record<string, string>
  records: WxrRecord[]
}

/** Fields that are read, by the record that has them; all others are passed over. */
const fieldsOf: Record<string, Set<string>> = {
  channel: new Set(['title', 'link', 'wp:wxr_version', 'wp:base_site_url', 'wp:base_blog_url']),
  'wp:author': new Set(['wp:author_login', 'wp:author_email', 'wp:author_display_name']),
  item: new Set(
    'title link pubDate dc:creator guid content:encoded wp:post_id wp:post_date wp:post_date_gmt wp:status wp:post_parent wp:post_type wp:post_password wp:attachment_url'.split(
      ' ',
    ),
  ),
  category: new Set(),
  'wp:postmeta': new Set(['wp:meta_key', 'wp:meta_value']),
  'wp:comment': new Set(
    'wp:comment_id wp:comment_author wp:comment_author_email wp:comment_date wp:comment_date_gmt wp:comment_content wp:comment_approved wp:comment_type wp:comment_parent'.split(
      ' ',
    ),
  ),
}
const partsOf: Record<string, Set<string>> = {
  channel: new Set(['wp:author', 'item']),
  item: new Set(['category', 'wp:postmeta', 'wp:comment']),
}

const pieceLength = 16_384
/** Elements inside each other, those of a text that an old export did not protect among them. */
const maxDepth = 200
/** Characters of a text, and of all texts of an entry with its comments. */
const maxText = 16 * 2 ** 20
const maxEntryText = 64 * 2 ** 20
const maxEntryRecords = 200_000
const maxEntries = 300_000
/** Page builders keep megabytes in values that nobody asks for. */
const maxMetaValue = 10_000

const withoutEnd = /^(?:area|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/i
/** Not allowed in XML, but found in exports. */
const control = /[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

const startTag = (name: string, attributes: Record<string, string>) =>
  `<${name}${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${value.replaceAll('"', '&quot;')}"`)
    .join('')}>`

function recordReader() {
  /** The records that are open, the channel at first. */
  const open: WxrRecord[] = []
  let field: { name: string; text: string; depth: number } | undefined
  const done: WxrRecord[] = []
  let depth = 0
  let isExport = false
  let isEnding = false
  /** Where the last start tag ends: an element without content, `<b/>`, ends there too, and its end counts as implied. */
  let startTagEnd = -1
  let entries = 0
  let isChannelDone = false
  let size = { text: 0, records: 0 }
  let piece = { text: '', start: 0, line: 1, lineEnd: -1 }

  /** Number of the line that is being read; `lineEnd` is the next one in the piece, or -1. */
  function line(end = parser.startIndex - piece.start) {
    while (piece.lineEnd !== -1 && piece.lineEnd < end) {
      piece.line++
      piece.lineEnd = piece.text.indexOf('\n', piece.lineEnd + 1)
    }
    return piece.line
  }
  const refuse = (problem: string): never => {
    throw new OperatorError(`Line ${line()} of the export: ${problem}`)
  }

  /** Its own fields come before its first item. */
  function finishChannel(channel: WxrRecord | undefined) {
    if (channel && !isChannelDone) done.push(channel)
    isChannelDone = true
  }

  function openRecord(name: string, attributes: Record<string, string>) {
    if (name === 'item') finishChannel(open[0])
    if (name === 'item' || open.length === 1) {
      size = { text: 0, records: 0 }
      if (++entries > maxEntries) refuse(`it has more than ${maxEntries} entries`)
    }
    if (++size.records > maxEntryRecords) refuse(`an entry has more than ${maxEntryRecords} parts`)
    open.push({ name, line: line(), attributes, text: '', fields: {}, records: [] })
  }

  function closeRecord() {
    const record = open.pop()
    const parent = open.at(-1)
    if (!record) return
    if (!parent) finishChannel(record)
    else if (parent.name === 'channel') done.push(record)
    else parent.records.push(record)
  }

  function addText(text: string) {
    const record = open.at(-1)
    const isLimited = field?.name === 'wp:meta_value' && field.text.length > maxMetaValue
    if (!record || isLimited || !(field || record.name === 'category')) return
    size.text += text.length
    if (size.text > maxEntryText || (field?.text.length ?? 0) > maxText)
      refuse('a text is longer than any of WordPress')
    if (field) field.text += text
    else record.text += text
  }

  const parser = new Parser(
    {
      onopentag(name, attributes) {
        startTagEnd = parser.endIndex
        if (++depth > maxDepth) refuse(`more than ${maxDepth} elements inside each other`)
        if (depth === 1 && name !== 'rss')
          throw new OperatorError(`This is no export of WordPress: it begins with <${name}>.`)
        const record = open.at(-1)
        if (field) {
          // old exports end a protected text too early: the rest of its HTML looks like elements
          field.depth++
          addText(startTag(name, attributes))
        } else if ((depth === 2 && name === 'channel') || (record && partsOf[record.name]?.has(name)))
          openRecord(name, attributes)
        else if (record && fieldsOf[record.name]?.has(name)) field = { name, text: '', depth: 0 }
      },
      onclosetag(name, isImplied) {
        depth--
        const record = open.at(-1)
        if (field && field.depth > 0) {
          field.depth--
          if (!isImplied && !withoutEnd.test(name)) addText(`</${name}>`)
          return
        }
        if (isImplied && isEnding)
          throw new OperatorError(
            `The export ends in the middle, on line ${line()}: WordPress could not finish it. Export once more, or a year at a time.`,
          )
        if (isImplied && parser.endIndex !== startTagEnd) refuse(`<${name}> has no end`)
        if (field && record) {
          record.fields[field.name] ??= field.text.replace(control, '').trim()
          isExport ||= field.name === 'wp:wxr_version'
          field = undefined
        } else if (record?.name === name) closeRecord()
      },
      ontext: addText,
      onprocessinginstruction(name) {
        if (name.startsWith('!')) refuse('a document type, which exports of WordPress do not have')
      },
    },
    { xmlMode: true },
  )

  return {
    /** The records that ended in this piece of the file. */
    write(text: string) {
      piece = {
        text,
        start: piece.start + piece.text.length,
        line: line(Number.POSITIVE_INFINITY),
        lineEnd: text.indexOf('\n'),
      }
      parser.write(text)
      if (piece.start + text.length - parser.endIndex > maxText) refuse('a text is longer than any of WordPress')
      if (done.some(({ name }) => name === 'item') && !isExport)
        throw new OperatorError('This is RSS, but no export of WordPress: make one there under Tools, Export.')
      return done.splice(0)
    },
    end() {
      isEnding = true
      parser.end()
      if (!isExport) throw new OperatorError('This is no export of WordPress: make one there under Tools, Export.')
      return done
    },
  }
}

/** Decodes by the byte order mark, or by the encoding in the file's first line. */
function decoderOf(start: Uint8Array) {
  const head = Buffer.from(start.subarray(0, 200)).toString('latin1')
  if (head.startsWith('PK'))
    throw new OperatorError('This is a ZIP: take the .xml files out of it, and import each of them.')
  const mark = head.startsWith('\xff\xfe') ? 'utf-16le' : head.startsWith('\xfe\xff') ? 'utf-16be' : undefined
  const label = mark ?? /^[^<]{0,50}<\?xml[^>]*\bencoding\s*=\s*["']([\w-]+)/.exec(head)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(label)
  } catch {
    throw new OperatorError(`The export says that it is written in "${label}", which is no known encoding.`)
  }
}

/** Records of the export in their order: authors, the channel itself before its first item, and the items. */
export async function* readRecords(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<WxrRecord> {
  const reader = recordReader()
  let decoder: TextDecoder | undefined
  for await (const chunk of chunks) {
    decoder ??= decoderOf(chunk)
    const text = decoder.decode(chunk, { stream: true })
    for (let at = 0; at < text.length; at += pieceLength) yield* reader.write(text.slice(at, at + pieceLength))
  }
  yield* reader.end()
}
