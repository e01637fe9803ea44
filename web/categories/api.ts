import { useQuery } from '@tanstack/react-query'
import { categories } from '../../contract/categories.ts'
import { limits } from '../../contract/limits.ts'
import { call, callNext } from '../api/call.ts'

/** All active categories by name: a community has tens of them, so that every page of the list is fetched. */
export const useCategories = () =>
  useQuery({
    queryKey: ['categories'],
    queryFn: async ({ signal }) => {
      const first = await call(categories.list, { query: { limit: String(limits.page.max) }, signal })
      const all = [...first.items]
      for (let { next } = first; next; ) {
        const page = await callNext(categories.list, next, signal)
        all.push(...page.items)
        next = page.next
      }
      return all
    },
  })
