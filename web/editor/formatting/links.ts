import { applyEdit, type TextState } from '../editor-handle.ts'
import { isInFence, wordAt } from './lines.ts'

const placeholder = 'url'

export const isAddress = (text: string) => /^https?:\/\/\S+$/i.test(text) && URL.canParse(text)

/** Balanced brackets need no backslash; others would end the label. */
export function escapeLabel(words: string) {
  let depth = 0
  for (const sign of words.replace(/\\./g, '').match(/[[\]]/g) ?? []) {
    depth += sign === '[' ? 1 : -1
    if (depth < 0) break
  }
  return depth === 0 ? words : words.replace(/(?<!\\)[[\]]/g, '\\$&')
}

/** An address as the target of a link. */
export const linkTarget = (address: string) =>
  /[()<>]/.test(address) ? `<${address.replace(/</g, '%3C').replace(/>/g, '%3E')}>` : address

/** Makes a link of the selection, or of the word at the caret; selects the missing part. */
export function makeLink({ text, start, end }: TextState): TextState {
  const range = start === end ? wordAt(text, start) : { from: start, to: end }
  const selected = text.slice(range.from, range.to)
  const words = selected.trim()
  const lead = selected.length - selected.trimStart().length
  const from = range.from + lead
  const edit = (by: string) => applyEdit(text, { from, to: from + words.length, by })
  if (isAddress(words)) return { text: edit(`[](${linkTarget(words)})`), start: from + 1, end: from + 1 }
  const shown = escapeLabel(words)
  const written = edit(`[${shown}](${placeholder})`)
  if (!shown) return { text: written, start: from + 1, end: from + 1 }
  const at = from + shown.length + 3
  return { text: written, start: at, end: at + placeholder.length }
}

/** An address pasted over selected words makes a link of them; undefined for any other paste. */
export function pasteAddress({ text, start, end }: TextState, pasted: string): TextState | undefined {
  const selected = text.slice(start, end)
  const address = pasted.trim()
  const words = selected.trim()
  const isTarget = /\]\(<?$/.test(text.slice(0, start)) && /^>?\)/.test(text.slice(end))
  if (!words || words.includes('\n') || !isAddress(address) || isAddress(words) || isTarget) return
  if (isInFence(text, start)) return
  const from = start + selected.indexOf(words)
  const by = `[${escapeLabel(words)}](${linkTarget(address)})`
  const caret = from + by.length
  return { text: applyEdit(text, { from, to: from + words.length, by }), start: caret, end: caret }
}
