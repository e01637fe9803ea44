import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Category, type CategoryChanges, categories, type NewCategory } from '../../contract/categories.ts'
import { limits } from '../../contract/limits.ts'
import { call, callNext } from '../api/call.ts'

const categoriesKey = ['categories'] as const

/** A community has tens of them, so that every page of the list is fetched. */
async function listWhole(row: typeof categories.list | typeof categories.listAll, signal: AbortSignal) {
  const first = await call(row, { query: { limit: String(limits.page.max) }, signal })
  const all = [...first.items]
  for (let { next } = first; next; ) {
    const page = await callNext(row, next, signal)
    all.push(...page.items)
    next = page.next
  }
  return all
}

/** All active categories by name. */
export const useCategories = () =>
  useQuery({ queryKey: categoriesKey, queryFn: ({ signal }) => listWhole(categories.list, signal) })

const allKey = [...categoriesKey, 'all'] as const

/** Inactive ones too: for admins. */
export const useAllCategories = () =>
  useQuery({ queryKey: allKey, queryFn: ({ signal }) => listWhole(categories.listAll, signal) })

/** A category's name stands in posts, files and lists: whatever was loaded may be old now. */
function useRefresh() {
  const client = useQueryClient()
  return () => void client.invalidateQueries()
}

export const useCreateCategory = () =>
  useMutation({
    mutationFn: (category: NewCategory) => call(categories.create, { body: category }),
    onSuccess: useRefresh(),
  })

export const useUpdateCategory = () =>
  useMutation({
    mutationFn: ({ id, changes }: { id: string; changes: CategoryChanges }) =>
      call(categories.update, { params: { id }, body: changes }),
    onSettled: useRefresh(),
  })

export function useDeleteCategory() {
  const client = useQueryClient()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ id }: Category) => call(categories.remove, { params: { id } }),
    onSuccess: (_, { id }) =>
      client.setQueryData<Category[]>(allKey, (all) => all?.filter((category) => category.id !== id)),
    onSettled: refresh,
  })
}

export const useInitializeCategories = () =>
  useMutation({ mutationFn: () => call(categories.initialize, {}), onSuccess: useRefresh() })
