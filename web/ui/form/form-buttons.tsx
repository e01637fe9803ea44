import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import css from './form-buttons.module.css'

/** The buttons below a form, the sending one last. */
export const FormButtons = ({ className, children }: { className?: string | undefined; children: ReactNode }) => (
  <div className={cx(css.buttons, className)}>{children}</div>
)
