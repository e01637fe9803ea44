import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import { decodeAttestationObject, decodeClientDataJSON } from '@simplewebauthn/server/helpers'
import type { Assertion, NewCredential } from '../../../contract/auth/passkeys.ts'
import { record } from '../../audit/rules.ts'
import type { Db, UserRow } from '../../db/schema.ts'
import { mailSecurityEvent } from '../../mail/security-mails.ts'
import type { Services } from '../../services.ts'
import { algorithms, type Party, type Purpose, takeChallenge, userHandleOf } from './challenges.ts'
import { findPasskey, updatePasskey } from './queries.ts'

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))

/** The library throws for whatever is wrong with an answer. */
const unlessWrong = async <T>({ log }: Services, work: () => Promise<T>) => {
  try {
    return await work()
  } catch (error) {
    log.info({ reason: (error as Error).message }, 'an answer of a passkey was refused')
    return undefined
  }
}

/** Nobody else's page may frame ours (WebAuthn, 7.1 and 7.2). */
const isOfOtherSite = (clientDataJSON: string) => decodeClientDataJSON(clientDataJSON).crossOrigin === true

/** No certificate is looked at: the library would ask other sites about some. */
function isWithoutCertificates(attestationObject: string) {
  const attestation = decodeAttestationObject(bytesOf(attestationObject))
  const format = attestation.get('fmt')
  return format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined)
}

/** Columns of a new passkey; undefined for an answer that isn't right. */
export async function readCredential(services: Services, party: Party, purpose: Purpose, credential: NewCredential) {
  const { response } = credential
  const expectedChallenge = await takeChallenge(services, purpose, response.clientDataJSON)
  return unlessWrong(services, async () => {
    if (isOfOtherSite(response.clientDataJSON) || !isWithoutCertificates(response.attestationObject)) return undefined
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...credential, response: { ...response, transports: [] }, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin: party.origins,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    return (
      registrationInfo && {
        credential_id: registrationInfo.credential.id,
        public_key: Buffer.from(registrationInfo.credential.publicKey).toString('base64url'),
        counter: registrationInfo.credential.counter,
        transports: (response.transports ?? []).join(','),
        backed_up: registrationInfo.credentialBackedUp ? 1 : 0,
      }
    )
  })
}

/** A right answer of a passkey; its counter is judged by `storeUse`. */
export async function readAssertion(services: Services, party: Party, purpose: Purpose, assertion: Assertion) {
  const { id, response } = assertion
  const expectedChallenge = await takeChallenge(services, purpose, response.clientDataJSON)
  const passkey = await findPasskey(services.db, id)
  if (!passkey) return undefined
  const { userHandle, ...signed } = response
  if (userHandle != null && userHandle !== userHandleOf(passkey.user_id)) return undefined
  return unlessWrong(services, async () => {
    if (isOfOtherSite(response.clientDataJSON)) return undefined
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...assertion, response: signed, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin: party.origins,
      expectedRPID: party.id,
      credential: { id, publicKey: bytesOf(passkey.public_key), counter: 0 },
      requireUserVerification: true,
    })
    if (!verified) return undefined
    const { newCounter, credentialBackedUp } = authenticationInfo
    return { passkey, counter: newCounter, backed_up: credentialBackedUp ? 1 : 0 }
  })
}

type Use = NonNullable<Awaited<ReturnType<typeof readAssertion>>>

/**
 * Stores the use of a passkey of a locked account. False if it was removed meanwhile, and for a counter that hasn't grown:
 * two devices seem to have the key, so the person is told.
 */
export async function storeUse(services: Services, tx: Db, user: UserRow, use: Use, address: string | null) {
  const passkey = await findPasskey(tx, use.passkey.credential_id)
  if (passkey?.id !== use.passkey.id) return false
  const { counter, backed_up } = use
  if ((counter > 0 || passkey.counter > 0) && counter <= passkey.counter) {
    const by = address === null ? 'operator' : { address }
    await record(services, tx, by, 'passkey_cloned', { target: user.name, detail: passkey.name })
    await mailSecurityEvent(services, tx, user, 'passkey_cloned')
    return false
  }
  await updatePasskey(tx, passkey.id, { counter, backed_up, last_used_at: services.now() })
  return true
}
