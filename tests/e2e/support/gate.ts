import type { Page } from '@playwright/test'

/** Holds back the answers to an address until it is opened, to look at a page that waits. */
export async function holdBack(page: Page, address: string | RegExp) {
  let open = () => {}
  const isOpen = new Promise<void>((resolve) => {
    open = resolve
  })
  await page.route(address, async (route) => {
    await isOpen
    await route.fallback()
  })
  return { open: () => open() }
}

/** Answers an address with a refusal; without a detail it is one that says nothing. */
export const refuse = (page: Page, address: string | RegExp, status: number, detail?: string, method?: string) =>
  page.route(address, (route) =>
    method && route.request().method() !== method
      ? route.fallback()
      : route.fulfill(detail ? { status, json: { detail, code: 'internal' } } : { status, body: '' }),
  )

/** A page that has no live connection, as behind a proxy that lets none through; with `failedLive` for `trouble`. */
export const withoutLive = (page: Page) => page.route('**/socket.io/**', (route) => route.abort('connectionrefused'))
export const failedLive = /^failed GET \/socket\.io\//

/** What the browser keeps for the site in this tab. */
export const storageOf = (page: Page) =>
  page.evaluate(async () => ({
    session: { ...sessionStorage },
    local: { ...localStorage },
    cookies: document.cookie,
    caches: await caches.keys(),
    databases: (await indexedDB.databases()).map(({ name }) => name),
  }))

export const emptyStorage = { session: {}, local: {}, cookies: '', caches: [], databases: [] }
