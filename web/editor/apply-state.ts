import { smallestEdit } from './formatting/smallest-edit.ts'
import type { Edit, TextState } from './text-state.ts'

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
