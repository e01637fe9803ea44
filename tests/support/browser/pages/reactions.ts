import type { Locator, Page } from '@playwright/test'

export const reactionsIn = (within: Page | Locator) => within.getByRole('group', { name: 'Reacciones' })
export const chip = (within: Page | Locator, emoji: string) =>
  reactionsIn(within).getByRole('button', { name: new RegExp(`^${emoji} \\d+ personas?$`) })
export const addButton = (within: Page | Locator) =>
  reactionsIn(within).getByRole('button', { name: 'Reaccionar', exact: true })
export const whoButton = (within: Page | Locator) =>
  reactionsIn(within).getByRole('button', { name: 'Quién', exact: true })

/** Opens the popover and presses one of the six. */
export async function choose(within: Page | Locator, emoji: string) {
  await addButton(within).click()
  await reactionsIn(within)
    .getByRole('button', { name: `Reaccionar con ${emoji}` })
    .click()
}
