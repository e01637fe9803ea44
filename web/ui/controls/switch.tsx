import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from '../cx.ts'
import css from './choice.module.css'

type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'children'> & {
  label: ReactNode
  hint?: ReactNode
  /** Content after the label, such as a badge; read as part of the description. */
  note?: ReactNode
  /** Only the switch is visible; for table cells. */
  hideLabel?: boolean
  busy?: boolean
  onCheckedChange?: (checked: boolean) => void
}

/** Takes effect immediately; in forms with a save button use a Checkbox. */
export function Switch({ label, hint, note, hideLabel, busy, onCheckedChange, className, ...props }: SwitchProps) {
  const id = useId()
  const described = [note && `${id}-note`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className={cx(css.choice, css.wide, hideLabel && css.unlabelled, className)}>
      {!hideLabel && (
        <span className={css.text}>
          <label htmlFor={props.id ?? id}>{label}</label>
          {note && <span id={`${id}-note`}>{note}</span>}
        </span>
      )}
      <input
        id={id}
        aria-describedby={described || undefined}
        {...props}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox exposes its own state
        role="switch"
        className={css.switch}
        aria-busy={busy || undefined}
        aria-label={hideLabel && typeof label === 'string' ? label : undefined}
        onChange={(event) => {
          props.onChange?.(event)
          onCheckedChange?.(event.target.checked)
        }}
      />
      {hint && (
        <p className={css.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}
