import axe from 'axe-core'
import { expect } from 'vitest'
import { drawn } from '../drawn.ts'

/** Expects no violation of axe in either theme, and nothing wider than the screen. */
export async function expectAccessible(what: string) {
  const root = document.documentElement
  // colours change with the theme at once
  const style = document.createElement('style')
  style.textContent = '*, ::before, ::after { transition: none !important }'
  document.head.append(style)
  try {
    for (const theme of ['light', 'dark'] as const) {
      root.dataset.theme = theme
      await drawn()
      const { violations } = await axe.run({
        resultTypes: ['violations'],
        // no rule of these reads style sheets, and axe waits ten seconds for a recording that can't be loaded
        preload: false,
        ...(theme === 'dark' && { runOnly: { type: 'rule', values: ['color-contrast'] } }),
      })
      const found = violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
      )
      expect(found, `${what}, ${theme}`).toEqual([])
    }
  } finally {
    delete root.dataset.theme
    style.remove()
  }
  expect(root.scrollWidth, `${what}: wider than the screen`).toBeLessThanOrEqual(root.clientWidth)
}
