import type { ComponentProps } from 'react'
import { Icon } from '../icons.tsx'
import css from './field.module.css'
import { Field, type FieldTexts } from './field.tsx'

type SelectFieldProps = FieldTexts & ComponentProps<'select'>

/** The native select, with `<option>` children. */
export function SelectField({ label, hideLabel, hint, error, className, id, children, ...props }: SelectFieldProps) {
  const field = { label, hideLabel, hint, error, className, id, describedBy: props['aria-describedby'] }
  return (
    <Field {...field}>
      {(control) => (
        <span className={`stack relative ${css.inputFrame}`}>
          <select {...props} {...control} className={css.control}>
            {children}
          </select>
          <Icon name="chevron" className={css.chevron} />
        </span>
      )}
    </Field>
  )
}
