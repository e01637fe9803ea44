import { expect, type Locator, type Page } from './test.ts'

/** Presses Tab, or another key, until the target has the focus. */
export async function focusWithTab(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await expect(target).toBeVisible()
  await expect(target).toBeEnabled()
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press(key)
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`${key} never reached ${target}`)
}
