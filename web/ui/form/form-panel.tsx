import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import css from '../controls/field.module.css'

interface Props {
  id?: string
  className?: string | undefined
  children: ReactNode
}

/** A form that unfolds above or inside a list. */
export const FormPanel = ({ id, className, children }: Props) => (
  <div id={id} className={cx(css.panel, className)}>
    {children}
  </div>
)
