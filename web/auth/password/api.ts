import { useMutation, useQueryClient } from '@tanstack/react-query'
import { auth, type PasswordChange } from '../../../contract/auth.ts'
import { call } from '../../api/call.ts'
import { sessionsKey } from '../../api/keys.ts'

export function useChangePassword() {
  const client = useQueryClient()
  return useMutation({
    gcTime: 0, // the password is dropped together with its form
    mutationFn: (change: PasswordChange) => call(auth.changePassword, { body: change }),
    onSuccess: () => void client.invalidateQueries({ queryKey: sessionsKey }),
  })
}
