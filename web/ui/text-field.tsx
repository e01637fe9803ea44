import { type ComponentProps, type CSSProperties, useState } from 'react'
import { IconButton } from './button.tsx'
import { cx } from './cx.ts'
import css from './field.module.css'
import { Field, type FieldTexts } from './field.tsx'

type TextFieldProps = FieldTexts & Omit<ComponentProps<'input'>, 'children'>

export function TextField({ label, hideLabel, hint, error, className, id, ...props }: TextFieldProps) {
  const field = { label, hideLabel, hint, error, className, id, describedBy: props['aria-describedby'] }
  return <Field {...field}>{(wiring) => <input type="text" {...props} {...wiring} className={css.control} />}</Field>
}

type PasswordFieldProps = Omit<TextFieldProps, 'type'> & { showLabel?: string; hideLabelText?: string }

/** A password with a show/hide toggle; what is shown hides again when the form is sent away with it. */
export function PasswordField({
  label,
  hideLabel,
  hint,
  error,
  className,
  id,
  showLabel = 'Mostrar contraseña',
  hideLabelText = 'Ocultar contraseña',
  ...props
}: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const field = { label, hideLabel, hint, error, className, id, describedBy: props['aria-describedby'] }
  return (
    <Field {...field}>
      {(wiring) => (
        <span className={css.with}>
          <input
            autoCapitalize="off"
            spellCheck={false}
            {...props}
            {...wiring}
            type={shown ? 'text' : 'password'}
            className={css.control}
          />
          <span className={css.inside}>
            <IconButton
              icon={shown ? 'eye-off' : 'eye'}
              label={shown ? hideLabelText : showLabel}
              aria-controls={wiring.id}
              onClick={() => setShown(!shown)}
            />
          </span>
        </span>
      )}
    </Field>
  )
}

type TextAreaProps = FieldTexts & Omit<ComponentProps<'textarea'>, 'children'> & { grow?: boolean }

/** `grow` lets it take the height of its text, from `rows` up to most of the screen. */
export function TextArea({ label, hideLabel, hint, error, className, id, grow, rows = 4, ...props }: TextAreaProps) {
  const field = { label, hideLabel, hint, error, className, id, describedBy: props['aria-describedby'] }
  return (
    <Field {...field}>
      {(wiring) => (
        <textarea
          rows={rows}
          {...props}
          {...wiring}
          className={cx(css.control, grow && css.grow)}
          style={grow ? ({ '--rows': rows } as CSSProperties) : undefined}
        />
      )}
    </Field>
  )
}
