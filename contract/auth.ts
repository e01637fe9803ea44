import * as z from 'zod/mini'
import { TypedCode } from './auth/factors.ts'
import { endpoint } from './endpoint.ts'
import { Id, Keep, Moment, newPassword, schema, typedName, typedPassword } from './fields.ts'
import { User } from './users.ts'

export const OwnUser = schema('OwnUser', {
  ...User.shape,
  /** A second factor is demanded and missing: the session can do nothing but add one. */
  must_add_factor: z.boolean(),
  /** Coming moment from which one will be demanded of somebody who has none; null otherwise. */
  factor_demanded_from: z.nullable(Moment),
})
export type OwnUser = z.output<typeof OwnUser>

export const Session = schema('Session', {
  id: Id,
  /** For example 'Firefox en Android'; null if unknown. */
  device: z.nullable(z.string()),
  address: z.nullable(z.string()),
  created_at: Moment,
  last_seen_at: Moment,
  is_current: z.boolean(),
  /** False if it ends with the browser. */
  is_kept: z.boolean(),
})
export type Session = z.output<typeof Session>

/** Answer to a sign-in. */
export const SignedIn = z.object({ access_token: z.string(), user: OwnUser })

export const Credentials = schema('Credentials', {
  /** Name or e-mail of the account. */
  name: typedName('El nombre es requerido'),
  password: typedPassword('La contraseña'),
  /** Code of the authenticator app, or a recovery code: for accounts with a second factor. */
  code: z.optional(TypedCode),
  keep: Keep,
})
export type Credentials = z.output<typeof Credentials>

const tooShort = 'New password must be at least 6 characters long'

/** SPEC §5, "Password change"; the confirmation is the form's own. */
export const PasswordChange = z
  .object({
    current_password: typedPassword('La contraseña actual'),
    new_password: newPassword('La contraseña nueva', tooShort),
  })
  .check(
    z.refine((change) => change.new_password !== change.current_password, {
      error: 'New password must be different from current password',
      path: ['new_password'],
    }),
  )
  .register(z.globalRegistry, { id: 'PasswordChange' })
export type PasswordChange = z.output<typeof PasswordChange>

/** Body of a person without a password. */
export const FirstPassword = schema('FirstPassword', { new_password: newPassword('La contraseña nueva', tooShort) })
export type FirstPassword = z.output<typeof FirstPassword>

export const auth = {
  login: endpoint('POST', '/auth/login', 'public', {
    summary: 'Sign in with name and password',
    body: Credentials,
    response: SignedIn,
    opensSession: true,
  }),
  logout: endpoint('POST', '/auth/logout', 'member', {
    isOpenWithoutFactor: true,
    summary: 'End this session',
    clearsCache: true,
  }),
  me: endpoint('GET', '/auth/me', 'member', {
    isOpenWithoutFactor: true,
    summary: 'Account of the caller',
    response: OwnUser,
  }),
  changePassword: endpoint('POST', '/auth/change-password', 'member', {
    summary: 'Change the caller’s password; ends the other sessions, and gives this one a new token',
    body: PasswordChange,
    renewsToken: true,
    response: z.object({ message: z.string() }),
  }),
  setFirstPassword: endpoint('POST', '/auth/first-password', 'member', {
    confirms: true,
    summary: 'Choose a password for the caller’s account, which has only passkeys; ends the other sessions',
    body: FirstPassword,
    renewsToken: true,
    response: z.object({ message: z.string() }),
  }),
  sessions: endpoint('GET', '/auth/sessions', 'member', {
    summary: 'Sessions of the caller, the last used first',
    response: z.array(Session),
  }),
  endSession: endpoint('DELETE', '/auth/sessions/:id', 'member', {
    summary: 'End one of the caller’s sessions',
    confirms: true,
  }),
  endOtherSessions: endpoint('POST', '/auth/sessions/end-others', 'member', {
    summary: 'End all sessions of the caller except this one',
    confirms: true,
    response: z.object({ ended: z.int() }),
  }),
}

/** The person of a session is asked again before a dangerous call (`confirms` of a row). A sign-in counts too. */
export const Confirmation = schema('Confirmation', { password: typedPassword('La contraseña') })
export type Confirmation = z.output<typeof Confirmation>

export const confirmation = {
  confirm: endpoint('POST', '/auth/confirm', 'member', {
    isOpenWithoutFactor: true,
    summary: 'Confirm the person of this session by the password, for ten minutes; gives the session a new token',
    body: Confirmation,
    renewsToken: true,
  }),
}

export const memberSessions = {
  list: endpoint('GET', '/auth/users/:id/sessions', 'admin', {
    summary: 'Sessions of a person, the last used first',
    response: z.array(Session),
  }),
  end: endpoint('DELETE', '/auth/users/:id/sessions/:session_id', 'admin', {
    summary: 'End a session of a person, who is mailed about it',
    params: z.object({ id: Id, session_id: Id }),
    confirms: true,
  }),
  endAll: endpoint('POST', '/auth/users/:id/sessions/end-all', 'admin', {
    summary: 'End all sessions of a person, who is mailed about it',
    confirms: true,
    response: z.object({ ended: z.int() }),
  }),
}
