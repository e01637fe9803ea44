import { type ReactNode, useId } from 'react'
import { cx } from '../cx.ts'
import { Icon } from '../icons.tsx'
import css from './field.module.css'

export type FieldTexts = {
  label: ReactNode
  /** The label is read by screen readers only. */
  hideLabel?: boolean
  hint?: ReactNode
  error?: ReactNode
}

type ControlProps = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }
type FieldProps = FieldTexts & {
  id?: string
  describedBy?: string
  className?: string
  children: (control: ControlProps) => ReactNode
}

export function Field({ id, label, hideLabel, hint, error, describedBy, className, children }: FieldProps) {
  const own = useId()
  const controlId = id ?? own
  const described = [describedBy, hint && `${own}-hint`, error && `${own}-error`].filter(Boolean).join(' ')
  return (
    <div className={cx(css.field, className)}>
      <label className={css.label} htmlFor={controlId}>
        {hideLabel ? <span className="visually-hidden">{label}</span> : label}
      </label>
      {children({
        id: controlId,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {hint && (
        <p className="muted small tight" id={`${own}-hint`}>
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
