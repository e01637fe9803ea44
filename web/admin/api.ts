import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { auth } from '../../contract/auth.ts'
import type { NewUser, User, UserChanges } from '../../contract/users.ts'
import { CallError, call, callNext, type Page } from '../api/call.ts'
import { currentToken, sessionOpened, useMember } from '../api/session.ts'
import { texts } from './texts.ts'
import type { UserFilter } from './use-user-filter.ts'

const usersKey = ['users'] as const
type Pages = InfiniteData<Page<User>, string | null>

/** The accounts that are looked for, page after page; those of before stay until there are others. */
export const useUsers = (filter: UserFilter) =>
  useInfiniteQuery({
    queryKey: [...usersKey, filter],
    queryFn: ({ pageParam, signal }) =>
      pageParam === null ? call(auth.users, { query: filter, signal }) : callNext(auth.users, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  })

/** The address of an account; refused where there is none (SPEC §5). */
function addressOf({ id }: User) {
  if (!id) throw new CallError(0, { detail: texts.idMissing, code: 'not_found' })
  return { id }
}

const changeItems = (client: QueryClient, change: (users: User[]) => User[]) =>
  client.setQueriesData<Pages>(
    { queryKey: usersKey },
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, items: change(page.items) })) },
  )

const show = (client: QueryClient, user: User) =>
  changeItems(client, (users) => users.map((other) => (other.id === user.id ? user : other)))

// An account's name stands in posts, comments and lists: whatever was loaded may be old now.
const refresh = (client: QueryClient) => void client.invalidateQueries()

export function useCreateUser() {
  const client = useQueryClient()
  return useMutation({
    gcTime: 0, // a password is not kept longer than its form
    mutationFn: (user: NewUser) => call(auth.createUser, { body: user }),
    onSuccess: () => refresh(client),
  })
}

export function useUpdateUser() {
  const client = useQueryClient()
  const me = useMember()
  return useMutation({
    gcTime: 0,
    mutationFn: async ({ user, changes }: { user: User; changes: UserChanges }) =>
      call(auth.updateUser, { params: addressOf(user), body: changes }),
    onSuccess: (user) => {
      show(client, user)
      const token = currentToken()
      if (user.id === me?.id && token) sessionOpened(token, user) // the header greets by the new name
    },
    onSettled: () => refresh(client),
  })
}

/**
 * Says which status is wanted rather than toggling: of two admins who both deactivate an account, the second would let
 * the person in again.
 */
export function useToggleUserStatus() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (user: User) =>
      call(auth.updateUser, { params: addressOf(user), body: { is_active: !user.is_active } }),
    onSuccess: (user) => show(client, user),
    onSettled: () => refresh(client),
  })
}

export function useDeleteUser() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (user: User) => call(auth.deleteUser, { params: addressOf(user) }),
    onSuccess: (_, { id }) => changeItems(client, (users) => users.filter((other) => other.id !== id)),
    onSettled: () => refresh(client),
  })
}
