import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from '../cx.ts'
import css from './choice.module.css'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'children'> & {
  label: ReactNode
  hint?: ReactNode
  mixed?: boolean
  /** Only the box is visible; for the first column of a table. */
  hideLabel?: boolean
  onCheckedChange?: (checked: boolean) => void
}

export function Checkbox({ label, hint, mixed, hideLabel, onCheckedChange, className, ...props }: CheckboxProps) {
  const id = useId()
  return (
    <div className={cx(css.choice, hideLabel && css.unlabelled, className)}>
      <input
        id={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        {...props}
        ref={(box) => {
          if (box) box.indeterminate = mixed ?? false
          if (typeof props.ref === 'function') return props.ref(box)
          if (props.ref) props.ref.current = box
        }}
        type="checkbox"
        className={css.box}
        aria-label={hideLabel && typeof label === 'string' ? label : undefined}
        onChange={(event) => {
          props.onChange?.(event)
          onCheckedChange?.(event.target.checked)
        }}
      />
      {!hideLabel && <label htmlFor={props.id ?? id}>{label}</label>}
      {hint && (
        <p className={css.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}
