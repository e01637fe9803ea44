import { useMember } from '../api/session.ts'
import { Button } from '../ui/button.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { PasswordField as Field } from '../ui/text-field.tsx'
import type { useChangePassword } from './api.ts'
import css from './password-dialog.module.css'
import type { PasswordField } from './password-form.ts'
import { texts } from './texts.ts'
import { usePasswordForm } from './use-password-form.ts'

interface Props {
  change: ReturnType<typeof useChangePassword>
  onCancel: () => void
}

/** The form of a new password. What is typed goes with it when the modal closes. */
export function PasswordFields({ change, onCancel }: Props) {
  const { values, errors, failure, form, type, submit } = usePasswordForm(change)
  const me = useMember()

  const wiringOf = (field: PasswordField, label: string) => ({
    label,
    name: field,
    required: true,
    showLabel: texts.show(label),
    hideLabelText: texts.hide(label),
    value: values[field],
    error: errors[field],
    onChange: (event: { target: { value: string } }) => type(field, event.target.value),
  })

  return (
    <form ref={form} className={css.form} noValidate onSubmit={(event) => void submit(event)}>
      {/* for password managers, which otherwise keep the new one for nobody */}
      <input type="text" name="username" autoComplete="username" value={me?.name ?? ''} readOnly hidden />
      <Field {...wiringOf('current_password', texts.currentPassword)} autoComplete="current-password" />
      <Field
        {...wiringOf('new_password', texts.newPassword)}
        hint={texts.newPasswordHint}
        autoComplete="new-password"
      />
      <Field {...wiringOf('confirmation', texts.confirmation)} autoComplete="new-password" />
      {failure && <ErrorNote>{failure}</ErrorNote>}
      <div className={css.actions}>
        <Button onClick={onCancel}>{texts.cancel}</Button>
        <Button type="submit" variant="primary" busy={change.isPending}>
          {texts.save}
        </Button>
      </div>
    </form>
  )
}
