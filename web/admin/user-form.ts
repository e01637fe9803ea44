import { NewUser, type Role, type User, UserChanges } from '../../contract/users.ts'
import { CallError } from '../api/call.ts'

/** What is in the form, as it is typed. */
export interface Values {
  name: string
  email: string
  password: string
  role: Role
  phone: string
  avatar: string
}
export type Field = keyof Values
export type FieldErrors = Partial<Record<Field, string>>

export const valuesOf = (user: User | null): Values => ({
  name: user?.name ?? '',
  email: user?.email ?? '',
  password: '',
  role: user?.role ?? 'normal',
  phone: user?.phone ?? '',
  avatar: user?.avatar ?? '',
})

/** In the order of the form. */
export const fields = Object.keys(valuesOf(null)) as Field[]

const pick = (values: Values, isWanted: (field: Field) => boolean): Partial<Values> =>
  Object.fromEntries(fields.filter(isWanted).map((field) => [field, values[field]]))

/** A new account; what was left empty is absent (SPEC §5, "User forms"). */
export const readNewUser = (values: Values) => NewUser.safeParse(pick(values, (field) => values[field] !== ''))

/** The fields that were typed over only: what somebody else changes meanwhile in the same account stays. */
export function readChanges(values: Values, user: User) {
  const before = valuesOf(user)
  return UserChanges.safeParse(pick(values, (field) => values[field] !== before[field]))
}

interface Issue {
  field: PropertyKey | undefined
  message: string
}

function firstOfEach(issues: Issue[]): FieldErrors {
  const errors: FieldErrors = {}
  for (const field of fields) {
    const issue = issues.find((one) => one.field === field)
    if (issue) errors[field] = issue.message
  }
  return errors
}

/** What is wrong with what was typed, one message for a field. */
export function errorsOfValues(values: Values, user: User | null): FieldErrors {
  const { error } = user ? readChanges(values, user) : readNewUser(values)
  return error ? firstOfEach(error.issues.map(({ path, message }) => ({ field: path[0], message }))) : {}
}

/** What the server says of single fields. */
export const errorsOfAnswer = (error: unknown): FieldErrors =>
  error instanceof CallError ? firstOfEach(error.problem?.errors ?? []) : {}
