import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Icon } from '../../ui/icons.tsx'
import css from '../auth.module.css'
import { useChangePassword } from './api.ts'
import { PasswordFields } from './password-fields.tsx'
import { texts } from './texts.ts'

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
      onOpenChange={close}
      width="s"
      steady
    >
      <ResetOnUnmount change={change}>
        {change.isSuccess ? (
          <PasswordChanged text={hasPassword ? texts.changed : texts.firstChosen} onSeen={onClose} />
        ) : (
          <PasswordFields hasPassword={hasPassword} change={change} onCancel={close} />
        )}
      </ResetOnUnmount>
    </Dialog>
  )
}

/** Clears the last call and its passwords after the modal has closed. */
function ResetOnUnmount({
  change: { reset },
  children,
}: {
  change: ReturnType<typeof useChangePassword>
  children: ReactNode
}) {
  useEffect(() => reset, [reset])
  return children
}

function PasswordChanged({ text, onSeen }: { text: string; onSeen: () => void }) {
  const message = useRef<HTMLDivElement>(null)
  const latestOnSeen = useRef(onSeen)
  useEffect(() => {
    latestOnSeen.current = onSeen
  })
  useEffect(() => {
    message.current?.focus() // the focused button was removed
    const timer = setTimeout(() => latestOnSeen.current(), closeDelayMs)
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
