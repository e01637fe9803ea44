import type { Page } from '@playwright/test'

/** Delays the responses to an address until `release` is called, to test a page that is loading. */
export async function delayResponse(page: Page, address: string | RegExp) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await promise
    await route.fallback()
  })
  return { release: () => resolve() }
}

/** Refuses requests to an address, without a reason. */
export const refuse = (page: Page, address: string | RegExp) =>
  page.route(address, (route) => route.fulfill({ status: 500, body: '' }))
