// Paragraphs as WordPress shows them: those of blocks have elements, those of the classic editor are lines with empty ones between.
import type { Element, ElementContent } from 'hast'
import { element, type HtmlParent, isElement, text } from './html.ts'

const blocks = new Set(
  'address article aside blockquote center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr iframe li main nav ol p pre section summary table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
)
/** Parts of these are elements; white space between them means nothing. */
const structures = new Set(['dl', 'ol', 'table', 'tbody', 'tfoot', 'thead', 'tr', 'ul'])
/** One paragraph in these needs no element of its own. */
const cells = new Set(['dd', 'dt', 'figcaption', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'li', 'p', 'summary', 'td', 'th'])

const isBlock = (node: ElementContent) => isElement(node) && blocks.has(node.tagName)

/** Lines of a text; a line end beside a `<br>` is no second one. */
function linesOf(value: string, previous: ElementContent | undefined): ElementContent[] {
  const isAfterBreak = isElement(previous) && previous.tagName === 'br'
  const lines = (isAfterBreak ? value.replace(/^[ \t]*\n/, '') : value).split(/[ \t]*\n[ \t]*/)
  return lines.flatMap((line, index) => (index === 0 ? [text(line)] : [element('br', []), text(line)]))
}

export function breakInside(parent: Element) {
  parent.children = parent.children.flatMap((child, index, all) => {
    if (child.type === 'text') return linesOf(child.value, all[index - 1])
    if (isElement(child) && !/^(?:code|pre)$/.test(child.tagName)) breakInside(child)
    return [child]
  })
}

/** The classic editor's paragraphs: an empty line begins one, a line end is a line end. */
function breakLines(children: ElementContent[], parentName: string): ElementContent[] {
  const made: ElementContent[] = []
  let run: ElementContent[] = []
  function endParagraph() {
    const paragraph = element('p', run)
    run = []
    const words = paragraph.children.map((child) => (child.type === 'text' ? child.value : '.')).join('')
    if (!words.trim()) return
    for (const [child, trim] of [
      [paragraph.children[0], 'trimStart'],
      [paragraph.children.at(-1), 'trimEnd'],
    ] as const)
      if (child?.type === 'text') child.value = child.value[trim]()
    breakInside(paragraph)
    made.push(paragraph)
  }
  for (const child of children) {
    if (isBlock(child) && isElement(child)) {
      endParagraph()
      if (child.tagName !== 'pre') child.children = breakLines(child.children, child.tagName)
      made.push(child)
    } else if (structures.has(parentName)) {
      if (child.type !== 'text' || child.value.trim()) made.push(child)
    } else if (child.type === 'text') {
      const [first = '', ...others] = child.value.replace(/\r\n?/g, '\n').split(/\n[ \t]*\n\s*/)
      run.push(text(first))
      for (const other of others) {
        endParagraph()
        run.push(text(other))
      }
    } else run.push(child)
  }
  endParagraph()
  const [only] = made
  return cells.has(parentName) && made.length === 1 && isElement(only) && only.tagName === 'p' ? only.children : made
}

const blockComment = /^(\/?)wp:([\w/-]+)(?=\s|$)/

/** The block that a comment begins or ends, or an empty one. */
export function blockOf(node: ElementContent) {
  const [, end, name] = (node.type === 'comment' && blockComment.exec(node.value)) || []
  return name && node.type === 'comment' ? { name, isEnd: end !== '', isEmpty: node.value.endsWith('/') } : undefined
}

/** Paragraphs of everything that stands outside of blocks, and in place of their comments nothing. */
export function breakParagraphs(root: HtmlParent) {
  const made: ElementContent[] = []
  let classic: ElementContent[] = []
  let depth = 0
  const endClassic = () => {
    made.push(...breakLines(classic, 'div'))
    classic = []
  }
  for (const child of root.children as ElementContent[]) {
    const block = blockOf(child)
    if (block) {
      endClassic()
      if (block.isEmpty) made.push(child)
      else depth = Math.max(0, depth + (block.isEnd ? -1 : 1))
    } else if (child.type === 'comment' && /^nextpage\b/.test(child.value)) {
      endClassic()
      made.push(element('hr', []))
    } else if (depth > 0) made.push(child)
    else classic.push(child)
  }
  endClassic()
  root.children = made
}
