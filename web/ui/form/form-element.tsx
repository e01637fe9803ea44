import type { ReactNode } from 'react'
import type { useForm } from './use-form.ts'

interface Props {
  form: Pick<ReturnType<typeof useForm>, 'formRef' | 'submit'>
  id?: string
  className?: string | undefined
  autoComplete?: 'off'
  children: ReactNode
}

/** The `form` element of a `useForm`, which validates by itself. */
export function FormElement({ form, children, ...attributes }: Props) {
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
