import { AlertDialog } from '@base-ui/react/alert-dialog'
import { type ReactNode, useRef } from 'react'
import { Button } from '../controls/button.tsx'
import { cx } from '../cx.ts'
import { texts } from '../texts.ts'
import css from './confirm-dialog.module.css'
import dialogCss from './dialog.module.css'

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
        <AlertDialog.Backdrop className={dialogCss.backdrop} />
        <AlertDialog.Viewport className={dialogCss.viewport}>
          <AlertDialog.Popup className={cx(dialogCss.panel, dialogCss.small, css.popup)} initialFocus={cancelButton}>
            <AlertDialog.Title className={dialogCss.title}>{title}</AlertDialog.Title>
            <AlertDialog.Description className={css.about} render={<div />}>
              <p className={css.text}>{text}</p>
              {detail}
            </AlertDialog.Description>
            <div className={css.actions}>
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
