import { type ReactNode, useId } from 'react'
import { cx } from './cx.ts'
import css from './field.module.css'
import { Icon } from './icons.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

export type FieldTexts = {
  label: ReactNode
  /** The label stays for screen readers only. */
  hideLabel?: boolean
  hint?: ReactNode
  error?: ReactNode
}

type Wiring = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }
type FieldProps = FieldTexts & {
  id?: string
  describedBy?: string
  className?: string
  children: (wiring: Wiring) => ReactNode
}

/** Label above, hint and error below, tied to the control that `children` makes. */
export function Field({ id, label, hideLabel, hint, error, describedBy, className, children }: FieldProps) {
  const own = useId()
  const control = id ?? own
  const described = [describedBy, hint && `${own}-hint`, error && `${own}-error`].filter(Boolean).join(' ')
  return (
    <div className={cx(css.field, className)}>
      <label className={css.label} htmlFor={control}>
        {hideLabel ? <VisuallyHidden>{label}</VisuallyHidden> : label}
      </label>
      {children({ id: control, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      {hint && (
        <p className={css.hint} id={`${own}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className={css.error} id={`${own}-error`}>
          <Icon name="warning" size={16} />
          <span>{error}</span>
        </p>
      )}
    </div>
  )
}
