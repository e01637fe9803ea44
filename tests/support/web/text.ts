import type { Locator } from 'vitest/browser'

/** The text of an element with single spaces, as it is read. */
export const textOf = (locator: Locator) => locator.element().textContent?.replace(/\s+/g, ' ').trim() ?? ''
