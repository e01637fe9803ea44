import type { User } from '../../contract/users.ts'
import { FormDialog } from '../ui/dialogs/form-dialog.tsx'
import { useToast } from '../ui/dialogs/toast.tsx'
import { texts } from './texts.ts'
import { useUserForm } from './use-user-form.ts'
import { UserFields } from './user-fields.tsx'

interface Props {
  /** Null creates an account. */
  user: User | null
  open: boolean
  /** `isDone` after saving or cancelling; false after Escape, which keeps the form's values. */
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
      initialFocus={() => firstControl(form.formRef.current)}
    >
      <UserFields form={form} user={user} />
    </FormDialog>
  )
}

// On touch screens a focused field would open the keyboard at once: the focus goes where it does by default.
function firstControl(form: HTMLFormElement | null) {
  if (matchMedia('(pointer: coarse)').matches) return true
  return form?.querySelector('input') ?? true
}
