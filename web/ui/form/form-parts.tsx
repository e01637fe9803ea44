import type { ComponentProps, ReactNode } from 'react'
import css from '../controls/field.module.css'
import { cx } from '../cx.ts'
import type { useForm } from './use-form.ts'

interface Props {
  id?: string
  className?: string | undefined
  children: ReactNode
}

interface ElementProps extends ComponentProps<'form'> {
  form: Pick<ReturnType<typeof useForm>, 'formRef' | 'submit'>
}

/** The `form` element of a `useForm`, which validates by itself. */
export function FormElement({ form, children, ...attributes }: ElementProps) {
  return (
    <form
      {...attributes}
      ref={form.formRef}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void form.submit()
      }}
    >
      {children}
    </form>
  )
}

/** A form that unfolds above or inside a list. */
export const FormPanel = ({ className, ...rest }: Props) => <div {...rest} className={cx(css.panel, className)} />

/** The buttons below a form, the sending one last. */
export const FormButtons = ({ className, ...rest }: Props) => (
  <div {...rest} className={cx('wrap end gap-2', className)} />
)

/** Above a form whose values are an unsent draft of an earlier visit. */
export const RestoredNote = ({ children }: { children: ReactNode }) => (
  <p role="status" className={css.note}>
    {children}
  </p>
)
