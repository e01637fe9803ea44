import type { TextState } from '../text-state.ts'
import { texts } from '../texts.ts'
import { inlineFormats } from './inline-formats.ts'
import { toggleList, toggleQuote } from './lines.ts'
import { makeLink } from './links.ts'
import { toggleCode } from './toggle-code.ts'
import { toggleInline } from './toggle-inline.ts'

interface Format {
  label: string
  /** With Ctrl, or Cmd on Apple systems. */
  key?: string
  change: (state: TextState) => TextState
}

const formats = {
  bold: { label: texts.bold, key: 'b', change: (state) => toggleInline(state, inlineFormats.bold) },
  italic: { label: texts.italic, key: 'i', change: (state) => toggleInline(state, inlineFormats.italic) },
  link: { label: texts.link, key: 'k', change: makeLink },
  bullets: { label: texts.bullets, change: (state) => toggleList(state, 'bullets') },
  numbers: { label: texts.numbers, change: (state) => toggleList(state, 'numbers') },
  quote: { label: texts.quote, change: toggleQuote },
  code: { label: texts.code, change: toggleCode },
} satisfies Record<string, Format>

export type FormatName = keyof typeof formats

export const formatNames = Object.keys(formats) as FormatName[]

export const formatOf = (name: FormatName): Format => formats[name]
