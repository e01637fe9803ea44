// 'Primeros pasos': what administrators set up on the first evening, each step done or not by the state of the community.
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Moment, schema, TrueOrFalse } from '../fields.ts'

const missingCodes = [
  /** The caller's account has the name, the address or the password that it was made with. */
  ...(['own_name', 'own_address', 'own_password'] as const),
  /** There is none. */
  'categories',
  /** PUBLIC_URL isn't set, or isn't https. */
  ...(['public_url', 'https'] as const),
  /** SMTP_URL isn't set; the mail server hasn't accepted any mail yet. */
  ...(['mail_server', 'accepted_mail'] as const),
  /** BACKUP_TO isn't set; no snapshot was made yet. */
  ...(['snapshot_place', 'snapshot'] as const),
  /** There is nobody else, invited people included. */
  'others',
  'imports',
] as const
export type MissingCode = (typeof missingCodes)[number]

/** In the order in which they are shown. */
const stepNames = ['account', 'categories', 'address', 'mail', 'snapshots', 'invitations', 'imports'] as const
export type StepName = (typeof stepNames)[number]

/** Steps without which a community is whole. */
export const optionalSteps = ['mail', 'imports'] as const

export const FirstStep = schema('FirstStep', {
  name: z.enum(stepNames),
  /** Empty once it is done. */
  missing: z.array(z.enum(missingCodes)),
  /** An administrator said that this community doesn't need it. */
  is_set_aside: z.boolean(),
})
export type FirstStep = z.output<typeof FirstStep>

export const FirstSteps = schema('FirstSteps', {
  /** An administrator put the list away, for all of them. */
  is_put_away: z.boolean(),
  steps: z.array(FirstStep),
  /** The caller's last test mail. */
  test_mail: z.nullable(
    z.object({
      email: z.string(),
      /** 'waiting' for its first attempt, 'refused' with another attempt to come. */
      state: z.enum(['waiting', 'accepted', 'refused', 'failed', 'saved']),
      /** The mail server's words; null unless refused or failed. */
      reason: z.nullable(z.string()),
      queued_at: Moment,
    }),
  ),
})
export type FirstSteps = z.output<typeof FirstSteps>

/** Change of an optional step, or of the whole list: then it is put away. */
const SetAside = schema('SetAsideStep', {
  name: z.enum([...optionalSteps, 'all'], { error: 'Ese paso no se puede dejar a un lado' }),
  is_set_aside: TrueOrFalse,
})
export type SetAside = z.output<typeof SetAside>

export const isOpen = ({ missing, is_set_aside }: FirstStep) => missing.length > 0 && !is_set_aside

export const firstSteps = {
  read: endpoint('GET', '/admin/first-steps', 'admin', {
    summary: 'First steps of a community, done or not by its state, and the caller’s last test mail',
    response: FirstSteps,
    cost: 3,
  }),
  setAside: endpoint('PUT', '/admin/first-steps', 'admin', {
    summary: 'Set an optional step aside, or put the whole list away (`all`), for all administrators; or take it back',
    body: SetAside,
    response: FirstSteps,
    cost: 3,
  }),
}
