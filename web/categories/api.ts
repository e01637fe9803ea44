import { queryOptions, useQuery } from '@tanstack/react-query'
import { type Category, type CategoryChanges, categories, type NewCategory } from '../../contract/categories.ts'
import { limits } from '../../contract/limits.ts'
import { call, callNext } from '../api/call.ts'
import { categoryKeys } from '../api/keys.ts'
import { everything, useChange } from '../api/use-change.ts'

/** Loads all pages: a community has tens of categories. */
async function listAllPages(row: typeof categories.list | typeof categories.listAll, signal: AbortSignal) {
  const first = await call(row, { query: { limit: String(limits.page.max) }, signal })
  const all = [...first.items]
  for (let { next } = first; next; ) {
    const page = await callNext(row, next, signal)
    all.push(...page.items)
    next = page.next
  }
  return all
}

export const useCategories = () =>
  useQuery({ queryKey: categoryKeys.active, queryFn: ({ signal }) => listAllPages(categories.list, signal) })

export const allCategoriesQuery = queryOptions({
  queryKey: categoryKeys.withInactive,
  queryFn: ({ signal }) => listAllPages(categories.listAll, signal),
})

export const useAllCategories = () => useQuery(allCategoriesQuery)

export const useCreateCategory = () =>
  useChange((category: NewCategory) => call(categories.create, { body: category }), everything)

export const useUpdateCategory = () =>
  useChange(
    ({ id, changes }: { id: string; changes: CategoryChanges }) =>
      call(categories.update, { params: { id }, body: changes }),
    everything,
  )

export const useDeleteCategory = () =>
  useChange(
    ({ id }: Category) => call(categories.remove, { params: { id } }),
    everything,
    (client, _, { id }) =>
      client.setQueryData<Category[]>(categoryKeys.withInactive, (all) =>
        all?.filter((category) => category.id !== id),
      ),
  )

export const useInitializeCategories = () => useChange(() => call(categories.initialize, {}), everything)
