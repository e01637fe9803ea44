// The answer to a mail about a sign-in on a new device: 'it wasn't me'.
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Moment } from '../fields.ts'
import { maxPasswordBodyBytes } from '../users.ts'
import { LinkToken } from './password-links.ts'

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
    summary: 'End all sessions, known devices and the password of a person; returns the page for choosing another one',
    body: LinkToken,
    response: z.object({ path: z.string() }),
    maxBytes: maxPasswordBodyBytes,
  }),
}
