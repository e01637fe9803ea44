// Passkeys of this browser. The library is loaded when one is used.
import type { CreationOptions, RequestOptions } from '../../../contract/auth/passkeys.ts'
import { CallError, messageOf } from '../../api/call.ts'
import { texts } from './texts.ts'

/** Browsers have passkeys over https and on localhost, for names only: not for a bare address of the network. */
export const canUsePasskeys = () => typeof PublicKeyCredential === 'function' && !/^[\d.]+$|:/.test(location.hostname)

export async function createCredential(options: CreationOptions) {
  const { startRegistration } = await import('@simplewebauthn/browser')
  return startRegistration({ optionsJSON: options })
}

export async function signChallenge(options: RequestOptions) {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  return startAuthentication({ optionsJSON: options })
}

const reasons: Record<string, string> = {
  NotAllowedError: texts.notAllowed,
  AbortError: texts.notAllowed,
  InvalidStateError: texts.alreadyThere,
  SecurityError: texts.wrongAddress,
}

/** Text of a refusal of the server, or of the browser. */
export const failureOf = (otherwise: string) => (error: unknown) =>
  error instanceof CallError
    ? messageOf(error, otherwise)
    : (error instanceof Error && reasons[error.name]) || otherwise
