import { FactorProof } from '../../../contract/auth/factors.ts'
import { useMember } from '../../api/session.ts'
import { PasswordField } from '../../ui/controls/text-field.tsx'
import type { DialogProps } from '../../ui/dialogs/dialog.tsx'
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { texts } from './texts.ts'

interface Props<Answer> {
  title: string
  text: string
  action: string
  failureText: string
  change: (proof: FactorProof) => Promise<Answer>
  onDone: (answer: Answer) => void
  open: boolean
  onClose: () => void
  finalFocus: DialogProps['finalFocus']
}

/** Asks for the password before a change of factors. */
export function ProofDialog<Answer>({
  title,
  text,
  action,
  failureText,
  change,
  onDone,
  open,
  onClose,
  finalFocus,
}: Props<Answer>) {
  const me = useMember()
  const form = useForm({
    initial: { password: '' },
    schema: FactorProof,
    save: change,
    onSaved: onDone,
    fieldOfCode: { wrong_current_password: 'password' },
    failureText,
  })
  return (
    <FormDialog title={title} open={open} onClose={onClose} form={form} action={action} finalFocus={finalFocus}>
      <p>{text}</p>
      {/* for password managers */}
      <input type="text" name="username" autoComplete="username" value={me?.name ?? ''} readOnly hidden />
      <PasswordField
        {...form.field('password')}
        label={texts.password}
        hint={texts.passwordHint}
        required
        autoComplete="current-password"
      />
    </FormDialog>
  )
}
