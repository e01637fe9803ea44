// The answer to a mail about a sign-in on a new device: 'it wasn't me'.
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { isStorable, Moment } from '../fields.ts'
import { limits } from '../limits.ts'
import { maxPasswordBodyBytes } from '../users.ts'
import { LinkToken } from './password-links.ts'

const noName = 'Escribe tu nombre'
export const Disowning = z
  .extend(LinkToken, {
    /** Name of the account: programs that open links and press buttons don't know that they have to type it. */
    name: z.string({ error: noName }).check(
      z.refine((name) => name.trim() !== '', { error: noName, abort: true }),
      z.refine(isStorable, { error: 'El nombre tiene caracteres que no se pueden guardar', abort: true }),
      z.maxLength(4 * limits.userName, 'El nombre es demasiado largo'),
    ),
  })
  .register(z.globalRegistry, { id: 'Disowning' })
export type Disowning = z.output<typeof Disowning>

export const devices = {
  readAlarm: endpoint({
    method: 'POST',
    path: '/auth/disowned-sign-ins/read',
    access: 'public',
    summary: 'Whose account the link of a mail about a new device is for; changes nothing',
    body: LinkToken,
    response: z.object({ name: z.string(), expires_at: Moment }),
    maxBytes: maxPasswordBodyBytes,
  }),
  disown: endpoint({
    method: 'POST',
    path: '/auth/disowned-sign-ins',
    access: 'public',
    summary:
      'End all sessions, known devices and the password of a person, and factors that may be a thief’s; returns the page for choosing another one',
    body: Disowning,
    response: z.object({ path: z.string() }),
    maxBytes: maxPasswordBodyBytes,
  }),
}
