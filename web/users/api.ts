import { keepPreviousData, type QueryClient } from '@tanstack/react-query'
import { invitations } from '../../contract/auth/password-links.ts'
import type { BodyOf } from '../../contract/endpoint.ts'
import { files } from '../../contract/files.ts'
import { type Account, type NewInvitation, type NewUser, type UserChanges, users } from '../../contract/users.ts'
import { CallError, call } from '../api/call.ts'
import { fileKeys, userKeys } from '../api/keys.ts'
import { type PagedData, pagedQuery, replace, usePaged, usePagedQuery, without } from '../api/paged.ts'
import { useMember, userChanged } from '../api/session.ts'
import { everything, useChange } from '../api/use-change.ts'
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

const showChanged = (client: QueryClient, user: Account) => updateLists(client, (users) => replace(users, user))

export const useCreateUser = () => useChange((user: NewUser) => call(users.create, { body: user }), everything)

export const useInvite = () =>
  useChange((person: NewInvitation) => call(invitations.create, { body: person }), everything)

export const useInviteList = () =>
  useChange((list: BodyOf<typeof invitations.createList>) => call(invitations.createList, { body: list }), everything)

export function useUpdateUser() {
  const me = useMember()
  return useChange(
    async ({ user, changes }: { user: Account; changes: UserChanges }) =>
      call(users.update, { params: paramsOf(user), body: changes }),
    everything,
    (client, user) => {
      showChanged(client, user)
      // the header greets with the new name
      if (user.id === me?.id) userChanged({ ...me, ...user })
    },
  )
}

/**
 * Sends the status instead of toggling it: if two admins deactivate an account at once, the second one would activate
 * it again.
 */
export const useToggleUserStatus = () =>
  useChange(
    async (user: Account) => call(users.update, { params: paramsOf(user), body: { is_active: !user.is_active } }),
    everything,
    showChanged,
  )

export const useDeleteUser = () =>
  useChange(
    async (user: Account) => call(users.remove, { params: paramsOf(user) }),
    everything,
    (client, _, { id }) => updateLists(client, (users) => without(users, id)),
  )

const imagesPerPage = '24'

/** Images of the archive, to choose an avatar from. */
export const useArchiveImages = (q: string) =>
  usePaged(
    files.list,
    fileKeys.images(q),
    { query: { kind: 'image', limit: imagesPerPage, ...(q && { q }) } },
    { placeholderData: keepPreviousData },
  )
