import { useEffect } from 'react'
import { Confirmation, confirmation } from '../../../contract/auth/confirmation.ts'
import { call } from '../../api/call.ts'
import { useMember } from '../../api/session.ts'
import { PasswordField } from '../../ui/controls/text-field.tsx'
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { texts } from './texts.ts'

interface Props {
  open: boolean
  onAnswer: (isConfirmed: boolean) => void
}

/** Asks for the password, above whatever is open. */
export default function ConfirmationDialog({ open, onAnswer }: Props) {
  const me = useMember()
  const form = useForm({
    initial: { password: '' },
    schema: Confirmation,
    save: (body) => call(confirmation.confirm, { body }),
    onSaved: () => onAnswer(true),
    fieldOfCode: { wrong_current_password: 'password' },
    failureText: texts.failed,
  })
  const { set, clearErrors } = form

  // it stays mounted: the password is dropped as soon as it was used
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it opens or closes
  useEffect(() => {
    set({ password: '' })
    clearErrors()
  }, [open])

  return (
    <FormDialog
      title={texts.title}
      description={texts.intro}
      open={open}
      onClose={() => onAnswer(false)}
      form={form}
      action={texts.confirm}
      width="s"
    >
      {/* for password managers */}
      <input type="text" name="username" autoComplete="username" value={me?.name ?? ''} readOnly hidden />
      <PasswordField {...form.field('password')} label={texts.password} required autoComplete="current-password" />
    </FormDialog>
  )
}
