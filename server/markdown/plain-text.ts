// The text of Markdown as people read it, for excerpts and the search.
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { isImageName, linkToken, replaceImages } from '../../contract/content/link-tokens.ts'
import { softenMarkers } from '../../contract/markdown/parser-source.ts'

type Node = ReturnType<typeof fromMarkdown> | ReturnType<typeof fromMarkdown>['children'][number]

/**
 * A text, or a `part` of one, as one line: Markdown, HTML tags and footnotes are removed, labels are left of link tokens, and
 * of pictures of the archive their texts.
 */
export function plainText(part: string, whole = part): string {
  const labels: string[] = []
  const keep = (label: string) => `\ufdd2${labels.push(label) - 1}\ufdd3`
  const source = replaceImages(part.replace(/[\ufdd2\ufdd3]/g, '\ufffd'), (alt) => keep(readImage(alt)), whole)
    .replace(cutImage, '')
    .replace(linkToken, (_token, _kind, _id, label: string) => keep(label))
  return textOfSource(source, whole)
    .replace(/\ufdd2(\d+)\ufdd3/g, (_, index) => labels[Number(index)] ?? '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Left of an image where a text was cut. */
const cutImage = /!\[[^[\]\n]*\]\([^()\s]*$/

/** The text of a picture of the archive, empty for the name of a file. */
function imageText(alt: string): string {
  // the full stop keeps a number or a sign from beginning a list or the like
  const text = plainText(`.${alt}`).slice(1).trim()
  return isImageName(text) ? '' : text
}

const readImage = (alt: string) => imageText(alt) || 'foto'

/** Markdown with its pictures of the archive as people read them. */
export const readImages = (markdown: string) => replaceImages(markdown, readImage)

function textOfSource(source: string, whole: string): string {
  if (isPlain(source)) return source
  if (isHostile(source)) return source.replace(markdownSigns, ' ')
  return textOf(parse(definitionsFor(source, whole) + softenMarkers(source)))
}

/** True if the parser would return the text as it is; it takes a millisecond for a paragraph. */
const isPlain = (source: string) => !/[\\*_~`[\]<>#|{}&]|^[ \t]*(?:[-+=]|\d{1,9}[.)])/m.test(source)

const markdownSigns = /[*_~`[\]<>!#|{}]+/g

// a single tilde is «about», as where texts are shown
const options = { extensions: [gfm({ singleTilde: false })], mdastExtensions: [gfmFromMarkdown()] }

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

const definition = /^ {0,3}\[([^[\]\r\n]{1,100})\]:/gm

/** Definitions of links and notes in a part of a text: without them the parser leaves their brackets. */
function definitionsFor(part: string, whole: string): string {
  if (whole === part || !part.includes('[')) return ''
  const labels = new Set([...whole.matchAll(definition)].map(([, label = '']) => label.toLowerCase()))
  const lowerCase = part.toLowerCase()
  return [...labels].map((label) => (lowerCase.includes(`[${label}]`) ? `[${label}]: #\n\n` : '')).join('')
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

/** Signs within a word, which the parser joins, and letters that are written as entities. */
const withinWord = /(?<=[\p{L}\p{M}\p{N}])(?:[*~`]+|\[)[\p{L}\p{N}]|\]\([^()\s]*\)[\p{L}\p{N}]|&#?\w{1,31};/gu

/** Paragraphs whose words may be others than those of their source, as in `Pala**bra**`, and where they begin. */
export function* joinedParagraphs(source: string): Generator<{ paragraph: string; index: number }> {
  let end = 0
  for (const { index: place } of source.matchAll(withinWord)) {
    if (place < end) continue
    const index = source.lastIndexOf('\n\n', place) + 1
    end = source.indexOf('\n\n', place) >>> 0
    yield { paragraph: source.slice(index, end), index }
  }
}

/** Characters of a text that are parsed for its words. */
const maxParsed = 20_000

/** The texts of these paragraphs. What is parsed is taken from `room`, which several texts may share. */
export function joinedTexts(source: string, room = { characters: maxParsed }): string[] {
  const texts: string[] = []
  for (const { paragraph } of joinedParagraphs(source)) {
    if (paragraph.length > room.characters) continue
    room.characters -= paragraph.length
    texts.push(plainText(paragraph))
  }
  return texts
}

/** Left of a link, a token, an entity or HTML where a text was cut. */
const cutSigns = /(?:!?\[[^[\]\n]*(?:\]\([^()\s]*)?|\{\{[^{}\n]*|&#?\w{0,31}|<[^<>\n]*)$/

export const withoutCutSigns = (beginning: string) => beginning.replace(cutSigns, '')
