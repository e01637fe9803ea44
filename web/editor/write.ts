import { difference } from './difference.ts'
import type { Edit, Written } from './written.ts'

/** What the textarea holds, and what is selected in it. */
export const writtenIn = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): Written => ({
  text: value,
  start: selectionStart,
  end: selectionEnd,
})

/**
 * The browser's own editing keeps the undo history, which setting the value would break. `execCommand` is deprecated
 * without anything in its place, and works in every browser.
 */
function edit(textarea: HTMLTextAreaElement, { from, to, by }: Edit) {
  const page = textarea.ownerDocument
  textarea.setSelectionRange(from, to)
  // it would write into whatever has the focus
  const isOurs = page.activeElement === textarea
  if (isOurs && (by ? page.execCommand('insertText', false, by) : page.execCommand('delete'))) return
  textarea.setRangeText(by, from, to, 'end')
  textarea.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertReplacementText', data: by }))
}

/** Brings the textarea to this text and selection as if it had been typed; the focus goes there. */
export function write(textarea: HTMLTextAreaElement, { text, start, end }: Written) {
  textarea.focus({ preventScroll: true })
  const change = difference(textarea.value, text)
  if (change) edit(textarea, change)
  textarea.setSelectionRange(start, end)
}

/** The same behind the person's back: focus, scroll and a hidden panel are afterwards what they were. */
export function writeQuietly(textarea: HTMLTextAreaElement, written: Written) {
  const { activeElement } = textarea.ownerDocument
  const { scrollTop } = textarea
  const [left, top] = [scrollX, scrollY]
  const panel = textarea.closest<HTMLElement>('[role=tabpanel][hidden]')
  // what is hidden or inert can't be edited: it is neither for as long as nothing is painted
  if (panel) Object.assign(panel, { hidden: false, inert: false })
  write(textarea, written)
  if (panel) Object.assign(panel, { hidden: true, inert: true })
  textarea.scrollTop = scrollTop
  if (activeElement === textarea) return scrollTo({ left, top, behavior: 'instant' })
  textarea.blur()
  if (activeElement instanceof HTMLElement) activeElement.focus({ preventScroll: true })
  scrollTo({ left, top, behavior: 'instant' })
}
