import type { RootContent as HtmlContent, Root as HtmlRoot } from 'hast'
import type { Root, RootContent } from 'mdast'
import remarkGfm from 'remark-gfm'
import type { Options } from 'remark-rehype'
import type { PluggableList } from 'unified'
import { limitExpansion } from '../budget/expansion-limit.ts'
import { limitParser } from '../budget/parser-budget.ts'
import { texts } from '../texts.ts'
import { fileLinks } from './file-links.ts'
import { headingIds } from './heading-ids.ts'
import { addLabels } from './labels.ts'
import { linkTokens } from './link-tokens.ts'
import { literalLinks } from './literal-links.ts'
import { splitLongTexts } from './split-long-texts.ts'
import { plainText, walk } from './tree.ts'
import { videos } from './videos.ts'

/** In order: later plugins see a tree that `limitExpansion` has limited. */
export function remarkPlugins(level: number): PluggableList {
  return [
    // a single tilde is «about» in Spanish, as in 10~12
    [remarkGfm, { singleTilde: false }],
    literalLinks,
    linkTokens,
    limitParser,
    limitExpansion,
    htmlAsText,
    [shiftHeadings, { top: level }],
    videos,
    addLabels,
  ]
}

export function rehypePlugins(id: string): PluggableList {
  const prefix = prefixOf(id)
  // an infix, as a heading may be called like a footnote
  return [[footnoteLabelIds, { prefix }], [headingIds, { prefix: `${prefix}h-` }], fileLinks, splitLongTexts]
}

export function footnotes(id: string, level: number): Options {
  return {
    clobberPrefix: prefixOf(id),
    footnoteLabel: texts.notes,
    footnoteLabelTagName: `h${level}`,
    footnoteLabelProperties: {},
    footnoteBackLabel: (reference, again) =>
      texts.backToReference(again > 1 ? `${reference + 1}-${again}` : `${reference + 1}`),
  }
}

/** Keeps ids of a text from replacing ours or properties of `document` (DOM clobbering). */
const prefixOf = (id: string) => `user-content-${id}-`

const blockContainers = new Set(['root', 'blockquote', 'listItem', 'footnoteDefinition'])

/** HTML is never interpreted: it is shown as typed. */
function htmlAsText() {
  return (tree: Root) => {
    for (const { node, parent, index } of walk<RootContent>(tree)) {
      if (node.type === 'html')
        parent.children.splice(index, 1, plainText(node.value, !blockContainers.has(parent.type)))
    }
  }
}

type Depth = 1 | 2 | 3 | 4 | 5 | 6

/**
 * Shifts the headings of a text so that the highest level is `top` and no level is skipped, for navigation with screen
 * readers.
 */
function shiftHeadings({ top }: { top: number }) {
  return (tree: Root) => {
    const open: number[] = []
    for (const { node } of walk<RootContent>(tree)) {
      if (node.type !== 'heading') continue
      while (open.length && (open.at(-1) ?? 0) >= node.depth) open.pop()
      open.push(node.depth)
      node.depth = Math.min(top + open.length - 1, 6) as Depth
    }
  }
}

const sharedLabelId = 'footnote-label'

/** mdast-util-to-hast prefixes all ids but that of the footnotes' heading, which every reference names. */
function footnoteLabelIds({ prefix }: { prefix: string }) {
  return (tree: HtmlRoot) => {
    for (const { node } of walk<HtmlContent>(tree)) {
      if (node.type !== 'element') continue
      if (node.properties.id === sharedLabelId) node.properties.id = prefix + sharedLabelId
      if (node.properties.ariaDescribedBy) node.properties.ariaDescribedBy = [prefix + sharedLabelId]
    }
  }
}
