import { type ReactNode, type RefObject, useId } from 'react'
import { Button } from '../controls/button.tsx'
import { ErrorNote } from '../page/error-note.tsx'
import { texts } from '../texts.ts'
import { Dialog, type DialogProps } from './dialog.tsx'
import css from './form-dialog.module.css'

interface Props {
  title: string
  open: boolean
  /** `isDone` after saving or cancelling; false after Escape, which keeps the form's values. */
  onClose: (isDone: boolean) => void
  form: {
    formRef: RefObject<HTMLFormElement | null>
    isBusy: boolean
    failure: string | undefined
    submit: () => Promise<void>
  }
  action: string
  isWide?: boolean
  initialFocus?: () => HTMLElement | true
  finalFocus?: DialogProps['finalFocus']
  children: ReactNode
}

/** The modal of a form; it stays open until the form is saved. */
export function FormDialog({ title, open, onClose, form, action, isWide, initialFocus, finalFocus, children }: Props) {
  const id = useId()
  const close = (isDone: boolean) => {
    if (!form.isBusy) onClose(isDone)
  }

  return (
    <Dialog
      title={title}
      open={open}
      onOpenChange={() => close(false)}
      steady
      {...(initialFocus && { initialFocus })}
      finalFocus={finalFocus}
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
      <form
        id={id}
        ref={form.formRef}
        className={isWide ? css.form : css.column}
        noValidate
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault()
          void form.submit()
        }}
      >
        {children}
      </form>
    </Dialog>
  )
}
