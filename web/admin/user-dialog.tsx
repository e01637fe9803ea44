import { useId } from 'react'
import type { User } from '../../contract/users.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { useToast } from '../ui/toast.tsx'
import { texts } from './texts.ts'
import { useUserForm } from './use-user-form.ts'
import css from './user-dialog.module.css'
import { UserFields } from './user-fields.tsx'

interface Props {
  /** Null makes a new account. */
  user: User | null
  open: boolean
  /** With whether the form has had its day: saved or cancelled, not just put aside. */
  onClose: (isDone: boolean) => void
}

/** The Create User and Edit User modals (SPEC §2, "Admin panel"). Stays as it is until the server has said yes. */
export default function UserDialog({ user, open, onClose }: Props) {
  const id = useId()
  const toast = useToast()
  const form = useUserForm(user, (saved) => {
    if (saved) toast.success(user ? texts.userUpdated(saved.name) : texts.userCreated(saved.name))
    onClose(true)
  })

  const close = (isDone: boolean) => {
    if (!form.isBusy) onClose(isDone)
  }

  return (
    <Dialog
      title={user ? texts.editUser : texts.createUser}
      open={open}
      onOpenChange={() => close(false)}
      steady
      initialFocus={() => firstControl(form.form.current)}
      footer={
        <>
          {form.failure && (
            <div className={css.failure}>
              <ErrorNote>{form.failure}</ErrorNote>
            </div>
          )}
          <Button onClick={() => close(true)}>{texts.cancel}</Button>
          <Button type="submit" form={id} variant="primary" busy={form.isBusy}>
            {user ? texts.save : texts.create}
          </Button>
        </>
      }
    >
      <form
        id={id}
        ref={form.form}
        className={css.form}
        noValidate
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault()
          void form.submit()
        }}
      >
        <UserFields form={form} user={user} />
      </form>
    </Dialog>
  )
}

// The keyboard of a phone opens when the person asks for it: there the focus goes where it does by default.
function firstControl(form: HTMLFormElement | null) {
  if (matchMedia('(pointer: coarse)').matches) return true
  return form?.querySelector('input') ?? true
}
