/** Passkeys, as people use them. */
import type { CreationOptions, Passkey, RequestOptions } from '../../../../contract/auth/passkeys.ts'
import type { Problem } from '../../../../contract/index.ts'
import type { User } from '../../../../contract/users.ts'
import { type Authenticator, createAuthenticator } from '../../../support/authenticator.ts'
import {
  type Community,
  expectDone,
  type Person,
  type RequestOptions as Sent,
} from '../../../support/server/community.ts'

type Someone = Pick<Person, 'post' | 'get'>
type Deviation = Parameters<Authenticator['sign']>[1]
export type SignInAnswer = { access_token: string; user: User; recovery_codes?: string[] } & Problem

export const publicUrl = 'https://alejandria.example'

export function passkeysOf(community: Community) {
  const { visitor } = community
  const begin = async (person: Someone) =>
    expectDone(await person.post<{ options: CreationOptions; name: string }>('/auth/passkeys/begin'))
  const beginSignIn = async (sent?: Sent) =>
    expectDone(await visitor.post<RequestOptions>('/auth/passkeys/sign-in/begin', undefined, sent))
  const beginConfirming = async (person: Someone) =>
    expectDone(await person.post<RequestOptions>('/auth/passkeys/confirm/begin'))
  const finish = (person: Someone, credential: unknown, name = 'Mi llave') =>
    person.post<{ recovery_codes: string[] | null } & Problem>('/auth/passkeys', { name, credential })
  const send = (assertion: unknown, sent?: Sent) =>
    visitor.post<SignInAnswer>('/auth/passkeys/sign-in', assertion, sent)
  return {
    begin,
    beginSignIn,
    beginConfirming,
    finish,
    send,
    /** Adds a passkey of a new device. */
    async add(person: Someone, { counts = false, name = 'Mi llave' } = {}) {
      const device = createAuthenticator(publicUrl, { counts })
      const { options } = await begin(person)
      const { recovery_codes } = expectDone(await finish(person, device.create(options), name))
      return { device, codes: recovery_codes ?? [] }
    },
    signIn: async (device: Authenticator, deviation?: Deviation) => send(device.sign(await beginSignIn(), deviation)),
    confirm: async (person: Someone, device: Authenticator, deviation?: Deviation) =>
      person.post('/auth/passkeys/confirm', device.sign(await beginConfirming(person), deviation)),
    list: async (person: Someone) =>
      expectDone(await person.get<{ passkeys: Passkey[]; has_password: boolean }>('/auth/passkeys')),
  }
}
