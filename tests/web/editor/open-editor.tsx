import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRef, type ReactNode, type Ref, useState } from 'react'
import { expect } from 'vitest'
import { userEvent } from 'vitest/browser'
import '../../../web/theme/global.css'
import type { EditorHandle } from '../../../web/editor/editor-handle.ts'
import { MarkdownEditor } from '../../../web/editor/markdown-editor.tsx'
import { mount } from '../../support/web/mount.ts'

interface Given {
  text?: string
  readOnly?: boolean
  tools?: ReactNode
  onFiles?: (files: File[]) => void
  onGuide?: () => void
  onChange?: (text: string) => void
  handle?: Ref<EditorHandle>
}

// people who can be mentioned are asked for after an @ only
const client = new QueryClient()

export function Form({ text = '', onChange, ...props }: Given) {
  const [value, setValue] = useState(text)
  const change = (next: string) => {
    onChange?.(next)
    setValue(next)
  }
  return (
    <form>
      <QueryClientProvider client={client}>
        <MarkdownEditor label="Contenido" value={value} onChange={change} {...props} />
      </QueryClientProvider>
      <output>{value}</output>
      <input aria-label="Otro" />
    </form>
  )
}

/** Opens an editor with this text, the focus in it and the caret at its end. */
export function open(given: Given = {}) {
  const handle = createRef<EditorHandle>()
  const { render, leave } = mount(<Form {...given} handle={handle} />)
  const show = (now: Given) => render(<Form {...now} handle={handle} />)
  const field = find<HTMLTextAreaElement>('textarea')
  field.focus()
  field.setSelectionRange(field.value.length, field.value.length)
  return { field, show, leave, editor: handle.current! }
}

export const find = <E extends HTMLElement>(selector: string) => document.querySelector<E>(selector)!
export const tool = (name: string) => find<HTMLButtonElement>(`[role=toolbar] [aria-label='${name}']`)
const stored = () => find('output').textContent
export const selected = () => {
  const { value, selectionStart, selectionEnd } = find<HTMLTextAreaElement>('textarea')
  return value.slice(selectionStart, selectionEnd)
}

export function select(words: string) {
  const field = find<HTMLTextAreaElement>('textarea')
  const at = field.value.indexOf(words)
  field.setSelectionRange(at, at + words.length)
}

/** Expects the text both in the field and in the state of React. */
export function expectText(text: string) {
  expect(find<HTMLTextAreaElement>('textarea').value).toBe(text)
  expect(stored()).toBe(text)
}

export const undo = () => userEvent.keyboard('{Control>}z{/Control}')

export function clipboard(text: string, files: File[] = [], html = '') {
  const data = new DataTransfer()
  if (text) data.setData('text/plain', text)
  if (html) data.setData('text/html', html)
  for (const file of files) data.items.add(file)
  return data
}

export function paste(text: string, files?: File[], html?: string) {
  const clipboardData = clipboard(text, files, html)
  const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
  return { isTaken: !find('textarea').dispatchEvent(event) }
}

export const photo = new File(['x'], 'faro.jpg', { type: 'image/jpeg' })
