import { useMutation } from '@tanstack/react-query'
import '../api/query-client.ts'
import { auth } from '../../contract/auth.ts'
import { call, isStatus } from '../api/call.ts'
import { repeated } from '../api/repeated.ts'
import { sessionClosed, sessionOpened } from '../api/session.ts'

const isRefusal = (error: unknown) => isStatus(error, 401) || isStatus(error, 403)

/** The user of the stored token; undefined if the server refuses it, an error if the server can't say. */
export async function loadUser() {
  try {
    return await repeated(() => call(auth.me, {}), isRefusal)
  } catch (error) {
    if (isRefusal(error)) return undefined
    throw error
  }
}

export const useLogIn = () =>
  useMutation({
    gcTime: 0, // the password is dropped together with its form
    mutationFn: (credentials: { name: string; password: string; code?: string; keep: boolean }) =>
      call(auth.login, { body: credentials }),
    onSuccess: ({ access_token, user }, { keep }) => sessionOpened(access_token, user, keep),
  })

/**
 * Signs out in all tabs at once: the answer comes when the browser has cleared its cache, and the server can be out of
 * reach.
 */
export async function logOut() {
  // sent with the token, which the next line forgets
  const answered = call(auth.logout, { keepalive: true })
  sessionClosed()
  await answered.catch((error) => console.warn('logout', error))
}
