import { useMutation } from '@tanstack/react-query'
import { type Invitation, invitations, passwordLinks } from '../../../contract/auth/password-links.ts'
import type { User } from '../../../contract/users.ts'
import { call } from '../../api/call.ts'
import { userKeys } from '../../api/keys.ts'
import { usePaged } from '../../api/paged.ts'
import { useChange } from '../../api/use-change.ts'

export const useInvitations = () => usePaged(invitations.list, userKeys.invitations, {})

const outdated = [userKeys.invitations, userKeys.lists]

export const useRenewInvitation = () =>
  useChange(({ id }: Invitation) => call(invitations.renew, { params: { id } }), outdated)

export const useWithdrawInvitation = () =>
  useChange(({ id }: Invitation) => call(invitations.withdraw, { params: { id } }), outdated)

export const usePasswordLink = () =>
  useMutation({
    gcTime: 0,
    mutationFn: ({ id }: User) => call(passwordLinks.createFor, { params: { id } }),
  })
