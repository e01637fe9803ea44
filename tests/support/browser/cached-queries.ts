import type { Page } from './test.ts'

/** The mutations in the page's query cache as JSON. The cache is found in the hooks of React's components. */
export const cachedQueries = (page: Page) =>
  page.evaluate(() => {
    interface QueryClient {
      getMutationCache?(): { getAll(): { state: { variables: unknown } }[] }
    }
    interface Hook {
      memoizedState: { deps?: (QueryClient | null)[] | null } | null
      next?: Hook | null
    }
    interface Fiber {
      child: Fiber | null
      sibling: Fiber | null
      memoizedState: Hook | null
      /** Of the root: what is on the screen. */
      stateNode: { current: Fiber } | null
    }
    const root = document.querySelector('#root') as unknown as Record<string, Fiber | null>
    const key = Object.keys(root).find((name) => name.startsWith('__reactContainer')) ?? ''
    const fibers = [root[key]?.stateNode?.current]
    while (fibers.length > 0) {
      const fiber = fibers.pop()
      if (!fiber) continue
      for (let hook = fiber.memoizedState; hook; hook = hook.next ?? null)
        for (const dependency of hook.memoizedState?.deps ?? []) {
          const cache = dependency?.getMutationCache?.()
          if (cache) return JSON.stringify(cache.getAll().map(({ state }) => state.variables))
        }
      fibers.push(fiber.sibling ?? undefined, fiber.child ?? undefined)
    }
    return 'no cache'
  })
