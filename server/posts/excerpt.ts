import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { linkToken } from '../../contract/content/link-tokens.ts'
import { limits } from '../../contract/limits.ts'
import { mentionToken, showMentions, withoutCutMention } from '../../contract/markdown/mentions.ts'
import { firstCharacters } from '../lib/first-characters.ts'

type Node = ReturnType<typeof fromMarkdown> | ReturnType<typeof fromMarkdown>['children'][number]

const length = limits.excerpt
/**
 * Parsed characters: nearly always the first number is enough; the second is for posts that begin with badges or a long
 * address.
 */
const prefixLengths = [1_000, 6_000]

/**
 * First 200 characters (code points, whole as people see them) of a post as plain text: Markdown, HTML tags, link
 * tokens and footnotes are removed, white space is one space; mentions stay tokens, for the names that people have when it is
 * read. `cut` is true if the post is longer.
 */
export function excerptOf(content: string): { excerpt: string; cut: boolean } {
  const mentions: string[] = []
  const source = withoutCutMention(content.replace(/[\ufdd0\ufdd1]/g, '\ufffd')).replace(
    mentionToken,
    (token) => `\ufdd0${mentions.push(token) - 1}\ufdd1`,
  )
  for (const prefix of prefixLengths) {
    const { excerpt, cut } = firstOf(plainText(source.slice(0, prefix).replace(/\ufdd0\d*$/, '')), mentions)
    if (cut) return { excerpt: excerpt.trimEnd(), cut }
    if (source.length <= prefix) return { excerpt, cut }
    if (prefix === prefixLengths.at(-1)) return { excerpt, cut: source.slice(prefix).trim() !== '' }
  }
  return { excerpt: '', cut: false }
}

/** The first characters as they are shown; of mentions whole ones, as tokens. */
function firstOf(text: string, mentions: string[]): { excerpt: string; cut: boolean } {
  let excerpt = ''
  let room = length
  for (const part of text.split(/(\ufdd0\d+\ufdd1)/)) {
    const mention = part.startsWith('\ufdd0') ? mentions[Number(part.slice(1, -1))] : undefined
    const shown = mention === undefined ? part : showMentions(mention)
    const first = firstCharacters(shown, room)
    if (first.length < shown.length) return { excerpt: mention === undefined ? excerpt + first : excerpt, cut: true }
    excerpt += mention ?? part
    room -= [...shown].length
  }
  return { excerpt, cut: false }
}

function plainText(content: string): string {
  const source = content.replace(linkToken, '$3')
  if (isPlain(source)) return source.replace(/\s+/g, ' ').trim()
  const text = isHostile(source) ? source.replace(markdownSigns, ' ') : textOf(parse(source))
  return text.replace(/\s+/g, ' ').trim()
}

/** True if the parser would return the text as it is; it takes a millisecond for a paragraph. */
const isPlain = (source: string) => !/[\\*_~`[\]<>#|{}&]|^[ \t]*(?:[-+=]|\d{1,9}[.)])/m.test(source)

const markdownSigns = /[*_~`[\]<>!#|{}]+/g

const options = { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }

const parse = (source: string) => fromMarkdown(source, options)

/**
 * The parser's time grows with the square of the number of some signs and worse with nesting: a text with hundreds of
 * them isn't parsed.
 */
function isHostile(source: string): boolean {
  if ((source.match(/[*_~`[\]<|\r\n]/g)?.length ?? 0) > 500 || (source.match(/&\w+;/g)?.length ?? 0) > 200) return true
  return (
    /^(?:[ \t]*(?:>|[-+*]|\d{1,9}[.)])[ \t]?){10}/m.test(source) || /^[ \t]{20,}(?:>|[-+*]|\d{1,9}[.)])/m.test(source)
  )
}

const betweenBlocks = new Set(['root', 'blockquote', 'list', 'listItem', 'table', 'tableRow'])
const skippedNodes = new Set(['definition', 'footnoteDefinition', 'footnoteReference', 'thematicBreak'])

function textOf(node: Node): string {
  if (skippedNodes.has(node.type)) return ''
  if (node.type === 'html') return node.value.replace(/<!--[^<>]*-->|<[^<>]*>/g, '')
  if (node.type === 'break') return ' '
  if ('value' in node) return node.value
  if ('alt' in node) return node.alt ?? ''
  if (!('children' in node)) return ''
  return node.children.map(textOf).join(betweenBlocks.has(node.type) ? ' ' : '')
}
