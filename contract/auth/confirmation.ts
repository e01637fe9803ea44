// The person of a session is asked again before a dangerous call (`confirms` of a row). A sign-in counts too.
import type * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { schema, typedPassword } from '../fields.ts'
import { maxPasswordBodyBytes } from '../users.ts'

export const Confirmation = schema('Confirmation', { password: typedPassword('La contraseña') })
export type Confirmation = z.output<typeof Confirmation>

export const confirmation = {
  confirm: endpoint('POST', '/auth/confirm', 'member', {
    isOpenWithoutFactor: true,
    summary: 'Confirm the person of this session by the password, for ten minutes; gives the session a new token',
    body: Confirmation,
    renewsToken: true,
    maxBytes: maxPasswordBodyBytes,
  }),
}
