import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach } from 'vitest'
import '../../../web/theme/global.css'
import Markdown from '../../../web/markdown/markdown.tsx'

const roots: Root[] = []

export function mount(content: ReactNode): HTMLElement {
  const place = document.body.appendChild(document.createElement('main'))
  const root = createRoot(place)
  roots.push(root)
  flushSync(() => root.render(content))
  return place
}

export const show = (text: string, id = 'post-1') => mount(<Markdown text={text} id={id} />)
export const press = (element: Element | null | undefined) => flushSync(() => (element as HTMLElement).click())
export const externalRequests = () =>
  performance.getEntriesByType('resource').filter(({ name }) => new URL(name).origin !== location.origin)

afterEach(() => {
  for (const root of roots.splice(0)) root.unmount()
  document.body.replaceChildren()
  performance.clearResourceTimings()
})
