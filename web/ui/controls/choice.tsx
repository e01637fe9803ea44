import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from '../cx.ts'
import css from './choice.module.css'

interface ChoiceProps extends Omit<ComponentProps<'input'>, 'type' | 'children' | 'onChange'> {
  label: ReactNode
  hint?: ReactNode
  /** Only the box or the switch is visible; for cells of a table. */
  hideLabel?: boolean
  onCheckedChange?: (checked: boolean) => void
}

function useChoice({ label, hint, hideLabel, onCheckedChange, className, ...props }: ChoiceProps, note?: ReactNode) {
  const own = useId()
  const id = props.id ?? own
  const described = [note && `${own}-note`, hint && `${own}-hint`].filter(Boolean).join(' ')
  return {
    className: cx(css.choice, hideLabel && css.unlabelled, className),
    input: {
      'aria-describedby': described || undefined,
      ...props,
      id,
      type: 'checkbox',
      'aria-label': hideLabel && typeof label === 'string' ? label : undefined,
      onChange: ({ target }: { target: HTMLInputElement }) => onCheckedChange?.(target.checked),
    },
    label: !hideLabel && <label htmlFor={id}>{label}</label>,
    note: note && <span id={`${own}-note`}>{note}</span>,
    hint: hint && (
      <p className={css.hint} id={`${own}-hint`}>
        {hint}
      </p>
    ),
  }
}

export function Checkbox(props: ChoiceProps) {
  const { className, input, label, hint } = useChoice(props)
  return (
    <div className={className}>
      <input {...input} className={css.box} />
      {label}
      {hint}
    </div>
  )
}

interface SwitchProps extends ChoiceProps {
  /** Content after the label, such as a badge; read as part of the description. */
  note?: ReactNode
  busy?: boolean
}

/** Takes effect immediately; in forms with a save button use a Checkbox. */
export function Switch({ note, busy, ...props }: SwitchProps) {
  const { className, input, label, hint, ...choice } = useChoice(props, note)
  return (
    <div className={cx(css.wide, className)}>
      {label && (
        <span className={css.text}>
          {label}
          {choice.note}
        </span>
      )}
      <input
        {...input}
        // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox exposes its own state
        role="switch"
        className={css.switch}
        aria-busy={busy || undefined}
      />
      {hint}
    </div>
  )
}
