// Second factors: codes of an authenticator app, recovery codes, and passkeys.
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Moment, schema } from '../fields.ts'

const noCode = 'El código es requerido'
/** As people type it: with spaces or hyphens, or without. */
export const TypedCode = z
  .string({ error: noCode })
  .check(z.minLength(1, noCode), z.maxLength(60, 'El código es demasiado largo'))

export const NewTotp = schema('NewTotp', {
  /** Token from the answer with the secret. */
  token: z
    .string({ error: 'El token es requerido' })
    .check(z.minLength(1, 'El token es requerido'), z.maxLength(400, 'El token es demasiado largo')),
  code: TypedCode,
})
export type NewTotp = z.output<typeof NewTotp>

export const Factors = schema('Factors', {
  /** Moment at which the authenticator app was added; null without one. */
  totp_since: z.nullable(Moment),
  recovery_codes_left: z.int(),
  /** Moment from which this account needs a second factor; null if it doesn't. */
  demanded_from: z.nullable(Moment),
  has_factor: z.boolean(),
})
export type Factors = z.output<typeof Factors>

/** Codes that are shown once; null if the account has its codes already. */
export const WithCodes = z.object({ recovery_codes: z.nullable(z.array(z.string())) })

export const factors = {
  read: endpoint('GET', '/auth/factors', 'member', {
    isOpenWithoutFactor: true,
    summary: 'Second factors of the caller',
    response: Factors,
  }),
  renewCodes: endpoint('POST', '/auth/factors/recovery-codes', 'member', {
    confirms: true,
    summary: 'Replace the caller’s recovery codes; ends the other sessions',
    response: WithCodes,
    renewsToken: true,
  }),
  beginTotp: endpoint('POST', '/auth/totp/begin', 'member', {
    isOpenWithoutFactor: true,
    confirms: true,
    summary: 'A new secret for an authenticator app; it counts once a code of it has come back',
    response: z.object({ secret: z.string(), uri: z.string(), token: z.string() }),
  }),
  addTotp: endpoint('POST', '/auth/totp', 'member', {
    isOpenWithoutFactor: true,
    confirms: true,
    summary: 'Confirm a new secret by a first code, in place of the one before; ends the other sessions',
    body: NewTotp,
    response: WithCodes,
    renewsToken: true,
  }),
  removeTotp: endpoint('POST', '/auth/totp/remove', 'member', {
    confirms: true,
    summary: 'Remove the authenticator app; ends the other sessions',
    renewsToken: true,
  }),
  takeAway: endpoint('POST', '/auth/factors/of/:id/remove', 'admin', {
    confirms: true,
    summary:
      'Take all second factors away from somebody else who lost them; ends that person’s sessions. Without a password there is a link to choose one, to be handed over, unless the account is deactivated',
    response: z.object({
      has_password: z.boolean(),
      link: z.nullable(z.object({ path: z.string(), expires_at: Moment })),
    }),
  }),
}

// Second factors that administrators demand, from a day on.

/** Null if nothing is demanded. Administrators need one from the earlier moment. */
const moments = { admins_from: z.nullable(Moment), everybody_from: z.nullable(Moment) }

export const DemandChange = schema('DemandChange', moments)
export type DemandChange = z.output<typeof DemandChange>

export const FactorDemand = schema('FactorDemand', {
  ...moments,
  /** Active people who have chosen a password, and those of them without a second factor. */
  members: z.int(),
  members_without: z.int(),
  admins_without: z.int(),
})
export type FactorDemand = z.output<typeof FactorDemand>

export const factorDemand = {
  read: endpoint('GET', '/auth/factor-demand', 'admin', {
    summary: 'Of whom a second factor is demanded, and how many have none',
    response: FactorDemand,
  }),
  set: endpoint('PUT', '/auth/factor-demand', 'admin', {
    confirms: true,
    summary: 'Demand a second factor of administrators or of everybody from a moment on, or no longer',
    body: DemandChange,
    response: FactorDemand,
  }),
}
