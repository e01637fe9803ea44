import { useSearchParams } from 'react-router'
import { type UserSort, userSorts } from '../../contract/auth.ts'
import { limits } from '../../contract/limits.ts'
import { Role } from '../../contract/users.ts'

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

/** The filter as the address holds it, so that it is found again by whoever comes back. */
export function useUserFilter() {
  const [search, setSearch] = useSearchParams()

  function change(changes: Change) {
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries(changes)) {
          if (value) next.set(name, value)
          else next.delete(name)
        }
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  }

  return { filter: readFilter(search), change }
}
