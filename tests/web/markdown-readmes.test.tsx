import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import '../../web/theme/global.css'
import Markdown from '../../web/markdown/markdown.tsx'

// What people really write: tables, badges, HTML, long addresses.
const readmes = import.meta.glob(
  // but for one that is a single line
  ['../../node_modules/{a,b,c,d,f,m,p,r,s,u,v}*/{README,readme}.md', '!../../node_modules/domelementtype/*'],
  { query: '?raw', import: 'default' },
)

it('fifty real texts fit a phone, fail nowhere and ask no other host for anything', { timeout: 60_000 }, async () => {
  await page.viewport(360, 800)
  const names = Object.keys(readmes).slice(0, 50)
  expect(names.length).toBe(50)
  const place = document.body.appendChild(document.createElement('main'))
  place.style.padding = '0 16px'
  for (const name of names) {
    const text = (await readmes[name]?.()) as string
    const root = createRoot(place)
    flushSync(() => root.render(<Markdown text={text} id="readme" />))
    expect(place.querySelectorAll('.prose > *').length, name).toBeGreaterThan(1)
    expect(document.scrollingElement?.scrollWidth, name).toBeLessThanOrEqual(360)
    expect(place.querySelector('a a, a button, button a, button button'), name).toBeNull()
    root.unmount()
  }
  const asked = performance.getEntriesByType('resource').map((entry) => new URL(entry.name).origin)
  expect(asked.filter((origin) => origin !== location.origin)).toEqual([])
})
