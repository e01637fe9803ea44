import type { ComponentProps } from 'react'
import type ReactMarkdown from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { fileLinks } from './file-links.ts'
import { footnoteLabelIds } from './footnote-label-ids.ts'
import { htmlAsText } from './html-as-text.ts'
import { labels } from './labels.ts'
import { linkTokens } from './link-tokens.ts'
import { metered } from './meter.ts'
import { outline } from './outline.ts'
import { piecesOfLongTexts } from './pieces.ts'
import { tame } from './tame.ts'
import { texts } from './texts.ts'
import { videos } from './videos.ts'

type Props = ComponentProps<typeof ReactMarkdown>

/** In order: what a later plugin sees has been made harmless by `tame`. */
export function remarkPlugins(level: number): Props['remarkPlugins'] {
  return [remarkGfm, linkTokens, metered, tame, htmlAsText, [outline, { top: level }], videos, labels]
}

export function rehypePlugins(id: string): Props['rehypePlugins'] {
  return [[footnoteLabelIds, { prefix: prefixOf(id) }], fileLinks, piecesOfLongTexts]
}

export function footnotes(id: string, level: number): Props['remarkRehypeOptions'] {
  return {
    clobberPrefix: prefixOf(id),
    footnoteLabel: texts.notes,
    footnoteLabelTagName: `h${level}`,
    footnoteLabelProperties: {},
    footnoteBackLabel: (reference, again) =>
      texts.backToReference(again > 1 ? `${reference + 1}-${again}` : `${reference + 1}`),
  }
}

/** Ids in a text can't become names of ours, nor of `document` (DOM clobbering). */
function prefixOf(id: string): string {
  return `user-content-${id}-`
}
