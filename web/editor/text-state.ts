/** A text and its selection, in UTF-16 units as a textarea counts. */
export interface TextState {
  text: string
  start: number
  end: number
}

export interface Edit {
  from: number
  to: number
  by: string
}

export const lineStart = (text: string, at: number) => text.lastIndexOf('\n', at - 1) + 1

export function lineEnd(text: string, at: number) {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end
}

export const applyEdit = (text: string, { from, to, by }: Edit) => text.slice(0, from) + by + text.slice(to)

const head = /^[\p{L}\p{N}_]*/u
const tail = /[\p{L}\p{N}_]*$/u

/** Range of the word at the caret; empty between words. */
export function wordAt(text: string, at: number) {
  const before = text.slice(lineStart(text, at), at)
  const after = text.slice(at, lineEnd(text, at))
  return { from: at - (tail.exec(before)?.[0].length ?? 0), to: at + (head.exec(after)?.[0].length ?? 0) }
}

/** True inside a fenced code block, where nothing is Markdown. */
export function isInFence(text: string, at: number) {
  const above = text.slice(0, lineStart(text, at))
  return (above.match(/^[ \t]*(?:>[ \t]?)*(?:```|~~~)/gm)?.length ?? 0) % 2 === 1
}

const isHighHalf = (code: number) => code >= 0xd800 && code <= 0xdbff
const isLowHalf = (code: number) => code >= 0xdc00 && code <= 0xdfff

/** The smallest edit from one text to the other, so that undo selects only the change. Undefined for equal texts. */
export function smallestEdit(old: string, next: string): Edit | undefined {
  if (old === next) return
  const room = Math.min(old.length, next.length)
  let from = 0
  while (from < room && old[from] === next[from]) from++
  let tail = 0
  while (tail < room - from && old.at(-1 - tail) === next.at(-1 - tail)) tail++
  // surrogate pairs stay together
  if (from > 0 && isHighHalf(old.charCodeAt(from - 1))) from--
  if (tail > 0 && isLowHalf(old.charCodeAt(old.length - tail))) tail--
  return { from, to: old.length - tail, by: next.slice(from, next.length - tail) }
}

export const stateOf = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): TextState => ({
  text: value,
  start: selectionStart,
  end: selectionEnd,
})

/**
 * `execCommand` keeps the undo history, which setting the value would destroy. It is deprecated without a replacement
 * and works in every browser.
 */
function edit(textarea: HTMLTextAreaElement, { from, to, by }: Edit) {
  const page = textarea.ownerDocument
  textarea.setSelectionRange(from, to)
  // execCommand writes into the focused element
  const isFocused = page.activeElement === textarea
  if (isFocused && (by ? page.execCommand('insertText', false, by) : page.execCommand('delete'))) return
  textarea.setRangeText(by, from, to, 'end')
  textarea.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertReplacementText', data: by }))
}

/** Sets text and selection like typing, and focuses the textarea. */
export function applyState(textarea: HTMLTextAreaElement, { text, start, end }: TextState) {
  textarea.focus({ preventScroll: true })
  const change = smallestEdit(textarea.value, text)
  if (change) edit(textarea, change)
  textarea.setSelectionRange(start, end)
}

/** The same without visible changes of focus, scroll position or hidden panel. */
export function applyStateInBackground(textarea: HTMLTextAreaElement, state: TextState) {
  const { activeElement } = textarea.ownerDocument
  const { scrollTop } = textarea
  const [left, top] = [scrollX, scrollY]
  const panel = textarea.closest<HTMLElement>('[role=tabpanel][hidden]')
  // a hidden or inert field can't be edited; it is hidden again before the next paint
  if (panel) Object.assign(panel, { hidden: false, inert: false })
  applyState(textarea, state)
  if (panel) Object.assign(panel, { hidden: true, inert: true })
  textarea.scrollTop = scrollTop
  if (activeElement === textarea) return scrollTo({ left, top, behavior: 'instant' })
  textarea.blur()
  if (activeElement instanceof HTMLElement) activeElement.focus({ preventScroll: true })
  scrollTo({ left, top, behavior: 'instant' })
}
