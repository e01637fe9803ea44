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

/** Refuses requests to an address; without a detail the response is empty. */
export const refuse = (page: Page, address: string | RegExp, status: number, detail?: string, method?: string) =>
  page.route(address, (route) =>
    method && route.request().method() !== method
      ? route.fallback()
      : route.fulfill(detail ? { status, json: { detail, code: 'internal' } } : { status, body: '' }),
  )
