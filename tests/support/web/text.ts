import type { Locator } from 'vitest/browser'

/** The text of an element with single spaces, as it is read. */
export const textOf = (locator: Locator) => locator.element().textContent?.replace(/\s+/g, ' ').trim() ?? ''

/** The texts of all elements found, as they are read. */
export const textsOf = (locator: Locator) =>
  locator.elements().map(({ textContent }) => textContent?.replace(/\s+/g, ' ').trim() ?? '')
