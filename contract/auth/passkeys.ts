// Passkeys (WebAuthn): signing in without name and password, confirming, and the second step after a password.
import * as z from 'zod/mini'
import { OwnUser } from '../auth.ts'
import { endpoint } from '../endpoint.ts'
import { ById, Id, Keep, line, Moment } from '../fields.ts'
import { limits } from '../limits.ts'
import { maxPasswordBodyBytes } from '../users.ts'
import { LinkToken } from './password-links.ts'

const notReadable = 'La respuesta de la llave de acceso no se entiende'
const base64url = (max: number) =>
  z
    .string({ error: notReadable })
    .check(z.regex(/^[\w-]+$/, { error: notReadable, abort: true }), z.maxLength(max, notReadable))

const maxDataLength = 12_000
const CredentialId = base64url(1400)

/** As WebAuthn’s RegistrationResponseJSON. */
export const NewCredential = z
  .object(
    {
      id: CredentialId,
      rawId: CredentialId,
      type: z.literal('public-key', notReadable),
      response: z.object(
        {
          clientDataJSON: base64url(maxDataLength),
          attestationObject: base64url(maxDataLength),
          transports: z.optional(
            z
              .array(z.string(notReadable).check(z.regex(/^[a-z-]{1,20}$/, notReadable)), notReadable)
              .check(z.maxLength(10, notReadable)),
          ),
        },
        notReadable,
      ),
    },
    notReadable,
  )
  .register(z.globalRegistry, { id: 'NewCredential' })
export type NewCredential = z.output<typeof NewCredential>

/** As WebAuthn’s AuthenticationResponseJSON. */
export const Assertion = z
  .object(
    {
      id: CredentialId,
      rawId: CredentialId,
      type: z.literal('public-key', notReadable),
      response: z.object(
        {
          clientDataJSON: base64url(maxDataLength),
          authenticatorData: base64url(maxDataLength),
          signature: base64url(maxDataLength),
          /** Id of the person. */
          userHandle: z.nullish(base64url(100)),
        },
        notReadable,
      ),
    },
    notReadable,
  )
  .register(z.globalRegistry, { id: 'Assertion' })
export type Assertion = z.output<typeof Assertion>

const PasskeySignIn = z.extend(Assertion, { keep: Keep }).register(z.globalRegistry, { id: 'PasskeySignIn' })

const KnownCredential = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()),
})

/** As WebAuthn’s PublicKeyCredentialCreationOptionsJSON. */
export const CreationOptions = z
  .object({
    challenge: z.string(),
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
    timeout: z.int(),
    attestation: z.literal('none'),
    excludeCredentials: z.array(KnownCredential),
    authenticatorSelection: z.object({
      residentKey: z.literal('required'),
      requireResidentKey: z.boolean(),
      userVerification: z.literal('required'),
    }),
  })
  .register(z.globalRegistry, { id: 'PasskeyCreationOptions' })
export type CreationOptions = z.output<typeof CreationOptions>

/** As WebAuthn’s PublicKeyCredentialRequestOptionsJSON. */
export const RequestOptions = z
  .object({
    challenge: z.string(),
    rpId: z.string(),
    timeout: z.int(),
    userVerification: z.literal('required'),
    /** Empty: the person chooses among those of the device. */
    allowCredentials: z.array(KnownCredential),
  })
  .register(z.globalRegistry, { id: 'PasskeyRequestOptions' })
export type RequestOptions = z.output<typeof RequestOptions>

export const Passkey = z
  .object({
    id: Id,
    name: z.string(),
    created_at: Moment,
    last_used_at: z.nullable(Moment),
    /** True if other devices of the person have it too. */
    is_synced: z.boolean(),
  })
  .register(z.globalRegistry, { id: 'Passkey' })
export type Passkey = z.output<typeof Passkey>

const name = line({ label: 'El nombre', max: limits.passkeys.name })
export const PasskeyName = z.object({ name }).register(z.globalRegistry, { id: 'PasskeyName' })

const NewPasskey = z.object({ name, credential: NewCredential }).register(z.globalRegistry, { id: 'NewPasskey' })
export type NewPasskey = z.output<typeof NewPasskey>

const { token } = LinkToken.shape
const InvitationToken = z.object({ token }).register(z.globalRegistry, { id: 'InvitationToken' })
const InvitedPasskey = z.extend(NewPasskey, { token, keep: Keep }).register(z.globalRegistry, { id: 'InvitedPasskey' })
export type InvitedPasskey = z.output<typeof InvitedPasskey>

const Creation = z.object({
  options: CreationOptions,
  /** Proposal, for example 'Chrome en Android'. */
  name: z.string(),
})
/** Shown once; null if the account has its recovery codes already. */
const recovery_codes = z.nullable(z.array(z.string()))
const signedIn = { access_token: z.string(), user: OwnUser }

export const passkeys = {
  list: endpoint({
    method: 'GET',
    path: '/auth/passkeys',
    access: 'member',
    isOpenWithoutFactor: true,
    summary: 'Passkeys of the caller, the oldest first',
    response: z.object({ passkeys: z.array(Passkey), has_password: z.boolean() }),
  }),
  beginAdding: endpoint({
    method: 'POST',
    path: '/auth/passkeys/begin',
    access: 'member',
    isOpenWithoutFactor: true,
    confirms: true,
    summary: 'Challenge for a new passkey of the caller; for five minutes, this session and one use',
    response: Creation,
  }),
  add: endpoint({
    method: 'POST',
    path: '/auth/passkeys',
    access: 'member',
    isOpenWithoutFactor: true,
    confirms: true,
    summary: 'Add a passkey; ends the other sessions',
    body: NewPasskey,
    response: z.object({ recovery_codes }),
    renewsToken: true,
    maxBytes: 2 * maxPasswordBodyBytes,
  }),
  rename: endpoint({
    method: 'PUT',
    path: '/auth/passkeys/:id',
    access: 'member',
    confirms: true,
    summary: 'Rename one of the caller’s passkeys',
    params: ById,
    body: PasskeyName,
    response: Passkey,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/auth/passkeys/:id',
    access: 'member',
    confirms: true,
    summary: 'Remove one of the caller’s passkeys, unless nothing else opens the account; ends the other sessions',
    params: ById,
    renewsToken: true,
  }),
  beginConfirming: endpoint({
    method: 'POST',
    path: '/auth/passkeys/confirm/begin',
    access: 'member',
    summary: 'Challenge to confirm the person of this session; for five minutes and one use',
    response: RequestOptions,
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/auth/passkeys/confirm',
    access: 'member',
    summary: 'Confirm the person of this session by a passkey, for ten minutes; gives the session a new token',
    body: Assertion,
    renewsToken: true,
    maxBytes: 2 * maxPasswordBodyBytes,
  }),
  beginSignIn: endpoint({
    method: 'POST',
    path: '/auth/passkeys/sign-in/begin',
    access: 'public',
    summary: 'Challenge to sign in with a passkey; for five minutes and one use',
    response: RequestOptions,
  }),
  signIn: endpoint({
    method: 'POST',
    path: '/auth/passkeys/sign-in',
    access: 'public',
    summary: 'Sign in with a passkey, which counts as password and second factor',
    body: PasskeySignIn,
    response: z.object(signedIn),
    opensSession: true,
    maxBytes: 2 * maxPasswordBodyBytes,
  }),
  beginInvitation: endpoint({
    method: 'POST',
    path: '/auth/passkeys/invitation/begin',
    access: 'public',
    summary: 'Challenge for the passkey of an invited person; for five minutes, this link and one use',
    body: InvitationToken,
    response: Creation,
    maxBytes: maxPasswordBodyBytes,
  }),
  acceptInvitation: endpoint({
    method: 'POST',
    path: '/auth/passkeys/invitation',
    access: 'public',
    summary: 'Accept an invitation with a passkey in place of a password, and sign in',
    body: InvitedPasskey,
    response: z.object({ ...signedIn, recovery_codes }),
    opensSession: true,
    maxBytes: 2 * maxPasswordBodyBytes,
  }),
}
