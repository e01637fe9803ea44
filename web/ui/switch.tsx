import { type ComponentProps, type ReactNode, useId } from 'react'
import css from './choice.module.css'
import { cx } from './cx.ts'

type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'children'> & {
  label: ReactNode
  hint?: ReactNode
  /** Something beside the label, such as a badge 'Próximamente disponible'; read as part of the description. */
  note?: ReactNode
  /** Only the switch is seen; for table cells. */
  hideLabel?: boolean
  busy?: boolean
  onCheckedChange?: (checked: boolean) => void
}

/** Takes effect at once; for what is saved with a form, use a Checkbox. */
export function Switch({ label, hint, note, hideLabel, busy, onCheckedChange, className, ...props }: SwitchProps) {
  const id = useId()
  const described = [note && `${id}-note`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className={cx(css.choice, css.wide, hideLabel && css.bare, className)}>
      {!hideLabel && (
        <span className={css.words}>
          <label htmlFor={props.id ?? id}>{label}</label>
          {note && <span id={`${id}-note`}>{note}</span>}
        </span>
      )}
      <input
        id={id}
        aria-describedby={described || undefined}
        {...props}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox says by itself whether it is checked
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
