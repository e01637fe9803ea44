import { toggleList, toggleQuote } from './lines.ts'
import { makeLink } from './links.ts'
import { marks } from './spans.ts'
import { texts } from './texts.ts'
import { toggleCode } from './toggle-code.ts'
import { toggleMark } from './toggle-mark.ts'
import type { Written } from './written.ts'

interface Format {
  label: string
  /** Pressed with Ctrl, or with Cmd on Apple's. */
  key?: string
  change: (written: Written) => Written
}

/** What the toolbar offers, in its order. */
export const formats = {
  bold: { label: texts.bold, key: 'b', change: (written) => toggleMark(written, marks.bold) },
  italic: { label: texts.italic, key: 'i', change: (written) => toggleMark(written, marks.italic) },
  link: { label: texts.link, key: 'k', change: makeLink },
  bullets: { label: texts.bullets, change: (written) => toggleList(written, 'bullets') },
  numbers: { label: texts.numbers, change: (written) => toggleList(written, 'numbers') },
  quote: { label: texts.quote, change: toggleQuote },
  code: { label: texts.code, change: toggleCode },
} satisfies Record<string, Format>

export type FormatName = keyof typeof formats

export const formatNames = Object.keys(formats) as FormatName[]

export const formatOf = (name: FormatName): Format => formats[name]
