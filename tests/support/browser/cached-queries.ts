import type { Page } from './test.ts'

/** The query cache of the page as JSON, found through the root element of React. */
export const cachedQueries = (page: Page) =>
  page.evaluate(() => {
    interface Fiber {
      child: Fiber | null
      sibling: Fiber | null
      /** Of the root: what is on the screen. */
      stateNode: { current: Fiber } | null
      memoizedProps: { client?: { getMutationCache(): { getAll(): { state: { variables: unknown } }[] } } } | null
    }
    const root = document.querySelector('#root') as unknown as Record<string, Fiber | null>
    const key = Object.keys(root).find((name) => name.startsWith('__reactContainer'))
    const fibers = [key ? root[key]?.stateNode?.current : null]
    while (fibers.length > 0) {
      const fiber = fibers.pop()
      const cache = fiber?.memoizedProps?.client?.getMutationCache?.()
      if (cache) return JSON.stringify(cache.getAll().map(({ state }) => state.variables))
      if (fiber) fibers.push(fiber.sibling, fiber.child)
    }
    return 'no cache'
  })
