import { type ReactNode, type RefObject, useId } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import css from './form-dialog.module.css'
import { texts } from './texts.ts'

interface Props {
  title: string
  open: boolean
  /** With whether the form has had its day: saved or cancelled, not just put aside. */
  onClose: (isDone: boolean) => void
  form: {
    form: RefObject<HTMLFormElement | null>
    isBusy: boolean
    failure: string | undefined
    submit: () => Promise<void>
  }
  /** What the button that sends it says. */
  action: string
  /** Narrow fields beside each other where there is room. */
  isWide?: boolean
  initialFocus?: () => HTMLElement | true
  children: ReactNode
}

/** The modal of a form. Stays as it is until the server has said yes. */
export function FormDialog({ title, open, onClose, form, action, isWide, initialFocus, children }: Props) {
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
        ref={form.form}
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
