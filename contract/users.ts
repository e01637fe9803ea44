import * as z from 'zod/mini'
import { Id, isStorable, isWebAddress, line, Moment, newPassword, optionalLine } from './fields.ts'
import { limits } from './limits.ts'

export const Role = z.enum(['admin', 'normal'], { error: 'El rol tiene que ser admin o normal' })
export type Role = z.output<typeof Role>

export const User = z
  .object({
    id: Id,
    name: z.string(),
    email: z.string(),
    role: Role,
    /** An address, or `file:` and the id of a picture of the archive. */
    avatar: z.nullable(z.string()),
    /** Where a picture of the archive is for this session; null for foreign addresses, which nobody loads. */
    avatar_url: z.nullable(z.string()),
    phone: z.nullable(z.string()),
    is_active: z.boolean(),
    created_at: Moment,
  })
  .register(z.globalRegistry, { id: 'User' })
export type User = z.output<typeof User>

export const OnlineUser = z
  .object({ id: Id, name: z.string(), role: Role })
  .register(z.globalRegistry, { id: 'OnlineUser' })
export type OnlineUser = z.output<typeof OnlineUser>

const scripts = [
  'Latin',
  'Greek',
  'Cyrillic',
  'Armenian',
  'Hebrew',
  'Arabic',
  'Devanagari',
  'Georgian',
  'Thai',
] as const
// The letters of every other script, taken together: Cherokee, for one, has an Ꭺ.
const otherScripts = new RegExp(
  `[\\p{L}--[\\p{Script=Common}\\p{Script=Inherited}${scripts.map((script) => `\\p{Script=${script}}`).join('')}\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Bopomofo}]]`,
  'v',
)
const ofScript = scripts.map((script) => new RegExp(`\\p{Script=${script}}`, 'u'))
const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u

// A name whose letters come from several scripts can pass for somebody else's: «аna» with a Cyrillic а.
const isOfOneScript = (name: string) =>
  [...ofScript, eastAsian, otherScripts].filter((script) => script.test(name.normalize('NFKC'))).length <= 1

const Name = line({ what: 'El nombre', max: limits.userName }).check(
  z.refine(isOfOneScript, { error: 'El nombre mezcla letras de distintos alfabetos' }),
)

// What HTML takes for an address (a host without a dot too), but for those that a mail program could read as an option.
const emailPattern =
  /^(?!-)[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/

const Email = line({ what: 'El correo', max: limits.email }).check(
  z.refine((email) => email.length <= limits.email && emailPattern.test(email), {
    error: 'El correo no es una dirección válida',
  }),
)

const Phone = optionalLine({ what: 'El teléfono', max: limits.phone })
const Avatar = optionalLine({ what: 'La imagen', feminine: true, max: limits.avatar }).check(
  z.refine((avatar) => avatar === null || /^file:[0-9a-f]{32}$/.test(avatar) || isWebAddress(avatar), {
    error: 'La imagen tiene que ser una dirección http o https, o una del archivo',
  }),
)
const Password = newPassword(
  'La contraseña',
  `La contraseña tiene que tener al menos ${limits.password.min} caracteres`,
)

export const NewUser = z
  .object({
    name: Name,
    email: Email,
    password: Password,
    role: z._default(Role, 'normal'),
    phone: z.optional(Phone),
    avatar: z.optional(Avatar),
  })
  .register(z.globalRegistry, { id: 'NewUser' })
export type NewUser = z.output<typeof NewUser>

/** Changes the fields it holds; null or empty clears phone and avatar; a password is an admin's reset. */
export const UserChanges = z
  .object({
    name: z.optional(Name),
    email: z.optional(Email),
    role: z.optional(Role),
    phone: z.optional(Phone),
    avatar: z.optional(Avatar),
    is_active: z.optional(z.boolean({ error: 'Tiene que ser true o false' })),
    password: z.optional(Password),
  })
  .register(z.globalRegistry, { id: 'UserChanges' })
export type UserChanges = z.output<typeof UserChanges>

const typedPassword = (what: string) =>
  z
    .string({ error: `${what} es requerida` })
    .check(z.minLength(1, `${what} es requerida`), z.maxLength(4 * limits.password.max, `${what} es demasiado larga`))

export const Credentials = z
  .object({
    name: z.string({ error: 'El nombre es requerido' }).check(
      z.refine((name) => name.trim() !== '', { error: 'El nombre es requerido', abort: true }),
      z.refine(isStorable, { error: 'El nombre tiene caracteres que no se pueden guardar', abort: true }),
      z.maxLength(4 * limits.userName, 'El nombre es demasiado largo'),
    ),
    password: typedPassword('La contraseña'),
  })
  .register(z.globalRegistry, { id: 'Credentials' })
export type Credentials = z.output<typeof Credentials>

/** SPEC §5, "Password change"; the confirmation is the form's own. */
export const PasswordChange = z
  .object({
    current_password: typedPassword('La contraseña actual'),
    new_password: newPassword('La contraseña nueva', 'New password must be at least 6 characters long'),
  })
  .check(
    z.refine((change) => change.new_password !== change.current_password, {
      error: 'New password must be different from current password',
      path: ['new_password'],
    }),
  )
  .register(z.globalRegistry, { id: 'PasswordChange' })
export type PasswordChange = z.output<typeof PasswordChange>
