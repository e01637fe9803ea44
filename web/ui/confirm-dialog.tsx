import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useRef } from 'react'
import { Button } from './button.tsx'
import type { ConfirmDialogProps } from './confirm.tsx'
import css from './confirm-dialog.module.css'
import { cx } from './cx.ts'
import sheet from './dialog.module.css'

export default function ConfirmDialog(props: ConfirmDialogProps) {
  const { title = '¿Continuar?', text, detail, action, danger, cancel = 'Cancelar', open, onAnswer } = props
  const no = useRef<HTMLButtonElement>(null) // the harmless answer has the focus
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && onAnswer(false)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={sheet.veil} />
        <AlertDialog.Viewport className={sheet.viewport}>
          <AlertDialog.Popup className={cx(sheet.sheet, sheet.s, css.popup)} initialFocus={no}>
            <AlertDialog.Title className={sheet.title}>{title}</AlertDialog.Title>
            <AlertDialog.Description className={css.about} render={<div />}>
              <p className={css.text}>{text}</p>
              {detail}
            </AlertDialog.Description>
            <div className={css.actions}>
              <Button ref={no} onClick={() => onAnswer(false)}>
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
