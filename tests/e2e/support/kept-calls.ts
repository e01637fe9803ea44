import type { Page } from './test.ts'

/** What the page keeps of its calls to the server, found from the root that React has drawn into. */
export const keptCalls = (page: Page) =>
  page.evaluate(() => {
    interface Fiber {
      child: Fiber | null
      memoizedProps: { client?: { getMutationCache(): { getAll(): { state: { variables: unknown } }[] } } } | null
    }
    const root = document.querySelector('#root') as unknown as Record<string, Fiber | null>
    const key = Object.keys(root).find((name) => name.startsWith('__reactContainer'))
    for (let fiber = key ? root[key] : null; fiber; fiber = fiber.child) {
      const cache = fiber.memoizedProps?.client?.getMutationCache()
      if (cache) return JSON.stringify(cache.getAll().map(({ state }) => state.variables))
    }
    return 'no cache'
  })
