import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useTyping } from '../../../web/shell/use-typing.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const Page = () => useTyping() as undefined
const isTyping = () => 'typing' in document.documentElement.dataset

let root: Root
let field: HTMLInputElement
beforeEach(async () => {
  vi.useFakeTimers()
  field = document.body.appendChild(document.createElement('input'))
  root = createRoot(document.createElement('div'))
  await act(async () => root.render(<Page />))
})
afterEach(async () => {
  await act(async () => root.unmount())
  field.remove()
  vi.useRealTimers()
})

test('the document has the typing attribute while a field has the focus and a moment longer, also without a blur event', async () => {
  field.focus()
  expect(isTyping()).toBe(true)
  field.blur()
  await vi.advanceTimersByTimeAsync(200)
  expect(isTyping()).toBe(true)
  await vi.advanceTimersByTimeAsync(200)
  expect(isTyping()).toBe(false)

  field.focus()
  document.addEventListener('focusout', (event) => event.stopImmediatePropagation(), { capture: true, once: true })
  field.remove()
  await vi.advanceTimersByTimeAsync(400)
  expect(isTyping()).toBe(false)
})
