import type { QueryOf } from '../../contract/endpoint.ts'
import { limits } from '../../contract/limits.ts'
import { Role, userSorts, type users } from '../../contract/users.ts'
import { useSearchParamState } from '../ui/hooks/use-search-param-state.ts'

export type UserFilter = Omit<QueryOf<typeof users.list>, 'limit' | 'cursor'>

const oneOf = <const T extends string>(all: readonly T[], value: string | null) => all.find((one) => one === value)

/** The filter in an address; unknown values are ignored. */
export const readFilter = (search: URLSearchParams): UserFilter => ({
  q: search.get('q')?.slice(0, limits.search) || undefined,
  role: oneOf(Role.options, search.get('role')),
  status: oneOf(['active', 'inactive'], search.get('status')),
  second_factor: oneOf(['with', 'without'], search.get('second_factor')),
  sort: oneOf(userSorts, search.get('sort')),
  direction: oneOf(['asc', 'desc'], search.get('direction')),
})

export const sortingOf = ({ sort = 'name', direction = 'asc' }: UserFilter) => ({ by: sort, direction })

type Change = { [K in keyof UserFilter]: UserFilter[K] | '' | undefined }

export function useUserFilter() {
  const { search, change } = useSearchParamState()
  return { filter: readFilter(search), change: (changes: Change) => change(changes) }
}
