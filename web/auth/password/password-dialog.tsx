import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { auth, FirstPassword, PasswordChange } from '../../../contract/auth.ts'
import { call } from '../../api/call.ts'
import { passkeysKey, sessionsKey } from '../../api/keys.ts'
import { useMember } from '../../api/session.ts'
import { useChange } from '../../api/use-change.ts'
import { Button } from '../../ui/controls/button.tsx'
import { PasswordField } from '../../ui/controls/text-field.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { FormElement } from '../../ui/form/form-parts.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Icon } from '../../ui/icons.tsx'
import { ErrorNote } from '../../ui/page/error-note.tsx'
import css from '../auth.module.css'
import { withStrength } from './strength.ts'
import { texts } from './texts.ts'

/** Without a password so far it is the first one. */
const useChangePassword = (hasPassword: boolean) =>
  useChange(
    (change: PasswordChange | FirstPassword) =>
      hasPassword && 'current_password' in change
        ? call(auth.changePassword, { body: change })
        : call(auth.setFirstPassword, { body: { new_password: change.new_password } }),
    [sessionsKey, passkeysKey],
  )

/** SPEC §9. */
const closeDelayMs = 2000

interface Props {
  hasPassword: boolean
  open: boolean
  onClose: () => void
}

/** The password-change modal (SPEC §2, "Account"). Closes after success. */
export default function PasswordDialog({ hasPassword: hasPasswordNow, open, onClose }: Props) {
  // as it was when the dialog opened: the answer changes it
  const [hasPassword] = useState(hasPasswordNow)
  const change = useChangePassword(hasPassword)

  function close() {
    if (!change.isPending) onClose()
  }

  return (
    <Dialog
      title={hasPassword ? texts.changePassword : texts.firstPassword}
      description={change.isSuccess ? undefined : hasPassword ? texts.passwordEndsOthers : texts.firstEndsOthers}
      open={open}
      onClose={close}
      // the last call has the passwords
      onClosed={change.reset}
      width="s"
      steady
    >
      {change.isSuccess ? (
        <PasswordChanged text={hasPassword ? texts.changed : texts.firstChosen} onSeen={onClose} />
      ) : (
        <PasswordFields hasPassword={hasPassword} change={change} onCancel={close} />
      )}
    </Dialog>
  )
}

function PasswordChanged({ text, onSeen }: { text: string; onSeen: () => void }) {
  const message = useRef<HTMLDivElement>(null)
  const seen = useEffectEvent(onSeen)
  useEffect(() => {
    message.current?.focus() // the focused button was removed
    const timer = setTimeout(() => seen(), closeDelayMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div ref={message} tabIndex={-1} role="status" className={css.success}>
      <Icon name="check" size={32} />
      <p>
        <b>{text}</b> {texts.othersEnded}
      </p>
    </div>
  )
}

interface FieldsProps {
  hasPassword: boolean
  change: ReturnType<typeof useChangePassword>
  onCancel: () => void
}

/** The form of a new password (SPEC §5, "Password change"). The values are dropped when the modal closes. */
function PasswordFields({ hasPassword, change, onCancel }: FieldsProps) {
  const form = useForm({
    initial: { current_password: '', new_password: '', confirmation: '' },
    schema: hasPassword ? PasswordChange : FirstPassword,
    toInput: ({ current_password, new_password }) =>
      hasPassword ? { current_password, new_password } : { new_password },
    check: ({ new_password, confirmation }) => (confirmation === new_password ? {} : { confirmation: texts.mismatch }),
    save: change.mutateAsync,
    fieldOfCode: { wrong_current_password: 'current_password' },
    failureText: texts.changeFailed,
  })
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
