import { useRef } from 'react'
import { v4 as newClientId } from 'uuid'
import type { SentInvitation } from '../../contract/auth/password-links.ts'
import { type Account, type NewUser, NewUserOrInvitation, type Role, UserChanges } from '../../contract/users.ts'
import { changesOf, type Form, useForm } from '../ui/form/use-form.ts'
import { useCreateUser, useInvite, useUpdateUser } from './api.ts'
import { texts } from './texts.ts'

interface UserValues {
  name: string
  email: string
  password: string
  must_choose_password: boolean
  role: Role
  phone: string
  avatar: string
}
export type UserForm = Form<UserValues>

const valuesOf = (user: Account | null): UserValues => ({
  name: user?.name ?? '',
  email: user?.email ?? '',
  password: '',
  must_choose_password: false,
  role: user?.role ?? 'normal',
  phone: user?.phone ?? '',
  avatar: user?.avatar ?? '',
})

/** Without a given password there is none to be replaced. */
const markOnlyGiven = (values: UserValues) =>
  values.password === '' ? { ...values, must_choose_password: false } : values

/** New accounts are sent without their empty fields (SPEC §5, "Account forms"). */
const { role: _, ...empty } = valuesOf(null)

interface SavedUser {
  user: Account
  /** Invitation of an account without a password. */
  invitation?: SentInvitation
}

/** The form of a new account, or of changes to `user`. `onSaved` receives undefined if nothing was changed. */
export function useUserForm(user: Account | null, onSaved: (saved: SavedUser | undefined) => void): UserForm {
  const create = useCreateUser()
  const invite = useInvite()
  const update = useUpdateUser()
  const clientIds = useRef(new Map<string, string>())

  /**
   * The same values are sent under the same id. Changed ones, a password for instance, are refused for their name or
   * e-mail if the first ones were stored.
   */
  function withClientId<Data extends NewUserOrInvitation>(data: Data): Data {
    const values = JSON.stringify(data)
    const client_id = clientIds.current.get(values) ?? newClientId()
    clientIds.current.set(values, client_id)
    return { ...data, client_id }
  }

  // Resets the calls to drop the passwords in them.
  async function save(data: NewUserOrInvitation | UserChanges): Promise<SavedUser | undefined> {
    if (!user && data.password !== undefined)
      return { user: await create.mutateAsync(withClientId(data as NewUser)).finally(create.reset) }
    if (!user) {
      const { user: invited, ...invitation } = await invite.mutateAsync(withClientId(data as NewUserOrInvitation))
      return { user: invited, invitation }
    }
    if (Object.keys(data).length === 0) return undefined
    return { user: await update.mutateAsync({ user, changes: data as UserChanges }).finally(update.reset) }
  }

  return useForm<UserValues, NewUserOrInvitation | UserChanges, SavedUser | undefined>({
    initial: valuesOf(user),
    schema: user ? UserChanges : NewUserOrInvitation,
    toInput: (values) => changesOf(markOnlyGiven(values), user ? valuesOf(user) : empty),
    save,
    onSaved,
    failureText: user ? texts.updateFailed : texts.createFailed,
  })
}
