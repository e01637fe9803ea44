import type { Root } from 'hast'
import { toHtml as serialize } from 'hast-util-to-html'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import { parserSource } from '../../contract/markdown/parser-source.ts'
import { footnotes, rehypePlugins, remarkPlugins } from '../../contract/markdown/plugins/plugins.ts'
import { splitText } from '../../contract/markdown/plugins/split-long-texts.ts'
import { texts } from '../../contract/markdown/texts.ts'
import { escapeHtml } from '../lib/escape-html.ts'
import { type Addresses, replaceElements } from './elements.ts'

interface Options {
  /** Unique on the page and valid in a URL fragment (`post-3f2a`): prefixes the ids of footnotes and headings. */
  id: string
  /** Level of the text's first headings. */
  level?: number
  addresses: Addresses
}

/**
 * A text as HTML, by the rules of the web (contract/markdown, decision 015). No script and no HTML of the text is in it,
 * and its only addresses are those that `addresses` returned, or that passed `safeUrl` and `addresses`.
 */
export function toHtml(text: string, { id, level = 2, addresses }: Options): string {
  const { markdown, rest } = parserSource(text)
  try {
    const html = serialize(parse(markdown, id, level, addresses))
    return rest ? `${html}<p class="note">${texts.rest}</p>${plainTextToHtml(rest)}` : html
  } catch {
    return plainTextToHtml(text)
  }
}

function parse(markdown: string, id: string, level: number, addresses: Addresses): Root {
  const processor = unified()
    .use(remarkParse)
    .use(remarkPlugins(level))
    .use(remarkRehype, footnotes(id, level))
    .use(rehypePlugins(id))
    .use(replaceElements, addresses)
  return processor.runSync(processor.parse(markdown), markdown)
}

/** A text as typed, in pieces, as browsers are slow with a very long one. */
function plainTextToHtml(text: string): string {
  const parts = splitText(text, 1000).map((part) => `<div>${escapeHtml(part.replace(/\n$/, ''))}</div>`)
  return `<div class="plain-text long">${parts.join('')}</div>`
}
