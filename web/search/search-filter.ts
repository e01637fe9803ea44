import { limits } from '../../contract/limits.ts'
import { pages } from '../../contract/pages.ts'
import { isSearchDate, type SearchKind, searchKinds } from '../../contract/search.ts'

export interface SearchFilter {
  q?: string
  kind?: SearchKind
  /** Id of the author. */
  from?: string
  category_id?: string
  after?: string
  before?: string
}

const isId = (value: string) => /^[0-9a-f]{32}$/.test(value)

/** The search in an address; unknown values are ignored. */
export function readSearchFilter(search: URLSearchParams): SearchFilter {
  const valid = (name: string, isValid: (value: string) => boolean) => {
    const value = search.get(name)
    return value && isValid(value) ? { [name]: value } : {}
  }
  const q = search.get('q')?.slice(0, limits.searchEverything)
  const kind = searchKinds.find((one) => one === search.get('kind'))
  return {
    ...(q && { q }),
    ...(kind && { kind }),
    ...valid('from', isId),
    ...valid('category_id', isId),
    ...valid('after', isSearchDate),
    ...valid('before', isSearchDate),
  }
}

export const isEmptySearch = ({ q = '', ...others }: SearchFilter) =>
  q.trim() === '' && Object.keys(others).length === 0

export const searchPath = (q: string) => `${pages.search.path}?${new URLSearchParams({ q })}`
