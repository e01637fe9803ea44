import type { RefObject } from 'react'
import { flushSync } from 'react-dom'
import { applyEdit, applyState, applyStateInBackground, stateOf } from './text-state.ts'

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
