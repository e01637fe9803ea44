import { useQuery } from '@tanstack/react-query'
import { type CreationOptions, type NewPasskey, passkeys } from '../../../contract/auth/passkeys.ts'
import { call } from '../../api/call.ts'
import { factorsKey, passkeysKey, sessionsKey } from '../../api/keys.ts'
import { readQuery } from '../../api/read-query.ts'
import { sessionOpened } from '../../api/session.ts'
import { useChange } from '../../api/use-change.ts'
import { createCredential, signChallenge } from './browser.ts'

export const usePasskeys = (isNeeded = true) =>
  useQuery({ ...readQuery(passkeys.list, passkeysKey, {}), enabled: isNeeded })

/** Queries that a change of the own passkeys outdates. */
const outdated = [passkeysKey, factorsKey, sessionsKey]

interface Creation {
  options: CreationOptions
  name: string
}

export const useAddPasskey = () =>
  useChange(async ({ options, name }: Creation) => {
    const body: NewPasskey = { name, credential: await createCredential(options) }
    return { ...(await call(passkeys.add, { body })), name }
  }, outdated)
export const useRenamePasskey = () =>
  useChange(
    ({ id, name }: { id: string; name: string }) => call(passkeys.rename, { params: { id }, body: { name } }),
    outdated,
  )
export const useRemovePasskey = () => useChange((id: string) => call(passkeys.remove, { params: { id } }), outdated)

export const useSignInWithPasskey = () =>
  useChange(
    async (keep: boolean) => {
      const options = await call(passkeys.beginSignIn, {})
      return call(passkeys.signIn, { body: { ...(await signChallenge(options)), keep } })
    },
    [],
    (_, { access_token, user }, keep) => sessionOpened(access_token, user, keep),
  )

export const useConfirmByPasskey = () =>
  useChange(async () => {
    const options = await call(passkeys.beginConfirming, {})
    return call(passkeys.confirm, { body: await signChallenge(options) })
  }, [])

/** In place of a password. */
export async function acceptInvitation({ token, keep }: { token: string; keep: boolean }) {
  const { options, name } = await call(passkeys.beginInvitation, { body: { token } })
  return call(passkeys.acceptInvitation, { body: { token, name, credential: await createCredential(options), keep } })
}
