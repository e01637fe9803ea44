// How a tree of Markdown is written: as the editor writes it, without entities and without signs that nobody typed.
import type { Nodes } from 'mdast'
import { gfmToMarkdown } from 'mdast-util-gfm'
import type { Options, Handle as Write } from 'mdast-util-to-markdown'
import { recogniseLinks } from '../../../contract/markdown/recognise-links.ts'
import { escapeLineStarts, escapeWords, pictureText } from './escape.ts'

export const textOf = (nodes: Nodes[]): string =>
  nodes.map((node) => ('value' in node ? node.value : 'children' in node ? textOf(node.children) : '')).join('')

const around =
  (type: 'strong' | 'emphasis', sign: string): Write =>
  (node, _parent, state, info) =>
    sign +
    state.containerPhrasing(node as Extract<Nodes, { type: typeof type }>, { ...info, before: sign, after: sign }) +
    sign

/** An address without signs that would end it, or be a token in it. */
const encoded = (url: string) => url.replace(/[\s<>\\{}[\]]/g, encodeURIComponent)
const target = (url: string) => {
  const written = encoded(url)
  return /[()]/.test(written) ? `<${written}>` : written
}

/** True if the address becomes a link by itself where it stands. */
const isBare = (words: string, url: string, { before, after }: { before: string; after: string }) =>
  (words === url || `mailto:${words}` === url) &&
  encoded(url) === url &&
  /^[\s(]?$/.test(before) &&
  /^[\s,;)]?$/.test(after) &&
  recogniseLinks(words)[0]?.text === words

const writers: Record<string, Write> = {
  text: (node, _parent, state, info) =>
    escapeWords(node.value, {
      after: info.after,
      isInLink: state.stack.includes('link'),
      isInTable: state.stack.includes('tableCell'),
    }),
  paragraph(node, parent, state, info) {
    const task = parent?.type === 'listItem' && parent.children[0] === node ? parent.checked : null
    const box = typeof task === 'boolean' ? (task ? '[x] ' : '[ ] ') : ''
    return box + escapeLineStarts(state.containerPhrasing(node, info))
  },
  heading: (node, _parent, state, info) =>
    `${'#'.repeat(node.depth)} ${state
      .containerPhrasing(node, info)
      .replace(/\s*\n\s*/g, ' ')
      .replace(/#+$/, '\\$&')}`,
  strong: around('strong', '**'),
  emphasis: around('emphasis', '*'),
  break: (_node, _parent, state) => (state.stack.includes('tableCell') ? ' ' : '  \n'),
  linkToken: ({ source }) => source,
  image: ({ alt, url }) => `![${pictureText(alt ?? '')}](${target(url)})`,
  link(node, _parent, state, info) {
    if (isBare(textOf(node.children), node.url, info)) return textOf(node.children)
    const exit = state.enter('link')
    const words = state.containerPhrasing(node, { ...info, before: '[', after: ']' })
    exit()
    return `[${words}](${target(node.url)})`
  },
}

export const format = {
  bullet: '-',
  rule: '-',
  fences: true,
  listItemIndent: 'one',
  handlers: writers,
  extensions: [gfmToMarkdown({ tablePipeAlign: false })],
} satisfies Options
