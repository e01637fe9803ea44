import { isApple } from '../../ui/is-apple.ts'
import { applyEdit, type TextState } from '../editor-handle.ts'
import { texts } from '../texts.ts'
import { inlineFormats, toggleInline } from './inline-formats.ts'
import { linesOf, toggleList, toggleQuote } from './lines.ts'
import { makeLink } from './links.ts'

const fence = /^[ \t]*(`{3,}|~{3,})/

/** Inline code within a line, a fenced block over several lines. */
export function toggleCode(state: TextState): TextState {
  const { from, to, lines } = linesOf(state)
  if (lines.length === 1) return toggleInline(state, inlineFormats.code)
  const { text } = state
  const isFenced = fence.test(lines[0] ?? '') && fence.test(lines.at(-1) ?? '')
  if (isFenced) {
    const by = lines.slice(1, -1).join('\n')
    return { text: applyEdit(text, { from, to, by }), start: from, end: from + by.length }
  }
  const inside = lines.join('\n')
  const longestRun = Math.max(2, ...(inside.match(/`{3,}/g) ?? []).map(({ length }) => length))
  const sign = '`'.repeat(longestRun + 1)
  const by = `${sign}\n${inside}\n${sign}`
  return { text: applyEdit(text, { from, to, by }), start: from, end: from + by.length }
}

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

type Keys = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

export function formatOfKeys({ key, ctrlKey, metaKey, altKey, shiftKey }: Keys): FormatName | undefined {
  const [modifier, other] = isApple() ? [metaKey, ctrlKey] : [ctrlKey, metaKey]
  if (!modifier || other || altKey || shiftKey) return
  return formatNames.find((name) => formatOf(name).key === key.toLowerCase())
}

export function tooltipOf(name: FormatName) {
  const { label, key } = formatOf(name)
  if (!key) return label
  return `${label} (${isApple() ? '⌘' : 'Ctrl+'}${key.toUpperCase()})`
}

/** For `aria-keyshortcuts`. */
export function shortcutOf(name: FormatName) {
  const { key } = formatOf(name)
  return key && `${isApple() ? 'Meta' : 'Control'}+${key.toUpperCase()}`
}
