import * as z from 'zod/mini'
import { TypedCode } from './auth/factors.ts'
import { endpoint } from './endpoint.ts'
import { ById, Id, isStorable, Keep, Moment, newPassword, typedPassword } from './fields.ts'
import { limits } from './limits.ts'
import { maxPasswordBodyBytes, User } from './users.ts'

export const OwnUser = z
  .extend(User, {
    /** A second factor is demanded and missing: the session can do nothing but add one. */
    must_add_factor: z.boolean(),
    /** Coming moment from which one will be demanded of somebody who has none; null otherwise. */
    factor_demanded_from: z.nullable(Moment),
  })
  .register(z.globalRegistry, { id: 'OwnUser' })
export type OwnUser = z.output<typeof OwnUser>

export const Session = z
  .object({
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
  .register(z.globalRegistry, { id: 'Session' })
export type Session = z.output<typeof Session>

export const Credentials = z
  .object({
    name: z.string({ error: 'El nombre es requerido' }).check(
      z.refine((name) => name.trim() !== '', { error: 'El nombre es requerido', abort: true }),
      z.refine(isStorable, { error: 'El nombre tiene caracteres que no se pueden guardar', abort: true }),
      // an e-mail address signs in too
      z.maxLength(limits.email, 'El nombre es demasiado largo'),
    ),
    password: typedPassword('La contraseña'),
    /** Code of the authenticator app, or a recovery code: for accounts with a second factor. */
    code: z.optional(TypedCode),
    keep: Keep,
  })
  .register(z.globalRegistry, { id: 'Credentials' })
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
export const FirstPassword = z
  .object({ new_password: newPassword('La contraseña nueva', tooShort) })
  .register(z.globalRegistry, { id: 'FirstPassword' })
export type FirstPassword = z.output<typeof FirstPassword>

export const auth = {
  login: endpoint({
    method: 'POST',
    path: '/auth/login',
    access: 'public',
    summary: 'Sign in with name and password',
    body: Credentials,
    response: z.object({ access_token: z.string(), user: OwnUser }),
    opensSession: true,
    maxBytes: maxPasswordBodyBytes,
  }),
  logout: endpoint({
    method: 'POST',
    path: '/auth/logout',
    access: 'member',
    isOpenWithoutFactor: true,
    summary: 'End this session',
    clearsCache: true,
  }),
  me: endpoint({
    method: 'GET',
    path: '/auth/me',
    access: 'member',
    isOpenWithoutFactor: true,
    summary: 'Account of the caller',
    response: OwnUser,
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/auth/change-password',
    access: 'member',
    summary: 'Change the caller’s password; ends the other sessions, and gives this one a new token',
    body: PasswordChange,
    renewsToken: true,
    response: z.object({ message: z.string() }),
    maxBytes: maxPasswordBodyBytes,
  }),
  setFirstPassword: endpoint({
    method: 'POST',
    path: '/auth/first-password',
    access: 'member',
    confirms: true,
    summary: 'Choose a password for the caller’s account, which has only passkeys; ends the other sessions',
    body: FirstPassword,
    renewsToken: true,
    response: z.object({ message: z.string() }),
    maxBytes: maxPasswordBodyBytes,
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/auth/sessions',
    access: 'member',
    summary: 'Sessions of the caller, the last used first',
    response: z.array(Session),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/auth/sessions/:id',
    access: 'member',
    summary: 'End one of the caller’s sessions',
    params: ById,
    confirms: true,
  }),
  endOtherSessions: endpoint({
    method: 'POST',
    path: '/auth/sessions/end-others',
    access: 'member',
    summary: 'End all sessions of the caller except this one',
    confirms: true,
    response: z.object({ ended: z.int() }),
  }),
}
