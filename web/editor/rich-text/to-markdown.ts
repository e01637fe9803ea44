// Text copied from pages and word processors, as Markdown. Trusted types refuse the browser's own parser of HTML.
import { Parser } from 'htmlparser2'
import { inlineMarkdown, type Run } from './inline-markdown.ts'

interface Style extends Omit<Run, 'text'> {
  isHeading: boolean
  isHidden: boolean
  /** True for the marker of an item in Word, which is a hidden text. */
  isMarker: boolean
}

interface Block {
  /** Before its first line, and before the others. */
  opening: string
  indent: string
  isItem: boolean
  runs: Run[]
}

interface List {
  indent: string
  isOrdered: boolean
  count: number
  /** Indentation of the texts in its last item. */
  inner: string
}

const plain: Style = {
  bold: false,
  italic: false,
  code: false,
  href: undefined,
  isHeading: false,
  isHidden: false,
  isMarker: false,
}
const blockTags = new Set(
  'address article aside blockquote body dd div dl dt figure footer h1 h2 h3 h4 h5 h6 header hr li main nav ol p section table td th tr ul'.split(
    ' ',
  ),
)
const hiddenTags = new Set(['head', 'script', 'style', 'template', 'title'])
const isList = (tag: string) => tag === 'ul' || tag === 'ol'
const isHeading = (tag: string) => /^h[1-6]$/.test(tag)

/** Value of a property of a `style` attribute; '' if it has none. */
const propertyOf = (css: string, property: string) =>
  new RegExp(`(?:^|[;\\s])${property}\\s*:\\s*([^;]*)`, 'i').exec(css)?.[1]?.trim() ?? ''

/** Google Docs puts everything into a `<b>` of normal weight, and makes words bold by their weight. */
function isBold(tag: string, css: string, inherited: boolean) {
  const weight = propertyOf(css, 'font-weight')
  if (weight) return /^bold/i.test(weight) || Number(weight) >= 600
  return tag === 'b' || tag === 'strong' || inherited
}

function isItalic(tag: string, css: string, inherited: boolean) {
  const style = propertyOf(css, 'font-style')
  return style ? /^(?:italic|oblique)/i.test(style) : tag === 'i' || tag === 'em' || inherited
}

/** The Markdown of a copied text; undefined for code, tables, and texts without links, bold, italics, lists and headings. */
export function toMarkdown(html: string): string | undefined {
  const styles: Style[] = [plain]
  const lists: List[] = []
  const blocks: Block[] = []
  let block: Block | undefined
  /** Opening of the next block: a marker of an item or a heading. */
  let opening = ''
  let wordLevel = 0
  let wordMarker = ''
  let cells = 0
  let hasStructure = false
  let isRefused = false

  function openItem(list: List) {
    list.count++
    const marker = list.isOrdered ? `${list.count}. ` : '- '
    list.inner = list.indent + ' '.repeat(marker.length)
    opening = list.indent + marker
  }

  function openBlock(tag: string, { style = '', start = '1' }: Record<string, string>) {
    block = undefined
    const list = lists.at(-1)
    if (tag === 'tr') cells = 0
    isRefused ||= /\bmonospace|consolas|courier/i.test(style) || ((tag === 'td' || tag === 'th') && ++cells > 1)
    if (isList(tag)) {
      const indent = list?.inner ?? ''
      lists.push({ indent, isOrdered: tag === 'ol', count: Number(start) - 1 || 0, inner: indent })
    } else if (tag === 'li' && list) openItem(list)
    else if (isHeading(tag)) opening = `${list?.inner ?? ''}${'#'.repeat(Number(tag[1]))} `
    wordLevel = tag === 'p' ? Number(/\blevel(\d)/.exec(propertyOf(style, 'mso-list'))?.[1] ?? 0) : 0
    wordMarker = ''
  }

  function newBlock(): Block {
    if (wordLevel > 0) {
      const marker = /^\W*\d/.test(wordMarker) ? `${Number.parseInt(wordMarker.replace(/^\D+/, ''), 10)}. ` : '- '
      opening = '   '.repeat(wordLevel - 1) + marker
    }
    const indent = wordLevel > 0 ? '   '.repeat(wordLevel) : (lists.at(-1)?.inner ?? '')
    const made = { opening: opening || indent, indent, isItem: /[-.] $/.test(opening), runs: [] }
    hasStructure ||= opening !== ''
    opening = ''
    blocks.push(made)
    return made
  }

  function addText(text: string, { isHidden, isMarker, isHeading: _, ...style }: Style) {
    if (isMarker) wordMarker += text
    if (isHidden || isMarker) return
    const isAfterSpace = !block || /\s$/.test(block.runs.at(-1)?.text ?? ' ')
    const words = isAfterSpace && text !== '\n' ? text.trimStart() : text
    if (!words || (!block && text === '\n')) return
    block ??= newBlock()
    block.runs.push({ ...style, text: words })
    hasStructure ||= Boolean(words.trim() && (style.bold || style.italic || style.href))
  }

  const parser = new Parser({
    onopentag(tag, attributes) {
      const { style: css = '', href = '' } = attributes
      const outer = styles.at(-1) ?? plain
      isRefused ||= tag === 'pre'
      if (blockTags.has(tag)) openBlock(tag, attributes)
      if (tag === 'br') addText('\n', { ...plain, isHidden: outer.isHidden })
      const isInHeading = outer.isHeading || isHeading(tag)
      styles.push({
        bold: !isInHeading && isBold(tag, css, outer.bold),
        italic: isItalic(tag, css, outer.italic),
        code: tag === 'code' || outer.code,
        href: tag === 'a' && /^(?:https?:|mailto:)/i.test(href) ? href : outer.href,
        isHeading: isInHeading,
        isHidden: outer.isHidden || hiddenTags.has(tag) || /^none/i.test(propertyOf(css, 'display')),
        isMarker: outer.isMarker || /^ignore/i.test(propertyOf(css, 'mso-list')),
      })
    },
    onclosetag(tag) {
      styles.pop()
      if (isList(tag)) lists.pop()
      if (blockTags.has(tag)) block = undefined
      // it was empty
      if (tag === 'li' || isHeading(tag)) opening = ''
    },
    ontext: (text) => addText(text.replace(/\s+/g, ' '), styles.at(-1) ?? plain),
  })
  parser.end(html)
  return hasStructure && !isRefused ? joined(blocks) : undefined
}

/** Lines of a block are hard breaks; an empty line begins another paragraph. */
function joined(blocks: Block[]) {
  let markdown = ''
  let wasItem = false
  for (const { opening, indent, isItem, runs } of blocks) {
    const words = inlineMarkdown(runs).trim()
    if (!words) continue
    const lines = words.replace(/[ \n]*\n[ \n]*/g, (gap) =>
      opening.endsWith('# ') ? ' ' : (/\n *\n/.test(gap) ? '\n\n' : '  \n') + indent,
    )
    if (markdown) markdown += wasItem && isItem ? '\n' : '\n\n'
    markdown += opening + lines
    wasItem = isItem
  }
  return markdown
}
