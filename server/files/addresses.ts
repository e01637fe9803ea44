import { createHmac, timingSafeEqual } from 'node:crypto'
import { files, type Rendition, renditions } from '../../contract/files.ts'
import { fail } from '../http/fail.ts'
import type { Services } from '../services.ts'

/** What an address is for: one version of one file, for one session, until a moment. */
interface Purpose {
  id: string
  rendition: Rendition
  session_id: string
}

/**
 * Addresses end at the second full quarter of a day from now: after six to twelve hours. Those given out within a quarter
 * are the same, so that a browser knows again what it has.
 */
const quarter = 6 * 60 * 60_000

const sign = ({ addressKey }: Services, { id, rendition, session_id }: Purpose, expires: number) =>
  createHmac('sha256', addressKey).update(`${id} ${rendition} ${session_id} ${expires}`).digest('base64url')

/** The address of a file's bytes, below this server; whoever has it can read them while the session lives. */
export function addressOf(services: Services, purpose: Purpose) {
  const expires = (Math.floor(services.now() / quarter) + 2) * quarter
  const ticket = [purpose.rendition, expires, purpose.session_id, sign(services, purpose, expires)].join('.')
  return `/api${files.content.path.replace(':id', purpose.id).replace(':ticket', ticket)}`
}

const form = /^([a-z]+)\.(\d{13,16})\.([0-9a-f]{32})\.([\w-]{43})$/

/** What a ticket is for; 403 when it was not made here, for another file, or has expired. */
export function readTicket(services: Services, id: string, ticket: string): Purpose {
  const [, named, expires = '', session_id = '', signature = ''] = form.exec(ticket) ?? []
  const rendition = renditions.find((known) => known === named)
  if (!rendition) return fail('address_expired')
  const purpose = { id, rendition, session_id }
  const expected = sign(services, purpose, Number(expires))
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(expected)) || Number(expires) <= services.now())
    fail('address_expired')
  return purpose
}
