import { useState } from 'react'
import type { SentInvitation } from '../../contract/auth/password-links.ts'
import type { Account } from '../../contract/users.ts'
import { FormDialog } from '../ui/dialogs/form-dialog.tsx'
import { toast } from '../ui/dialogs/toast.ts'
import InvitationDialog from './invitations/invitation-dialog.tsx'
import { texts } from './texts.ts'
import { useUserForm } from './use-user-form.ts'
import { UserFields } from './user-fields.tsx'

interface Props {
  /** Null creates an account. */
  user: Account | null
  open: boolean
  /** `isDone` after saving or cancelling; false after Escape, which keeps the form's values. */
  onClose: (isDone: boolean) => void
}

/** The Create User and Edit User modals (SPEC §2, "Admin panel"). */
export default function UserDialog({ user, open, onClose }: Props) {
  const [invited, setInvited] = useState<{ name: string; link: SentInvitation }>()
  const form = useUserForm(user, (saved) => {
    if (saved?.invitation) return setInvited({ name: saved.user.name, link: saved.invitation })
    if (saved) toast.success(user ? texts.userUpdated(saved.user.name) : texts.userCreated(saved.user.name))
    onClose(true)
  })

  if (invited) return <InvitationDialog {...invited} open={open} onClose={() => onClose(true)} />

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
