import { type MarkupHandler, skipElements } from './markup.ts'
import type { PageTexts } from './page-texts.ts'

interface Grammar {
  /** Elements with text in them. */
  text: Set<string>
  skipped: Set<string>
  /** Text that an element stands for, at its beginning and at its end. */
  atOpen: Record<string, string>
  atClose: Record<string, string>
}

/** The text of a document's paragraphs. */
export function paragraphReader(
  { text, skipped, atOpen, atClose }: Grammar,
  pages: PageTexts,
): Required<MarkupHandler> {
  const skip = skipElements(skipped)
  let textDepth = 0
  return {
    open(name) {
      if (skip.open(name)) return
      if (text.has(name)) textDepth++
      pages.add(atOpen[name] ?? '')
    },
    close(name) {
      if (skip.close()) return
      if (text.has(name)) textDepth--
      pages.add(atClose[name] ?? '')
    },
    text(content) {
      if (textDepth > 0 && !skip.isSkipping()) pages.add(content.replace(/\s+/g, ' '))
    },
    isDone: pages.isFull,
  }
}

/** Text of Word and PowerPoint; an older form of the same content, moved text and fields such as numbers are left out. */
export const officeGrammar: Grammar = {
  text: new Set(['t']),
  skipped: new Set(['Fallback', 'moveFrom', 'fld', 'rt']),
  atOpen: { tab: '\t', br: '\n', cr: '\n', noBreakHyphen: '-' },
  atClose: { p: '\n' },
}
