import { useRef } from 'react'
import { NewUser, type Role, type User, UserChanges } from '../../contract/users.ts'
import { newClientId } from '../api/client-id.ts'
import { type Form, useForm } from '../ui/form/use-form.ts'
import { useCreateUser, useUpdateUser } from './api.ts'
import { texts } from './texts.ts'

interface UserValues {
  name: string
  email: string
  password: string
  role: Role
  phone: string
  avatar: string
}
export type UserForm = Form<UserValues>

const valuesOf = (user: User | null): UserValues => ({
  name: user?.name ?? '',
  email: user?.email ?? '',
  password: '',
  role: user?.role ?? 'normal',
  phone: user?.phone ?? '',
  avatar: user?.avatar ?? '',
})

const withoutEqual = (values: UserValues, others: Partial<UserValues>) =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== others[name as keyof UserValues]))

/** New accounts are sent without their empty fields (SPEC §5, "User forms"). */
const empty: Partial<UserValues> = { name: '', email: '', password: '', phone: '', avatar: '' }

/** The form of a new account, or of changes to `user`. `onSaved` receives undefined if nothing was changed. */
export function useUserForm(user: User | null, onSaved: (saved: User | undefined) => void): UserForm {
  const create = useCreateUser()
  const update = useUpdateUser()
  const clientIds = useRef(new Map<string, string>())

  /**
   * The same values are sent under the same id. Changed ones, a password for instance, are refused for their name or
   * e-mail if the first ones were stored.
   */
  function withClientId(data: NewUser): NewUser {
    const values = JSON.stringify(data)
    const client_id = clientIds.current.get(values) ?? newClientId()
    clientIds.current.set(values, client_id)
    return { ...data, client_id }
  }

  // Resets the calls to drop the passwords in them.
  function save(data: NewUser | UserChanges) {
    if (!user) return create.mutateAsync(withClientId(data as NewUser)).finally(create.reset)
    if (Object.keys(data).length === 0) return Promise.resolve(undefined)
    return update.mutateAsync({ user, changes: data }).finally(update.reset)
  }

  return useForm<UserValues, NewUser | UserChanges, User | undefined>({
    initial: valuesOf(user),
    schema: user ? UserChanges : NewUser,
    // Untouched fields aren't sent: others may have changed them.
    toInput: (values) => withoutEqual(values, user ? valuesOf(user) : empty),
    save,
    onSaved,
    failureText: user ? texts.updateFailed : texts.createFailed,
  })
}
