/** Elements of React in the page of a test, without the app. */
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach } from 'vitest'

const roots: Root[] = []

/** Shows elements in a new place of the page, until the test ends or `leave` is called. */
export function mount(content: ReactNode) {
  const place = document.body.appendChild(document.createElement('main'))
  const root = createRoot(place)
  roots.push(root)
  const render = (next: ReactNode) => flushSync(() => root.render(next))
  render(content)
  return { place, render, leave: () => root.unmount() }
}

afterEach(() => {
  for (const root of roots.splice(0)) root.unmount()
  document.body.replaceChildren()
})
