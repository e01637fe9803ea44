import type { Page } from './test.ts'

/** The query cache of the page as JSON, found through the root element of React. */
export const cachedQueries = (page: Page) =>
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
