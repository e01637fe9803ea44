import { AlertDialog } from '@base-ui/react/alert-dialog'
import { type ReactNode, useRef } from 'react'
import { Button } from '../controls/button.tsx'
import { cx } from '../cx.ts'
import { texts } from '../texts.ts'
import css from './dialog.module.css'

export type ConfirmOptions = {
  title?: string
  text: string
  /** Further content below the text, read with it. */
  detail?: ReactNode
  action: string
  danger?: boolean
  cancel?: string
}
export type ConfirmDialogProps = ConfirmOptions & { open: boolean; onAnswer: (yes: boolean) => void }

export default function ConfirmDialog(props: ConfirmDialogProps) {
  const { title = texts.continue, text, detail, action, danger, cancel = texts.cancel, open, onAnswer } = props
  const cancelButton = useRef<HTMLButtonElement>(null) // the cancel button has the initial focus
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && onAnswer(false)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={css.backdrop} />
        <AlertDialog.Viewport className={css.viewport}>
          <AlertDialog.Popup className={cx(css.panel, css.small, css.popup)} initialFocus={cancelButton}>
            <AlertDialog.Title className={css.title}>{title}</AlertDialog.Title>
            <AlertDialog.Description className={css.about} render={<div />}>
              <p className="muted pre-line">{text}</p>
              {detail}
            </AlertDialog.Description>
            <div className={`wrap end gap-3 above-2 ${css.actions}`}>
              <Button ref={cancelButton} onClick={() => onAnswer(false)}>
                {cancel}
              </Button>
              <Button variant={danger ? 'danger' : 'primary'} onClick={() => onAnswer(true)}>
                {action}
              </Button>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
