import { keepPreviousData, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { invitations } from '../../contract/auth/password-links.ts'
import type { BodyOf } from '../../contract/endpoint.ts'
import { files } from '../../contract/files.ts'
import { type Account, type NewInvitation, type NewUser, type UserChanges, users } from '../../contract/users.ts'
import { CallError, call } from '../api/call.ts'
import { fileKeys, userKeys } from '../api/keys.ts'
import { type PagedData, pagedQuery, replace, usePaged, usePagedQuery, without } from '../api/paged.ts'
import { useMember, userChanged } from '../api/session.ts'
import { texts } from './texts.ts'
import type { UserFilter } from './use-user-filter.ts'

export const usersQuery = (filter: UserFilter) => pagedQuery(users.list, userKeys.list(filter), { query: filter })

/** The previous accounts stay on screen until the next ones are loaded. */
export const useUsers = (filter: UserFilter) => usePagedQuery(usersQuery(filter), { placeholderData: keepPreviousData })

/** Refuses an account without an id (SPEC §5). */
function paramsOf({ id }: Account) {
  if (!id) throw new CallError(0, { detail: texts.idMissing, code: 'not_found' })
  return { id }
}

const updateLists = (client: QueryClient, change: (users: PagedData<Account>) => PagedData<Account>) =>
  client.setQueriesData<PagedData<Account>>({ queryKey: userKeys.lists }, (users) => users && change(users))

const replaceCached = (client: QueryClient, user: Account) => updateLists(client, (users) => replace(users, user))

// An account's name appears in posts, comments and lists, so all loaded data may be outdated.
const invalidateAll = (client: QueryClient) => void client.invalidateQueries()

export function useCreateUser() {
  const client = useQueryClient()
  return useMutation({
    gcTime: 0, // the password is dropped together with its form
    mutationFn: (user: NewUser) => call(users.create, { body: user }),
    // after a lost answer, too: the account may have been created
    onSettled: () => invalidateAll(client),
  })
}

export function useInvite() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (person: NewInvitation) => call(invitations.create, { body: person }),
    gcTime: 0, // the link is dropped together with its dialog
    onSettled: () => invalidateAll(client),
  })
}

export function useInviteList() {
  const client = useQueryClient()
  return useMutation({
    gcTime: 0, // the links are dropped together with their dialog
    mutationFn: (list: BodyOf<typeof invitations.createList>) => call(invitations.createList, { body: list }),
    onSettled: () => invalidateAll(client),
  })
}

export function useUpdateUser() {
  const client = useQueryClient()
  const me = useMember()
  return useMutation({
    gcTime: 0,
    mutationFn: async ({ user, changes }: { user: Account; changes: UserChanges }) =>
      call(users.update, { params: paramsOf(user), body: changes }),
    onSuccess: (user) => {
      replaceCached(client, user)
      // the header greets with the new name
      if (user.id === me?.id) userChanged({ ...me, ...user })
    },
    onSettled: () => invalidateAll(client),
  })
}

/**
 * Sends the status instead of toggling it: if two admins deactivate an account at once, the second one would activate
 * it again.
 */
export function useToggleUserStatus() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (user: Account) =>
      call(users.update, { params: paramsOf(user), body: { is_active: !user.is_active } }),
    onSuccess: (user) => replaceCached(client, user),
    onSettled: () => invalidateAll(client),
  })
}

export function useDeleteUser() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (user: Account) => call(users.remove, { params: paramsOf(user) }),
    onSuccess: (_, { id }) => updateLists(client, (users) => without(users, id)),
    onSettled: () => invalidateAll(client),
  })
}

const imagesPerPage = '24'

/** Images of the archive, to choose an avatar from. */
export const useArchiveImages = (q: string) =>
  usePaged(
    files.list,
    fileKeys.images(q),
    { query: { kind: 'image', limit: imagesPerPage, ...(q && { q }) } },
    { placeholderData: keepPreviousData },
  )
