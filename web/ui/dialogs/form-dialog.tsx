import { type ReactNode, type RefObject, useId } from 'react'
import { Button } from '../controls/button.tsx'
import { FormElement } from '../form/form-parts.tsx'
import { ErrorNote } from '../page/error-note.tsx'
import { texts } from '../texts.ts'
import css from './dialog.module.css'
import { Dialog, type DialogProps } from './dialog.tsx'

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
  /** A line below the title, read with it. */
  description?: ReactNode
  width?: 's' | 'm'
  initialFocus?: DialogProps['initialFocus']
  finalFocus?: DialogProps['finalFocus']
  children: ReactNode
}

/** The modal of a form; it stays open until the form is saved. */
export function FormDialog({
  title,
  open,
  onClose,
  form,
  action,
  isWide,
  description,
  width = 'm',
  initialFocus,
  finalFocus,
  children,
}: Props) {
  const id = useId()
  const close = (isDone: boolean) => {
    if (!form.isBusy) onClose(isDone)
  }

  return (
    <Dialog
      title={title}
      open={open}
      onOpenChange={() => close(false)}
      description={description}
      width={width}
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
      <FormElement form={form} className={isWide ? css.form : 'stack gap-4'} id={id} autoComplete="off">
        {children}
      </FormElement>
    </Dialog>
  )
}
