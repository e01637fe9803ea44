import { useMutation, useQueryClient } from '@tanstack/react-query'
import { auth, type FirstPassword, type PasswordChange } from '../../../contract/auth.ts'
import { call } from '../../api/call.ts'
import { passkeysKey, sessionsKey } from '../../api/keys.ts'

/** Without a password so far it is the first one. */
export function useChangePassword(hasPassword: boolean) {
  const client = useQueryClient()
  return useMutation({
    gcTime: 0, // the password is dropped together with its form
    mutationFn: (change: PasswordChange | FirstPassword) =>
      hasPassword && 'current_password' in change
        ? call(auth.changePassword, { body: change })
        : call(auth.setFirstPassword, { body: { new_password: change.new_password } }),
    onSuccess: () => {
      for (const queryKey of [sessionsKey, passkeysKey]) void client.invalidateQueries({ queryKey })
    },
  })
}
