import { type ComponentProps, type CSSProperties, useState } from 'react'
import { cx } from '../cx.ts'
import { texts } from '../texts.ts'
import { IconButton } from './button.tsx'
import css from './field.module.css'
import { Field, type FieldTexts } from './field.tsx'

type TextFieldProps = FieldTexts & Omit<ComponentProps<'input'>, 'children'>

export function TextField({ label, hideLabel, hint, error, className, id, ...props }: TextFieldProps) {
  const field = { label, hideLabel, hint, error, className, id, describedBy: props['aria-describedby'] }
  return <Field {...field}>{(control) => <input type="text" {...props} {...control} className={css.control} />}</Field>
}

type PasswordFieldProps = Omit<TextFieldProps, 'type'> & { showText?: string; hideText?: string }

export function PasswordField({
  label,
  hideLabel,
  hint,
  error,
  className,
  id,
  showText = texts.showPassword,
  hideText = texts.hidePassword,
  ...props
}: PasswordFieldProps) {
  const [isVisible, setVisible] = useState(false)
  const field = { label, hideLabel, hint, error, className, id, describedBy: props['aria-describedby'] }
  return (
    <Field {...field}>
      {(control) => (
        <span className={`stack relative ${css.inputFrame}`}>
          <input
            autoCapitalize="off"
            spellCheck={false}
            {...props}
            {...control}
            type={isVisible ? 'text' : 'password'}
            className={css.control}
          />
          <span className={css.trailing}>
            <IconButton
              icon={isVisible ? 'eye-off' : 'eye'}
              label={isVisible ? hideText : showText}
              aria-controls={control.id}
              onClick={() => setVisible(!isVisible)}
            />
          </span>
        </span>
      )}
    </Field>
  )
}

type TextAreaProps = FieldTexts & Omit<ComponentProps<'textarea'>, 'children'> & { grow?: boolean }

/** `grow` fits the height to the text, from `rows` up to most of the screen. */
export function TextArea({ label, hideLabel, hint, error, className, id, grow, rows = 4, ...props }: TextAreaProps) {
  const field = { label, hideLabel, hint, error, className, id, describedBy: props['aria-describedby'] }
  return (
    <Field {...field}>
      {(control) => (
        <textarea
          rows={rows}
          {...props}
          {...control}
          className={cx(css.control, grow && css.grow)}
          style={grow ? ({ '--rows': rows } as CSSProperties) : undefined}
        />
      )}
    </Field>
  )
}
