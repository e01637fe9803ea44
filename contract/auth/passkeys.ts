// Passkeys (WebAuthn): signing in without name and password, confirming, and the second step after a password.
import * as z from 'zod/mini'
import { SignedIn } from '../auth.ts'
import { endpoint, maxShortBodyBytes } from '../endpoint.ts'
import { Id, Keep, line, Moment, schema } from '../fields.ts'
import { limits } from '../limits.ts'
import { WithCodes } from './factors.ts'
import { LinkToken } from './password-links.ts'

const notReadable = 'La respuesta de la llave de acceso no se entiende'
const base64url = (max: number) =>
  z
    .string({ error: notReadable })
    .check(z.regex(/^[\w-]+$/, { error: notReadable, abort: true }), z.maxLength(max, notReadable))

const maxDataLength = 12_000
const CredentialId = base64url(1400)

/** An answer of the browser, with the parts of the key's own. */
const credential = <Parts extends z.core.$ZodLooseShape>(parts: Parts) =>
  z.object(
    {
      id: CredentialId,
      rawId: CredentialId,
      type: z.literal('public-key', notReadable),
      response: z.object({ clientDataJSON: base64url(maxDataLength), ...parts }, notReadable),
    },
    notReadable,
  )

/** As WebAuthn’s RegistrationResponseJSON. */
export const NewCredential = credential({
  attestationObject: base64url(maxDataLength),
  transports: z.optional(
    z
      .array(z.string(notReadable).check(z.regex(/^[a-z-]{1,20}$/, notReadable)), notReadable)
      .check(z.maxLength(10, notReadable)),
  ),
}).register(z.globalRegistry, { id: 'NewCredential' })
export type NewCredential = z.output<typeof NewCredential>

/** As WebAuthn’s AuthenticationResponseJSON. */
export const Assertion = credential({
  authenticatorData: base64url(maxDataLength),
  signature: base64url(maxDataLength),
  /** Id of the person. */
  userHandle: z.nullish(base64url(100)),
}).register(z.globalRegistry, { id: 'Assertion' })
export type Assertion = z.output<typeof Assertion>

const PasskeySignIn = z.extend(Assertion, { keep: Keep }).register(z.globalRegistry, { id: 'PasskeySignIn' })

const KnownCredential = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()),
})

/** As WebAuthn’s PublicKeyCredentialCreationOptionsJSON. */
export const CreationOptions = schema('PasskeyCreationOptions', {
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
export type CreationOptions = z.output<typeof CreationOptions>

/** As WebAuthn’s PublicKeyCredentialRequestOptionsJSON. */
export const RequestOptions = schema('PasskeyRequestOptions', {
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
  /** Empty: the person chooses among those of the device. */
  allowCredentials: z.array(KnownCredential),
})
export type RequestOptions = z.output<typeof RequestOptions>

export const Passkey = schema('Passkey', {
  id: Id,
  name: z.string(),
  created_at: Moment,
  last_used_at: z.nullable(Moment),
  /** True if other devices of the person have it too. */
  is_synced: z.boolean(),
})
export type Passkey = z.output<typeof Passkey>

const name = line({ label: 'El nombre', max: limits.passkeys.name })
export const PasskeyName = schema('PasskeyName', { name })

const NewPasskey = schema('NewPasskey', { name, credential: NewCredential })
export type NewPasskey = z.output<typeof NewPasskey>

const { token } = LinkToken.shape
const InvitationToken = schema('InvitationToken', { token })
const InvitedPasskey = schema('InvitedPasskey', { ...NewPasskey.shape, token, keep: Keep })
export type InvitedPasskey = z.output<typeof InvitedPasskey>

const Creation = z.object({
  options: CreationOptions,
  /** Proposal, for example 'Chrome en Android'. */
  name: z.string(),
})

export const passkeys = {
  list: endpoint('GET', '/auth/passkeys', 'member', {
    isOpenWithoutFactor: true,
    summary: 'Passkeys of the caller, the oldest first',
    response: z.object({ passkeys: z.array(Passkey), has_password: z.boolean() }),
  }),
  beginAdding: endpoint('POST', '/auth/passkeys/begin', 'member', {
    isOpenWithoutFactor: true,
    confirms: true,
    summary: 'Challenge for a new passkey of the caller; for five minutes, this session and one use',
    response: Creation,
  }),
  add: endpoint('POST', '/auth/passkeys', 'member', {
    isOpenWithoutFactor: true,
    confirms: true,
    summary: 'Add a passkey; ends the other sessions',
    body: NewPasskey,
    response: WithCodes,
    renewsToken: true,
    maxBytes: 2 * maxShortBodyBytes,
  }),
  rename: endpoint('PUT', '/auth/passkeys/:id', 'member', {
    confirms: true,
    summary: 'Rename one of the caller’s passkeys',
    body: PasskeyName,
    response: Passkey,
  }),
  remove: endpoint('DELETE', '/auth/passkeys/:id', 'member', {
    confirms: true,
    summary: 'Remove one of the caller’s passkeys, unless nothing else opens the account; ends the other sessions',
    renewsToken: true,
  }),
  beginConfirming: endpoint('POST', '/auth/passkeys/confirm/begin', 'member', {
    summary: 'Challenge to confirm the person of this session; for five minutes and one use',
    response: RequestOptions,
  }),
  confirm: endpoint('POST', '/auth/passkeys/confirm', 'member', {
    summary: 'Confirm the person of this session by a passkey, for ten minutes; gives the session a new token',
    body: Assertion,
    renewsToken: true,
    maxBytes: 2 * maxShortBodyBytes,
  }),
  beginSignIn: endpoint('POST', '/auth/passkeys/sign-in/begin', 'public', {
    summary: 'Challenge to sign in with a passkey; for five minutes and one use',
    response: RequestOptions,
  }),
  signIn: endpoint('POST', '/auth/passkeys/sign-in', 'public', {
    summary: 'Sign in with a passkey, which counts as password and second factor',
    body: PasskeySignIn,
    response: SignedIn,
    opensSession: true,
    maxBytes: 2 * maxShortBodyBytes,
  }),
  beginInvitation: endpoint('POST', '/auth/passkeys/invitation/begin', 'public', {
    summary: 'Challenge for the passkey of an invited person; for five minutes, this link and one use',
    body: InvitationToken,
    response: Creation,
  }),
  acceptInvitation: endpoint('POST', '/auth/passkeys/invitation', 'public', {
    summary: 'Accept an invitation with a passkey in place of a password, and sign in',
    body: InvitedPasskey,
    response: z.object({ ...SignedIn.shape, ...WithCodes.shape }),
    opensSession: true,
    maxBytes: 2 * maxShortBodyBytes,
  }),
}
