import { pages } from '../../contract/pages.ts'
import type { LinkPurpose } from '../db/schemas/account.ts'
import { readSigned, signBytes } from '../lib/signed-token.ts'

/** The subject is the link's id; nobody guesses a signature of 128 bits. */
const kindOf = (purpose: LinkPurpose) => ({ purpose, subjectBytes: 16, signatureBytes: 16 })

const pageOf: Record<LinkPurpose, { path: string }> = {
  invitation: pages.invitation,
  reset: pages.password,
  alarm: pages.notMe,
}

export const linkPath = (key: Buffer, { id, purpose }: { id: string; purpose: LinkPurpose }) =>
  pageOf[purpose].path.replace(':token', signBytes(key, kindOf(purpose), Buffer.from(id, 'hex')))

/** Id of the link; undefined if this server didn't sign the token for this purpose. */
export const readToken = (key: Buffer, purpose: LinkPurpose, token: string) =>
  readSigned(key, kindOf(purpose), token)?.toString('hex')
