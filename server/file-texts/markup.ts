import { Parser } from 'htmlparser2'
import type { PageTexts } from './page-texts.ts'

/** Open elements inside each other; the parser's time grows with their square. */
const maxDepth = 5000

export interface MarkupHandler {
  open?(name: string, attributes: Record<string, string>): void
  close?(name: string): void
  text?(text: string): void
  isDone(): boolean
}

/** `open` begins or counts what is skipped, `close` ends it. */
export function skipElements(names: Set<string>) {
  let depth = 0
  return {
    open(name: string) {
      if (depth > 0 || names.has(name)) depth++
      return depth > 0
    },
    close() {
      if (depth === 0) return false
      depth--
      return true
    },
    isSkipping: () => depth > 0,
  }
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/**
 * Reads XML or HTML as it arrives. Entities that a document defines itself are not expanded, since htmlparser2 knows
 * none; too deep a document ends there. Names of XML come without their prefix.
 */
export function markupReader(handler: MarkupHandler, { isXml }: { isXml: boolean }) {
  let depth = 0
  const nameOf = isXml ? localName : (name: string) => name
  const isDone = () => depth > maxDepth || handler.isDone()
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth++
        if (!isDone()) handler.open?.(nameOf(name), attributes)
      },
      onclosetag(name) {
        depth--
        if (!isDone()) handler.close?.(nameOf(name))
      },
      ontext(text) {
        if (!isDone()) handler.text?.(text)
      },
    },
    { xmlMode: isXml },
  )
  return {
    /** Returns true when no more input is needed. */
    write(text: string) {
      // in small pieces: the parser can't stop inside one
      for (let at = 0; at < text.length && !isDone(); at += 4096) parser.write(text.slice(at, at + 4096))
      return isDone()
    },
    end() {
      if (!isDone()) parser.end()
    },
  }
}

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
