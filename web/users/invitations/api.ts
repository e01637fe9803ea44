import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Invitation, invitations, passwordLinks } from '../../../contract/auth/password-links.ts'
import type { User } from '../../../contract/users.ts'
import { call } from '../../api/call.ts'
import { userKeys } from '../../api/keys.ts'
import { usePaged } from '../../api/paged.ts'

export const useInvitations = () => usePaged(invitations.list, userKeys.invitations, {})

function useInvitationChange<Answer>(change: (invitation: Invitation) => Promise<Answer>) {
  const client = useQueryClient()
  return useMutation({
    gcTime: 0, // a link is dropped together with its dialog
    mutationFn: change,
    onSettled: () => {
      void client.invalidateQueries({ queryKey: userKeys.invitations })
      void client.invalidateQueries({ queryKey: userKeys.lists })
    },
  })
}

export const useRenewInvitation = () => useInvitationChange(({ id }) => call(invitations.renew, { params: { id } }))

export const useWithdrawInvitation = () =>
  useInvitationChange(({ id }) => call(invitations.withdraw, { params: { id } }))

export const usePasswordLink = () =>
  useMutation({
    gcTime: 0,
    mutationFn: ({ id }: User) => call(passwordLinks.createFor, { params: { id } }),
  })
