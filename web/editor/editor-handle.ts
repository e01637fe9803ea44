// The text of a textarea: its state, its changes, and the handle by which programs make them.
import type { RefObject } from 'react'
import { flushSync } from 'react-dom'

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

export const applyEdit = (text: string, { from, to, by }: Edit) => text.slice(0, from) + by + text.slice(to)

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
function editField(textarea: HTMLTextAreaElement, { from, to, by }: Edit) {
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
  if (change) editField(textarea, change)
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

export interface EditorHandle {
  /** Replaces the selection, then puts focus and caret after it; with `isApart` in a paragraph of its own. */
  insert: (text: string, isApart?: boolean) => void
  /** Replaces the first occurrence, if any, without moving focus or caret. */
  replace: (find: string, by: string) => void
  /** The selected text, also after the focus was lost. */
  selection: () => string
}

export const normalizeLineEnds = (text: string) => text.replace(/\r\n?/g, '\n')

/** Line ends to add to `blanks` for an empty line. */
const missingLineEnds = (blanks: string) => '\n'.repeat(Math.max(0, 2 - (blanks.split('\n').length - 1)))

function inOwnParagraph(text: string, before: string, after: string) {
  const wordsBefore = before.trimEnd()
  const opening = wordsBefore ? missingLineEnds(before.slice(wordsBefore.length)) : ''
  return opening + text + missingLineEnds(after.slice(0, after.length - after.trimStart().length))
}

/**
 * The handle of a textarea, and the event handlers it needs. Changes wait for `flush` while an input method composes a
 * character or the field is read-only. `show` makes the textarea visible before it is focused.
 */
export function createEditorHandle(textarea: RefObject<HTMLTextAreaElement | null>, show: () => void) {
  const pending: ((field: HTMLTextAreaElement) => void)[] = []
  let isComposing = false
  let hadFocus = false

  function flush() {
    const field = textarea.current
    if (isComposing || !field || field.readOnly) return
    for (const change of pending.splice(0)) change(field)
  }

  function enqueue(change: (field: HTMLTextAreaElement) => void) {
    pending.push(change)
    flush()
  }

  /** A field that was never focused counts as having its caret at the end; browsers report the start. */
  function currentState(field: HTMLTextAreaElement) {
    const { length } = field.value
    return hadFocus ? stateOf(field) : { text: field.value, start: length, end: length }
  }

  const handle: EditorHandle = {
    insert: (text, isApart = false) =>
      enqueue((field) => {
        flushSync(show)
        const { text: old, start, end } = currentState(field)
        const given = normalizeLineEnds(text)
        const by = isApart ? inOwnParagraph(given, old.slice(0, start), old.slice(end)) : given
        const caret = start + by.length
        applyState(field, { text: applyEdit(old, { from: start, to: end, by }), start: caret, end: caret })
      }),
    replace: (find, by) =>
      enqueue((field) => {
        const { text, start, end } = currentState(field)
        const from = find ? text.indexOf(normalizeLineEnds(find)) : -1
        if (from < 0) return
        const edit = { from, to: from + normalizeLineEnds(find).length, by: normalizeLineEnds(by) }
        const moved = (at: number) => (at <= from ? at : Math.max(at, edit.to) - edit.to + from + edit.by.length)
        applyStateInBackground(field, { text: applyEdit(text, edit), start: moved(start), end: moved(end) })
      }),
    selection: () => {
      const field = textarea.current
      return field ? field.value.slice(field.selectionStart, field.selectionEnd) : ''
    },
  }

  const events = {
    onFocus: () => {
      hadFocus = true
    },
    onCompositionStart: () => {
      isComposing = true
    },
    onCompositionEnd: () => {
      isComposing = false
      setTimeout(flush) // after the corresponding input event
    },
  }

  return { handle, events, flush }
}
