// The answer to a mail about a sign-in on a new device: 'it wasn't me'.
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Moment, schema, typedName } from '../fields.ts'
import { limits } from '../limits.ts'
import { maxPasswordBodyBytes } from '../users.ts'
import { LinkToken } from './password-links.ts'

export const Disowning = schema('Disowning', {
  ...LinkToken.shape,
  /** Name of the account: programs that open links and press buttons don't know that they have to type it. */
  name: typedName('Escribe tu nombre', 4 * limits.userName),
})
export type Disowning = z.output<typeof Disowning>

export const devices = {
  readAlarm: endpoint('POST', '/auth/disowned-sign-ins/read', 'public', {
    summary: 'Whose account the link of a mail about a new device is for; changes nothing',
    body: LinkToken,
    response: z.object({ name: z.string(), expires_at: Moment }),
    maxBytes: maxPasswordBodyBytes,
  }),
  disown: endpoint('POST', '/auth/disowned-sign-ins', 'public', {
    summary:
      'End all sessions, known devices and the password of a person, and factors that may be a thief’s; returns the page for choosing another one',
    body: Disowning,
    response: z.object({ path: z.string() }),
    maxBytes: maxPasswordBodyBytes,
  }),
}
