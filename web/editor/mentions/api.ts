import { useQuery } from '@tanstack/react-query'
import { users } from '../../../contract/users.ts'
import { namesKey } from '../../api/keys.ts'
import { readQuery } from '../../api/read-query.ts'

const staleMs = 5 * 60_000

/** People who can be mentioned, by name; asked for once somebody types an `@`. */
export const useNames = (isNeeded: boolean) =>
  useQuery({ ...readQuery(users.names, namesKey, {}), enabled: isNeeded, staleTime: staleMs, gcTime: staleMs }).data ??
  []
