import { PasswordChange } from '../../contract/users.ts'
import { CallError } from '../api/call.ts'
import { texts } from './texts.ts'

/** In the order of the form; the first two are named as they are sent. */
export const passwordFields = ['current_password', 'new_password', 'confirmation'] as const
export type PasswordField = (typeof passwordFields)[number]
export type Passwords = Record<PasswordField, string>
export type PasswordErrors = Partial<Record<PasswordField, string>>

export const noPasswords: Passwords = { current_password: '', new_password: '', confirmation: '' }

/** What is wrong with what was typed (SPEC §5, "Password change"), one message for a field. */
export function errorsOfPasswords({ confirmation, ...change }: Passwords): PasswordErrors {
  const issues = PasswordChange.safeParse(change).error?.issues ?? []
  const errorOf = (field: keyof PasswordChange) => issues.find(({ path }) => path[0] === field)?.message
  return present({
    current_password: errorOf('current_password'),
    new_password: errorOf('new_password'),
    confirmation: confirmation === change.new_password ? undefined : texts.mismatch,
  })
}

/** What the server says of single fields. */
export function errorsOfRefusal(error: unknown): PasswordErrors {
  if (!(error instanceof CallError) || !error.problem) return {}
  const { code, detail, errors = [] } = error.problem
  const errorOf = (name: string) => errors.find(({ field }) => field === name)?.message
  return present({
    current_password: code === 'wrong_current_password' ? detail : errorOf('current_password'),
    new_password: errorOf('new_password'),
  })
}

const present = (errors: Partial<Record<PasswordField, string | undefined>>) =>
  Object.fromEntries(Object.entries(errors).filter(([, message]) => message !== undefined)) as PasswordErrors
