import type { User } from '../../contract/users.ts'
import { useToast } from '../ui/toast.tsx'
import { FormDialog } from './form-dialog.tsx'
import { texts } from './texts.ts'
import { useUserForm } from './use-user-form.ts'
import { UserFields } from './user-fields.tsx'

interface Props {
  /** Null makes a new account. */
  user: User | null
  open: boolean
  /** With whether the form has had its day: saved or cancelled, not just put aside. */
  onClose: (isDone: boolean) => void
}

/** The Create User and Edit User modals (SPEC §2, "Admin panel"). */
export default function UserDialog({ user, open, onClose }: Props) {
  const toast = useToast()
  const form = useUserForm(user, (saved) => {
    if (saved) toast.success(user ? texts.userUpdated(saved.name) : texts.userCreated(saved.name))
    onClose(true)
  })

  return (
    <FormDialog
      title={user ? texts.editUser : texts.createUser}
      open={open}
      onClose={onClose}
      form={form}
      action={user ? texts.save : texts.create}
      isWide
      initialFocus={() => firstControl(form.form.current)}
    >
      <UserFields form={form} user={user} />
    </FormDialog>
  )
}

// The keyboard of a phone opens when the person asks for it: there the focus goes where it does by default.
function firstControl(form: HTMLFormElement | null) {
  if (matchMedia('(pointer: coarse)').matches) return true
  return form?.querySelector('input') ?? true
}
