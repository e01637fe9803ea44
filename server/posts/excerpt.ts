import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { limits } from '../../contract/limits.ts'
import { linkToken } from '../../contract/link-tokens.ts'

type Node = ReturnType<typeof fromMarkdown> | ReturnType<typeof fromMarkdown>['children'][number]

const length = limits.excerpt
/**
 * How much of a content is read: nearly always the first is enough, the second is for those that begin with badges or a
 * long address.
 */
const prefixes = [1_000, 6_000]

/**
 * The first 200 characters (code points, whole as people see them) of a post as plain text: Markdown, HTML tags, link
 * tokens and footnotes are taken out, white space is one space. `cut` says whether there is more.
 */
export function excerptOf(content: string): { excerpt: string; cut: boolean } {
  for (const prefix of prefixes) {
    const text = plainText(content.slice(0, prefix))
    const excerpt = firstCharacters(text)
    if (excerpt.length < text.length) return { excerpt: excerpt.trimEnd(), cut: true }
    if (content.length <= prefix) return { excerpt, cut: false }
    if (prefix === prefixes.at(-1)) return { excerpt, cut: content.slice(prefix).trim() !== '' }
  }
  return { excerpt: '', cut: false }
}

function plainText(content: string): string {
  const source = content.replace(linkToken, '$3')
  const text = isHostile(source) ? source.replace(marks, ' ') : textOf(parse(source))
  return text.replace(/\s+/g, ' ').trim()
}

const marks = /[*_~`[\]<>!#|{}]+/g

function parse(source: string) {
  return fromMarkdown(source, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
}

/**
 * The parser's time grows with the square of some marks and worse with nesting: what has hundreds of them isn't worth
 * its time.
 */
function isHostile(source: string): boolean {
  if ((source.match(/[*_~`[\]<|\r\n]/g)?.length ?? 0) > 500 || (source.match(/&\w+;/g)?.length ?? 0) > 200) return true
  return (
    /^(?:[ \t]*(?:>|[-+*]|\d{1,9}[.)])[ \t]?){10}/m.test(source) || /^[ \t]{20,}(?:>|[-+*]|\d{1,9}[.)])/m.test(source)
  )
}

const betweenBlocks = new Set(['root', 'blockquote', 'list', 'listItem', 'table', 'tableRow'])
const unread = new Set(['definition', 'footnoteDefinition', 'footnoteReference', 'thematicBreak'])

function textOf(node: Node): string {
  if (unread.has(node.type)) return ''
  if (node.type === 'html') return node.value.replace(/<!--[^<>]*-->|<[^<>]*>/g, '')
  if (node.type === 'break') return ' '
  if ('value' in node) return node.value
  if ('alt' in node) return node.alt ?? ''
  if (!('children' in node)) return ''
  return node.children.map(textOf).join(betweenBlocks.has(node.type) ? ' ' : '')
}

const segmenter = new Intl.Segmenter('es', { granularity: 'grapheme' })

/** An emoji of a family is many code points: the one that doesn't fit is left out whole. */
function firstCharacters(text: string): string {
  const points = [...text.slice(0, 2 * length + 2)]
  if (points.length <= length) return text
  let kept = ''
  let count = 0
  for (const { segment } of segmenter.segment(points.join(''))) {
    count += [...segment].length
    if (count > length) break
    kept += segment
  }
  return kept || points.slice(0, length).join('')
}
