import type { ComponentProps } from 'react'
import css from './field.module.css'
import { Field, type FieldTexts } from './field.tsx'
import { Icon } from './icons.tsx'

type SelectFieldProps = FieldTexts & ComponentProps<'select'>

/** The platform's own select, with `<option>` children. */
export function SelectField({ label, hideLabel, hint, error, className, id, children, ...props }: SelectFieldProps) {
  const field = { label, hideLabel, hint, error, className, id, describedBy: props['aria-describedby'] }
  return (
    <Field {...field}>
      {(wiring) => (
        <span className={css.with}>
          <select {...props} {...wiring} className={css.control}>
            {children}
          </select>
          <Icon name="chevron" className={css.chevron} />
        </span>
      )}
    </Field>
  )
}
