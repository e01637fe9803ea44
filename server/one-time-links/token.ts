import { createHmac, timingSafeEqual } from 'node:crypto'
import { pages } from '../../contract/pages.ts'
import type { LinkPurpose } from '../db/schemas/account.ts'

const idBytes = 16
/** 128 bits: nobody guesses it. */
const signatureBytes = 16

const signatureOf = (key: Buffer, purpose: LinkPurpose, id: Buffer) =>
  createHmac('sha256', key).update(`${purpose}\0`).update(id).digest().subarray(0, signatureBytes)

interface Link {
  id: string
  purpose: LinkPurpose
}

/** Made from the id, so that it is stored nowhere. */
function signToken(key: Buffer, { id, purpose }: Link) {
  const bytes = Buffer.from(id, 'hex')
  return Buffer.concat([bytes, signatureOf(key, purpose, bytes)]).toString('base64url')
}

const pageOf: Record<LinkPurpose, { path: string }> = {
  invitation: pages.invitation,
  reset: pages.password,
  alarm: pages.notMe,
}

export const linkPath = (key: Buffer, link: Link) => pageOf[link.purpose].path.replace(':token', signToken(key, link))

/** Id of the link; undefined if this server didn't sign the token for this purpose. */
export function readToken(key: Buffer, purpose: LinkPurpose, token: string) {
  const bytes = Buffer.from(token, 'base64url')
  // decoding ignores foreign characters: only one spelling of a token is valid
  if (bytes.length !== idBytes + signatureBytes || bytes.toString('base64url') !== token) return undefined
  const id = bytes.subarray(0, idBytes)
  return timingSafeEqual(bytes.subarray(idBytes), signatureOf(key, purpose, id)) ? id.toString('hex') : undefined
}
