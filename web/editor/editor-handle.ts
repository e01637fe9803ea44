import type { RefObject } from 'react'
import { flushSync } from 'react-dom'
import { write, writeQuietly, writtenIn } from './write.ts'
import { replaced } from './written.ts'

/** What others may do with an editor. */
export interface EditorHandle {
  /** Writes at the cursor, over what is selected; focus and caret stand after it. */
  insert: (text: string) => void
  /** Replaces the first occurrence, wherever the person is writing; nothing where there is none. */
  replace: (find: string, by: string) => void
  focus: () => void
  /** The text that is selected, or was when the focus left. */
  selection: () => string
}

/** As a textarea holds them: with it, `find` finds and `insert` counts. */
const lines = (text: string) => text.replace(/\r\n?/g, '\n')

/**
 * The handle over a textarea, with the events it listens to. While somebody composes a character or nothing may be
 * changed, changes wait for `flush`. `show` brings the textarea into sight before it gets the focus.
 */
export function handleOf(textarea: RefObject<HTMLTextAreaElement | null>, show: () => void) {
  const waiting: ((field: HTMLTextAreaElement) => void)[] = []
  let isComposing = false
  let wasThere = false

  function flush() {
    const field = textarea.current
    if (isComposing || !field || field.readOnly) return
    for (const change of waiting.splice(0)) change(field)
  }

  function soon(change: (field: HTMLTextAreaElement) => void) {
    waiting.push(change)
    flush()
  }

  /** Where the cursor is: at the end for who was never there, though browsers say at the beginning. */
  function written(field: HTMLTextAreaElement) {
    const { length } = field.value
    return wasThere ? writtenIn(field) : { text: field.value, start: length, end: length }
  }

  const handle: EditorHandle = {
    insert: (text) =>
      soon((field) => {
        const by = lines(text)
        flushSync(show)
        const { text: old, start, end } = written(field)
        const caret = start + by.length
        write(field, { text: replaced(old, { from: start, to: end, by }), start: caret, end: caret })
      }),
    replace: (find, by) =>
      soon((field) => {
        const { text, start, end } = written(field)
        const from = find ? text.indexOf(lines(find)) : -1
        if (from < 0) return
        const edit = { from, to: from + lines(find).length, by: lines(by) }
        const moved = (at: number) => (at <= from ? at : Math.max(at, edit.to) - edit.to + from + edit.by.length)
        writeQuietly(field, { text: replaced(text, edit), start: moved(start), end: moved(end) })
      }),
    focus: () => {
      flushSync(show)
      textarea.current?.focus()
    },
    selection: () => {
      const field = textarea.current
      return field ? field.value.slice(field.selectionStart, field.selectionEnd) : ''
    },
  }

  const events = {
    onFocus: () => {
      wasThere = true
    },
    onCompositionStart: () => {
      isComposing = true
    },
    onCompositionEnd: () => {
      isComposing = false
      setTimeout(flush) // after the input event that belongs to it
    },
  }

  return { handle, events, flush }
}
