/** Rows of the access table about passkeys. */
import type { CreationOptions, RequestOptions } from '../../../contract/auth/passkeys.ts'
import { createAuthenticator } from '../../support/authenticator.ts'
import { type Community, expectDone } from '../../support/server/community.ts'
import { type Caller, type createThings, ending, everybody, members, type Row, withBody } from './access-things.ts'

export function createPasskeyRows(
  { origin, visitor, signIn }: Community,
  { another, newInvitation }: ReturnType<typeof createThings>,
): Record<string, Row> {
  const nothing = { body: undefined }

  /** Of the caller, unless it has no account. */
  async function newPasskey(caller: Caller) {
    const { status, body } = await caller.post<{ options: CreationOptions }>('/auth/passkeys/begin')
    if (status !== 200) return undefined
    const device = createAuthenticator(origin)
    return { device, body: { name: another('Llave'), credential: device.create(body.options) } }
  }
  async function withPasskey(caller: Caller) {
    const made = await newPasskey(caller)
    if (!made) return undefined
    expectDone(await caller.post('/auth/passkeys', made.body))
    const { passkeys } = expectDone(await caller.get<{ passkeys: { id: string }[] }>('/auth/passkeys'))
    return { device: made.device, id: passkeys.at(-1)?.id as string }
  }
  async function renamed(caller: Caller) {
    return { id: (await withPasskey(caller))?.id ?? '0'.repeat(32), body: { name: another('Llave') } }
  }

  return {
    // for an account without a password: tests/server/auth/passkeys/invitation.test.ts
    'auth.setFirstPassword': members(
      'POST /auth/first-password',
      withBody({ new_password: 'otra clave distinta' }),
      409,
    ),
    'passkeys.list': members('GET /auth/passkeys'),
    'passkeys.beginAdding': members('POST /auth/passkeys/begin'),
    'passkeys.add': ending(
      members('POST /auth/passkeys', async (caller) => ({ body: (await newPasskey(caller))?.body })),
    ),
    'passkeys.rename': ending(members('PUT /auth/passkeys/:id', renamed)),
    'passkeys.remove': ending(
      members('DELETE /auth/passkeys/:id', async (caller) => ({ id: (await renamed(caller)).id }), 204),
    ),
    'passkeys.beginConfirming': members('POST /auth/passkeys/confirm/begin'),
    'passkeys.confirm': ending(
      members(
        'POST /auth/passkeys/confirm',
        async (caller) => {
          const made = await withPasskey(caller)
          if (!made) return nothing
          const options = expectDone(await caller.post<RequestOptions>('/auth/passkeys/confirm/begin'))
          return { body: made.device.sign(options) }
        },
        204,
      ),
    ),
    'passkeys.beginSignIn': everybody('POST /auth/passkeys/sign-in/begin'),
    'passkeys.signIn': everybody('POST /auth/passkeys/sign-in', async () => {
      const made = await withPasskey(await signIn(another('Llavero')))
      const options = expectDone(await visitor.post<RequestOptions>('/auth/passkeys/sign-in/begin'))
      return { body: made?.device.sign(options) }
    }),
    'passkeys.beginInvitation': everybody('POST /auth/passkeys/invitation/begin', async () => ({
      body: { token: (await newInvitation()).token },
    })),
    'passkeys.acceptInvitation': everybody('POST /auth/passkeys/invitation', async () => {
      const { token } = await newInvitation()
      const path = '/auth/passkeys/invitation/begin'
      const { options } = expectDone(await visitor.post<{ options: CreationOptions }>(path, { token }))
      return { body: { token, name: 'Llave', credential: createAuthenticator(origin).create(options) } }
    }),
  }
}
