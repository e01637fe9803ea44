import { type UserSort, userSorts } from '../../contract/auth.ts'
import { limits } from '../../contract/limits.ts'
import { Role } from '../../contract/users.ts'
import { useAddress } from './use-address.ts'

export interface Sorting {
  by: UserSort
  direction: 'asc' | 'desc'
}

/** Which accounts are shown, and in which order. What isn't given isn't asked for. */
export interface UserFilter {
  q?: string
  role?: Role
  status?: 'active' | 'inactive'
  sort?: UserSort
  direction?: Sorting['direction']
}

const oneOf = <T extends string>(all: readonly T[], value: string | null) => all.find((one) => one === value)

/** What an address asks for; whatever makes no sense is passed over. */
export function readFilter(search: URLSearchParams): UserFilter {
  const q = search.get('q')?.slice(0, limits.search)
  const role = oneOf(Role.options, search.get('role'))
  const status = oneOf(['active', 'inactive'] as const, search.get('status'))
  const sort = oneOf(userSorts, search.get('sort'))
  const direction = oneOf(['asc', 'desc'] as const, search.get('direction'))
  return {
    ...(q && { q }),
    ...(role && { role }),
    ...(status && { status }),
    ...(sort && { sort }),
    ...(direction && { direction }),
  }
}

export const sortingOf = ({ sort = 'name', direction = 'asc' }: UserFilter): Sorting => ({ by: sort, direction })

/** After a click on a head: the other way round, or by that column, of which the newest come first. */
export function nextSorting(now: Sorting, by: UserSort): Sorting {
  if (now.by === by) return { by, direction: now.direction === 'asc' ? 'desc' : 'asc' }
  return { by, direction: by === 'created' ? 'desc' : 'asc' }
}

type Change = { [K in keyof UserFilter]: UserFilter[K] | '' | undefined }

/** The filter as the address holds it. */
export function useUserFilter() {
  const { search, change } = useAddress()
  return { filter: readFilter(search), change: (changes: Change) => change(changes) }
}
