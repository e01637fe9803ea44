import { expect, type Page } from '../test.ts'

/** Waits until the page's requests go through the worker. */
export const workerTakesOver = (page: Page) =>
  expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)

/** Names of what the worker keeps on the device. */
export const keptOnDevice = (page: Page) => page.evaluate(() => caches.keys())

/** The count of answers that are kept of what people have read. */
export const answersOnDevice = (page: Page) =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('read '))
    const counts = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).length))
    return counts.reduce((sum, count) => sum + count, 0)
  })

/** All bytes that are kept of what people have read, as text. */
export const textOnDevice = (page: Page) =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('read '))
    const texts = names.map(async (name) => {
      const cache = await caches.open(name)
      const entries = await Promise.all(
        (await cache.keys()).map(async (key) => [key.url, await cache.match(key)] as const),
      )
      return Promise.all(entries.map(async ([url, entry]) => `${url} ${await entry?.text()}`))
    })
    return (await Promise.all(texts)).flat().join('\n')
  })

export const offlineNote = (page: Page) => page.getByText(/^Sin conexión: así estaba hoy a las? \d+:\d\d$/)
