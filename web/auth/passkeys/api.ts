import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type CreationOptions, type NewPasskey, passkeys } from '../../../contract/auth/passkeys.ts'
import { call } from '../../api/call.ts'
import { factorsKey, passkeysKey, sessionsKey } from '../../api/keys.ts'
import { readQuery } from '../../api/read-query.ts'
import { sessionOpened } from '../../api/session.ts'
import { createCredential, signChallenge } from './browser.ts'

export const usePasskeys = (isNeeded = true) =>
  useQuery({ ...readQuery(passkeys.list, passkeysKey, {}), enabled: isNeeded })

/** A change of the own passkeys. */
function useChange<Input, Answer>(change: (input: Input) => Promise<Answer>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: () => {
      for (const queryKey of [passkeysKey, factorsKey, sessionsKey]) void client.invalidateQueries({ queryKey })
    },
  })
}

interface Creation {
  options: CreationOptions
  name: string
}

export const useAddPasskey = () =>
  useChange(async ({ options, name }: Creation) => {
    const body: NewPasskey = { name, credential: await createCredential(options) }
    return { ...(await call(passkeys.add, { body })), name }
  })
export const useRenamePasskey = () =>
  useChange(({ id, name }: { id: string; name: string }) => call(passkeys.rename, { params: { id }, body: { name } }))
export const useRemovePasskey = () => useChange((id: string) => call(passkeys.remove, { params: { id } }))

export const useSignInWithPasskey = () =>
  useMutation({
    gcTime: 0,
    mutationFn: async (keep: boolean) => {
      const options = await call(passkeys.beginSignIn, {})
      return call(passkeys.signIn, { body: { ...(await signChallenge(options)), keep } })
    },
    onSuccess: ({ access_token, user }, keep) => sessionOpened(access_token, user, keep),
  })

export const useConfirmByPasskey = () =>
  useMutation({
    gcTime: 0,
    mutationFn: async () => {
      const options = await call(passkeys.beginConfirming, {})
      return call(passkeys.confirm, { body: await signChallenge(options) })
    },
  })

/** In place of a password. */
export async function acceptInvitation({ token, keep }: { token: string; keep: boolean }) {
  const { options, name } = await call(passkeys.beginInvitation, { body: { token } })
  return call(passkeys.acceptInvitation, { body: { token, name, credential: await createCredential(options), keep } })
}
