import type { Category } from '../../contract/categories.ts'
import { limits } from '../../contract/limits.ts'
import { fold } from '../ui/fold.ts'

export const categorySorts = ['name', 'status', 'posts', 'created'] as const
export type CategorySort = (typeof categorySorts)[number]

export interface CategorySorting {
  by: CategorySort
  direction: 'asc' | 'desc'
}

/** Which categories are shown, and in which order. */
export interface CategoryFilter extends CategorySorting {
  q: string
}

/** What an address asks for; whatever makes no sense is passed over. */
export const readCategoryFilter = (search: URLSearchParams): CategoryFilter => ({
  q: search.get('q')?.slice(0, limits.search) ?? '',
  by: categorySorts.find((one) => one === search.get('sort')) ?? 'name',
  direction: search.get('direction') === 'desc' ? 'desc' : 'asc',
})

/** After a click on a head: the other way round, or by that column, of which the most and the newest come first. */
export function nextCategorySorting(now: CategorySorting, by: CategorySort): CategorySorting {
  if (now.by === by) return { by, direction: now.direction === 'asc' ? 'desc' : 'asc' }
  return { by, direction: by === 'posts' || by === 'created' ? 'desc' : 'asc' }
}

const { compare } = new Intl.Collator('es')
const compared: Record<CategorySort, (one: Category, other: Category) => number> = {
  name: (one, other) => compare(one.name, other.name),
  status: (one, other) => Number(other.is_active) - Number(one.is_active),
  posts: (one, other) => one.post_count - other.post_count,
  created: (one, other) => Date.parse(one.created_at) - Date.parse(other.created_at),
}

/** Those in whose name or description all the words stand, in the order asked for; those that are alike by name. */
export function orderCategories(categories: Category[], { q, by, direction }: CategoryFilter): Category[] {
  const words = fold(q).split(/\s+/).filter(Boolean)
  const sign = direction === 'asc' ? 1 : -1
  return categories
    .filter(({ name, description }) => {
      const text = fold(`${name} ${description ?? ''}`)
      return words.every((word) => text.includes(word))
    })
    .toSorted((one, other) => sign * compared[by](one, other) || compare(one.name, other.name))
}
