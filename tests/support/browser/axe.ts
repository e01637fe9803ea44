import axe, { type RunOptions } from 'axe-core'
import { drawn } from '../drawn.ts'
import { expect, overflowOf, type Page } from './test.ts'

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** The violations that axe finds in the page and its frames; their documents keep the script for the next call. */
async function violationsIn(page: Page, options: RunOptions) {
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => 'axe' in window)))
      await frame.evaluate(`${axe.source}; axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] })`)
  return page.evaluate(async (options) => (await window.axe.run(options)).violations, options)
}

/** Expects no violation of axe in either theme, no icon without its drawing, and a page that is no wider than the window. */
export async function expectAccessible(page: Page, what: string) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.evaluate(drawn)
    const violations = await violationsIn(page, {
      resultTypes: ['violations'],
      ...(colorScheme === 'dark' && { runOnly: { type: 'rule', values: ['color-contrast'] } }),
    })
    const found = violations.map(
      ({ id, impact, nodes }) => `${impact} ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
    )
    expect(found, `${what}, ${colorScheme}`).toEqual([])
  }
  await expect(page.locator('svg path:not([d])'), `${what}: an icon isn’t drawn`).toHaveCount(0)
  expect(await overflowOf(page), `${what}: wider than the window`).toBeLessThanOrEqual(0)
}
