/** Rows of the access table about passkeys. */
import type { CreationOptions, RequestOptions } from '../../../contract/auth/passkeys.ts'
import { createAuthenticator } from '../../support/authenticator.ts'
import { type Community, expectDone } from '../../support/server/community.ts'
import type { Caller, createThings, Row } from './access-things.ts'

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
    'auth.setFirstPassword': {
      who: 'members',
      call: 'POST /auth/first-password',
      status: 409,
      prepare: async () => ({ body: { new_password: 'otra clave distinta' } }),
    },
    'passkeys.list': { who: 'members', call: 'GET /auth/passkeys', status: 200 },
    'passkeys.beginAdding': { who: 'members', call: 'POST /auth/passkeys/begin', status: 200 },
    'passkeys.add': {
      who: 'members',
      call: 'POST /auth/passkeys',
      status: 200,
      ends: true,
      prepare: async (caller) => ({ body: (await newPasskey(caller))?.body }),
    },
    'passkeys.rename': { who: 'members', call: 'PUT /auth/passkeys/:id', status: 200, ends: true, prepare: renamed },
    'passkeys.remove': {
      who: 'members',
      call: 'DELETE /auth/passkeys/:id',
      status: 204,
      ends: true,
      prepare: async (caller) => ({ id: (await renamed(caller)).id }),
    },
    'passkeys.beginConfirming': { who: 'members', call: 'POST /auth/passkeys/confirm/begin', status: 200 },
    'passkeys.confirm': {
      who: 'members',
      call: 'POST /auth/passkeys/confirm',
      status: 204,
      ends: true,
      prepare: async (caller) => {
        const made = await withPasskey(caller)
        if (!made) return nothing
        const options = expectDone(await caller.post<RequestOptions>('/auth/passkeys/confirm/begin'))
        return { body: made.device.sign(options) }
      },
    },
    'passkeys.beginSignIn': { who: 'everybody', call: 'POST /auth/passkeys/sign-in/begin', status: 200 },
    'passkeys.signIn': {
      who: 'everybody',
      call: 'POST /auth/passkeys/sign-in',
      status: 200,
      prepare: async () => {
        const made = await withPasskey(await signIn(another('Llavero')))
        const options = expectDone(await visitor.post<RequestOptions>('/auth/passkeys/sign-in/begin'))
        return { body: made?.device.sign(options) }
      },
    },
    'passkeys.beginInvitation': {
      who: 'everybody',
      call: 'POST /auth/passkeys/invitation/begin',
      status: 200,
      prepare: async () => ({ body: { token: (await newInvitation()).token } }),
    },
    'passkeys.acceptInvitation': {
      who: 'everybody',
      call: 'POST /auth/passkeys/invitation',
      status: 200,
      prepare: async () => {
        const { token } = await newInvitation()
        const path = '/auth/passkeys/invitation/begin'
        const { options } = expectDone(await visitor.post<{ options: CreationOptions }>(path, { token }))
        return { body: { token, name: 'Llave', credential: createAuthenticator(origin).create(options) } }
      },
    },
  }
}
