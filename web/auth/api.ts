import { useMutation } from '@tanstack/react-query'
import '../api/query-client.ts'
import { auth } from '../../contract/auth.ts'
import { CallError, call, isStatus } from '../api/call.ts'
import { repeated } from '../api/repeated.ts'
import { sessionClosed, sessionOpened } from '../api/session.ts'

const isRefusal = (error: unknown) => isStatus(error, 401) || isStatus(error, 403)

/** The user of the stored token; undefined if the server doesn't say it, an error if the server can't be reached. */
export async function loadUser() {
  try {
    return await repeated(() => call(auth.me, {}), isRefusal)
  } catch (error) {
    if (error instanceof CallError && error.status > 0) return undefined
    throw error
  }
}

export const useLogIn = () =>
  useMutation({
    gcTime: 0, // the password is dropped together with its form
    mutationFn: (credentials: { name: string; password: string; code?: string }) =>
      call(auth.login, { body: credentials }),
    onSuccess: ({ access_token, user }) => sessionOpened(access_token, user),
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
