import { type ReactNode, useEffect, useRef } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icons.tsx'
import { useChangePassword } from './api.ts'
import css from './password-dialog.module.css'
import { PasswordFields } from './password-fields.tsx'
import { texts } from './texts.ts'

/** Milliseconds that the success is seen before the modal closes (SPEC §9). */
const shownFor = 2000

interface Props {
  open: boolean
  onClose: () => void
}

/** The password-change modal (SPEC §2, "Account"). Closes by itself when it has succeeded. */
export default function PasswordDialog({ open, onClose }: Props) {
  const change = useChangePassword()

  function close() {
    if (!change.isPending) onClose()
  }

  return (
    <Dialog
      title={texts.changePassword}
      description={change.isSuccess ? undefined : texts.passwordEndsOthers}
      open={open}
      onOpenChange={close}
      width="s"
      steady
    >
      <Forgetting change={change}>
        {change.isSuccess ? <Changed onSeen={onClose} /> : <PasswordFields change={change} onCancel={close} />}
      </Forgetting>
    </Dialog>
  )
}

/** Once the modal has faded, the last call goes too, with the passwords in it. */
function Forgetting({
  change: { reset },
  children,
}: {
  change: ReturnType<typeof useChangePassword>
  children: ReactNode
}) {
  useEffect(() => reset, [reset])
  return children
}

function Changed({ onSeen }: { onSeen: () => void }) {
  const words = useRef<HTMLDivElement>(null)
  const seen = useRef(onSeen)
  useEffect(() => {
    seen.current = onSeen
  })
  useEffect(() => {
    words.current?.focus() // the button that had it is gone
    const timer = setTimeout(() => seen.current(), shownFor)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div ref={words} tabIndex={-1} role="status" className={css.changed}>
      <Icon name="check" size={32} />
      <p>
        <b>{texts.changed}</b> {texts.othersEnded}
      </p>
    </div>
  )
}
