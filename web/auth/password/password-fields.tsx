import { FirstPassword, PasswordChange } from '../../../contract/auth.ts'
import { useMember } from '../../api/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { PasswordField } from '../../ui/controls/text-field.tsx'
import { FormElement } from '../../ui/form/form-parts.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { ErrorNote } from '../../ui/page/error-note.tsx'
import css from '../auth.module.css'
import type { useChangePassword } from './api.ts'
import { withStrength } from './strength.ts'
import { texts } from './texts.ts'

interface Props {
  hasPassword: boolean
  change: ReturnType<typeof useChangePassword>
  onCancel: () => void
}

/** The values are dropped when the modal closes. */
export function PasswordFields({ hasPassword, change, onCancel }: Props) {
  const form = usePasswordForm(change, hasPassword)
  const me = useMember()

  const field = (name: keyof typeof form.values, label: string) => ({
    ...form.field(name),
    label,
    required: true,
    showText: texts.show(label),
    hideText: texts.hide(label),
  })

  return (
    <FormElement form={form} className="stack gap-4">
      {/* for password managers, which otherwise can't assign the new password to an account */}
      <input type="text" name="username" autoComplete="username" value={me?.name ?? ''} readOnly hidden />
      {hasPassword && (
        <PasswordField {...field('current_password', texts.currentPassword)} autoComplete="current-password" />
      )}
      <PasswordField
        {...field('new_password', texts.newPassword)}
        hint={withStrength(texts.newPasswordHint, form.values.new_password)}
        autoComplete="new-password"
      />
      <PasswordField {...field('confirmation', texts.confirmation)} autoComplete="new-password" />
      {form.failure && <ErrorNote>{form.failure}</ErrorNote>}
      <div className={`wrap end gap-3 above-2 ${css.actions}`}>
        <Button onClick={onCancel}>{texts.cancel}</Button>
        <Button type="submit" variant="primary" busy={form.isBusy}>
          {hasPassword ? texts.save : texts.saveFirst}
        </Button>
      </div>
    </FormElement>
  )
}

/** The form of a new password (SPEC §5, "Password change"). */
const usePasswordForm = (change: ReturnType<typeof useChangePassword>, hasPassword = true) =>
  useForm({
    initial: { current_password: '', new_password: '', confirmation: '' },
    schema: hasPassword ? PasswordChange : FirstPassword,
    toInput: ({ current_password, new_password }) =>
      hasPassword ? { current_password, new_password } : { new_password },
    check: ({ new_password, confirmation }) => (confirmation === new_password ? {} : { confirmation: texts.mismatch }),
    save: change.mutateAsync,
    fieldOfCode: { wrong_current_password: 'current_password' },
    failureText: texts.changeFailed,
  })
