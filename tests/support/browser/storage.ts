import type { Page } from '@playwright/test'

export const storageOf = (page: Page) =>
  page.evaluate(async () => ({
    session: { ...sessionStorage },
    local: { ...localStorage },
    cookies: document.cookie,
    caches: await caches.keys(),
    databases: (await indexedDB.databases()).map(({ name }) => name),
  }))

export const emptyStorage = { session: {}, local: {}, cookies: '', caches: [], databases: [] }
