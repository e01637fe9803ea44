import { useId } from 'react'
import { Button } from '../controls/button.tsx'
import { FormElement } from '../form/form-parts.tsx'
import type { useForm } from '../form/use-form.ts'
import { ErrorNote } from '../page/error-note.tsx'
import { texts } from '../texts.ts'
import css from './dialog.module.css'
import { Dialog, type DialogProps } from './dialog.tsx'

interface Props extends Omit<DialogProps, 'onClose' | 'footer' | 'steady'> {
  /** `isDone` after saving or cancelling; false after Escape, which keeps the form's values. */
  onClose: (isDone: boolean) => void
  form: Pick<ReturnType<typeof useForm>, 'formRef' | 'isBusy' | 'failure' | 'submit'>
  action: string
  isWide?: boolean
}

/** The modal of a form; it stays open until the form is saved. */
export function FormDialog({ onClose, form, action, isWide, children, ...dialog }: Props) {
  const id = useId()
  const close = (isDone: boolean) => {
    if (!form.isBusy) onClose(isDone)
  }

  return (
    <Dialog
      {...dialog}
      onClose={() => close(false)}
      steady
      footer={
        <>
          {form.failure && (
            <div className={css.failure}>
              <ErrorNote>{form.failure}</ErrorNote>
            </div>
          )}
          <Button onClick={() => close(true)}>{texts.cancel}</Button>
          <Button type="submit" form={id} variant="primary" busy={form.isBusy}>
            {action}
          </Button>
        </>
      }
    >
      <FormElement form={form} className={isWide ? css.form : 'stack gap-4'} id={id} autoComplete="off">
        {children}
      </FormElement>
    </Dialog>
  )
}
