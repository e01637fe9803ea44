import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../ui/cx.ts'
import { ToolIcon, type ToolIconName } from './tool-icons.tsx'
import css from './toolbar.module.css'

type ToolProps = Omit<ComponentProps<'button'>, 'disabled'> & {
  icon: ToolIconName
  label: string
  /** It keeps the focus while nothing may be changed: `disabled` would drop it. */
  isOff: boolean
  children?: ReactNode
}

/** A button of the toolbar. A press leaves the focus in the text, and with it the keyboard of a phone. */
export function Tool({ icon, label, isOff, onClick, className, children, ...props }: ToolProps) {
  return (
    <button
      type="button"
      title={label}
      aria-label={children ? undefined : label}
      {...props}
      aria-disabled={isOff || undefined}
      className={cx(css.tool, className)}
      onMouseDown={(event) => event.preventDefault()}
      onClick={isOff ? undefined : onClick}
    >
      <ToolIcon name={icon} />
      {children}
    </button>
  )
}
