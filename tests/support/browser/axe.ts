import AxeBuilder from '@axe-core/playwright'
import { expect, overflowOf, type Page } from './test.ts'

/** Waits in the page until the colour transitions of a new theme have ended; nested elements begin theirs later. */
async function drawn() {
  const painted = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  const ending = () => document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
  await painted()
  for (let left = ending(); left.length > 0; left = ending()) {
    await Promise.allSettled(left.map(({ finished }) => finished))
    await painted()
  }
}

/** Expects no violation of axe in either theme, and a page that is no wider than the window. */
export async function expectAccessible(page: Page, what: string) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.evaluate(drawn)
    const axe = new AxeBuilder({ page }).setLegacyMode(true)
    const { violations } = await (colorScheme === 'dark' ? axe.withRules('color-contrast') : axe).analyze()
    const found = violations.map(
      ({ id, impact, nodes }) => `${impact} ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
    )
    expect(found, `${what}, ${colorScheme}`).toEqual([])
  }
  expect(await overflowOf(page), `${what}: wider than the window`).toBeLessThanOrEqual(0)
}
