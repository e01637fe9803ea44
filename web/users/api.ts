import { keepPreviousData, type QueryClient } from '@tanstack/react-query'
import { factors } from '../../contract/auth/factors.ts'
import { type Invitation, invitations, passwordLinks } from '../../contract/auth/password-links.ts'
import type { BodyOf } from '../../contract/endpoint.ts'
import {
  type Account,
  type NewInvitation,
  type NewUser,
  type User,
  type UserChanges,
  users,
} from '../../contract/users.ts'
import { CallError, call } from '../api/call.ts'
import { factorDemandKey, userKeys } from '../api/keys.ts'
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

export const useCreateUser = () => useChange((user: NewUser) => call(users.create, { body: user }), everything)

export const useInvite = () =>
  useChange((person: NewInvitation) => call(invitations.create, { body: person }), everything)

export const useInviteList = () =>
  useChange((list: BodyOf<typeof invitations.createList>) => call(invitations.createList, { body: list }), everything)

export const useInvitations = () => usePaged(invitations.list, userKeys.invitations, {})

const outdatedInvitations = [userKeys.invitations, userKeys.lists]

export const useRenewInvitation = () =>
  useChange(({ id }: Invitation) => call(invitations.renew, { params: { id } }), outdatedInvitations)

export const useWithdrawInvitation = () =>
  useChange(({ id }: Invitation) => call(invitations.withdraw, { params: { id } }), outdatedInvitations)

export const usePasswordLink = () => useChange(({ id }: User) => call(passwordLinks.createFor, { params: { id } }), [])

export function useUpdateUser() {
  const me = useMember()
  return useChange(
    async ({ user, changes }: { user: Account; changes: UserChanges }) =>
      call(users.update, { params: paramsOf(user), body: changes }),
    everything,
    (client, user) => {
      updateLists(client, (users) => replace(users, user))
      // the header greets with the new name
      if (user.id === me?.id) userChanged({ ...me, ...user })
    },
  )
}

export const useDeleteUser = () =>
  useChange(
    async (user: Account) => call(users.remove, { params: paramsOf(user) }),
    everything,
    (client, _, { id }) => updateLists(client, (users) => without(users, id)),
  )

/** Takes all second factors of a member away. */
export const useTakeFactors = (id: string) =>
  useChange(() => call(factors.takeAway, { params: { id } }), [userKeys.lists, factorDemandKey])
