import { expect, type Page } from '../test.ts'

/** Waits until the page's requests go through the worker. */
export const workerTakesOver = (page: Page) =>
  expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)

/** Names of what the worker keeps on the device. */
export const keptOnDevice = (page: Page) => page.evaluate(() => caches.keys())
