import type { Category } from '../../contract/categories.ts'
import { limits } from '../../contract/limits.ts'
import { matcherOf, searchable } from '../ui/format/search-text.ts'

export const categorySorts = ['name', 'status', 'posts', 'created'] as const
export type CategorySort = (typeof categorySorts)[number]

export interface CategoryFilter {
  q: string
  by: CategorySort
  direction: 'asc' | 'desc'
}

/** The filter in an address; unknown values are ignored. */
export const readCategoryFilter = (search: URLSearchParams): CategoryFilter => ({
  q: search.get('q')?.slice(0, limits.search) ?? '',
  by: categorySorts.find((one) => one === search.get('sort')) ?? 'name',
  direction: search.get('direction') === 'desc' ? 'desc' : 'asc',
})

const { compare } = new Intl.Collator('es')
const comparators: Record<CategorySort, (one: Category, other: Category) => number> = {
  name: (one, other) => compare(one.name, other.name),
  status: (one, other) => Number(other.is_active) - Number(one.is_active),
  posts: (one, other) => one.post_count - other.post_count,
  created: (one, other) => Date.parse(one.created_at) - Date.parse(other.created_at),
}

/** Categories whose name or description contains all words, sorted; ties by name. */
export function orderCategories(categories: Category[], { q, by, direction }: CategoryFilter): Category[] {
  const matches = matcherOf(q)
  const sign = direction === 'asc' ? 1 : -1
  return categories
    .filter(({ name, description }) => matches(searchable(`${name} ${description ?? ''}`)))
    .toSorted((one, other) => sign * comparators[by](one, other) || compare(one.name, other.name))
}
