import { expect, it } from 'vitest'
import { commands, page } from 'vitest/browser'
import '../../../web/theme/global.css'
import Markdown from '../../../web/markdown/markdown.tsx'
import { inFull } from '../../support/in-full.ts'
import { mount } from '../../support/web/mount.ts'

// `npm run test:all` shows all of them, `npm test` every eighth.
it('real documents are readable on a small phone, and request nothing from other hosts', {
  timeout: 180_000,
}, async () => {
  await page.viewport(360, 740)
  const documents = await commands.realDocuments()
  expect(documents.length).toBeGreaterThanOrEqual(inFull(500, 60))
  const { place, render } = mount(null)
  place.style.padding = '0 16px'
  for (const { title, content } of documents) {
    render(<Markdown key={title} text={content} id="document" />)
    const prose = place.querySelector('.prose')
    expect(prose?.textContent?.trim(), `${title} is shown empty`).toBeTruthy()
    expect(prose?.querySelector(':scope > div.plain-text'), `${title} is shown as typed`).toBeNull()
    expect(document.scrollingElement?.scrollWidth, `${title} is wider than the window`).toBeLessThanOrEqual(360)
    expect(place.querySelector('a a, a button, button a, button button'), title).toBeNull()
  }
  const asked = performance.getEntriesByType('resource').map(({ name }) => new URL(name).origin)
  expect(asked.filter((origin) => origin !== location.origin)).toEqual([])
})
