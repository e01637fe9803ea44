// Second factors that administrators demand, from a day on.
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Moment, schema } from '../fields.ts'

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
