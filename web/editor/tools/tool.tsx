import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'
import css from '../editor.module.css'
import { ToolIcon, type ToolIconName } from './tool-icons.tsx'

type ToolProps = Omit<ComponentProps<'button'>, 'disabled'> & {
  icon: ToolIconName
  label: string
  /** Keeps the focus, which the attribute `disabled` would lose. */
  isDisabled: boolean
  children?: ReactNode
}

/** A toolbar button. The focus, and a phone's keyboard, stay in the text when it is pressed. */
export function Tool({ icon, label, isDisabled, onClick, className, children, ...props }: ToolProps) {
  return (
    <button
      type="button"
      title={label}
      aria-label={children ? undefined : label}
      {...props}
      aria-disabled={isDisabled || undefined}
      className={cx(css.tool, className)}
      onMouseDown={(event) => event.preventDefault()}
      onClick={isDisabled ? undefined : onClick}
    >
      <ToolIcon name={icon} />
      {children}
    </button>
  )
}
